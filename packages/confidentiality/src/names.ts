import { FAMOUS_CASES } from './data/famous-cases.ts'
import {
	CLIENT_ROLE,
	CLIENT_VERB_BEFORE,
	FAMILY_ROLE,
	FAMOUS_PEOPLE,
	MATTER_OF_PERSON,
	MATTER_TALK,
	NOT_A_PERSON,
	NOT_A_SURNAME,
	PUBLIC_BEFORE,
	PUBLIC_TALK,
	ROLE_WORD,
	STRONG_VERB_AFTER,
	THING_AFTER,
} from './data/person-talk.ts'
import { hasPersonForm, isFamilyInMatter, isInPersonSlot, mailboxesOf, namesInFields } from './name-slots.ts'
import { namesInOtherCases } from './names-in-other-cases.ts'
import { pattern } from './pattern.ts'
import { canBeGivenName, canBeSurname, isGivenName, isSurname, looksLikeSurname } from './person-words.ts'
import { after, before, type Span, sentenceAround, spansOf } from './text.ts'

// The context shows whether a name is a client's. Two lists of frequent names and the form of the words identify a
// person such as Dana Whitlock. The person is a client if a role precedes the name, or if the text says what they did
// or what was done on their behalf.

const WORD = "(?:\\p{Lu}'?\\p{Lu}?[\\p{Ll}][\\p{L}]*(?:['-]\\p{Lu}[\\p{L}]+)*|\\p{Lu}'\\p{Lu}[\\p{Ll}]+)"
const INITIALS = '(?:\\p{Lu}\\.\\s?){1,3}'
const PARTICLE =
	'(?:de(?:\\s+l[ao]s?)?|la|del|della|da|dos|di|van(?:\\s+de[rn]?)?|von|der|el|al|bin|ibn|ben|le|du|st\\.|y|e)'
const NAME = `(?:${WORD}|${INITIALS})(?:\\s*(?:"${WORD}"|${PARTICLE}\\s+${WORD}|${WORD}|${INITIALS}|-${WORD}))*`
const TITLE = '(?:Mr|Mrs|Ms|Miss|Mx|Señora?|Sra?|Don|Doña|Messrs|Mme|Mlle).?'
/** Ranks and titles that public figures also have: a known name or several words must follow. */
const RANK =
	'(?:SFC|SSG|SGM|MSG|SSgt|TSgt|MSgt|Cpl|LCpl|Pfc|PFC|Pvt|PVT|SPC|Spc|CPT|LTC|CDR|CPO|PO[123]|Pastor|Rev|Reverend|Fr|Rabbi|Imam|Deacon|Capt|Col|Maj|Cmdr|Cdr|Uncle|Aunt|Auntie|Tía|Tío|Grandma|Granny|Grandpa).?'
const SUFFIX = '(?:,?\\s+(?:Jr|Sr|II|III|IV)\\b\\.?)?'

/** Every run of capitalized words, with its title if any. */
const CANDIDATE = pattern(
	'gu',
)`(?<![\p{L}\p{N}@#_./])(?:(?<title>${TITLE}|${RANK}|Dr\.?)\s+)?(?<name>${NAME})${SUFFIX}(?![\p{L}\p{N}_@])`

const JOIN =
	"(?:'?s?\\s+(?:full\\s+|real\\s+|legal\\s+|whole\\s+|married\\s+|maiden\\s+)?name,?\\s*(?:(?:is|was)\\s*)?(?:(?:right\\s+)?there|on\\s+(?:it|there|file|the\\s+\\w+)|in\\s+it|visible|shown|still)?\\s*[,:(]?\\s+|(?:\\s*[,(:]|\\s+-)?\\s+(?:(?:is|was)\\s+)?(?:(?:named|called|a\\.?k\\.?a\\.?|by\\s+the\\s+name\\s+of|we'll\\s+call\\s+(?:him|her|them)|let's\\s+call\\s+(?:him|her)|whose\\s+name\\s+is|whom\\s+I'll\\s+call|goes\\s+by)\\s+)?|\\s*\\(|\\s*[:,]\\s*)"
const AFTER_CLIENT_ROLE = pattern('u')`(?<![\p{L}])${CLIENT_ROLE}${JOIN}["']?$`
const AFTER_FAMILY_ROLE = pattern('u')`(?<![\p{L}])(?<!\b[Mm]y\s)${FAMILY_ROLE}${JOIN}["']?$`
const AFTER_VERB = pattern(
	'iu',
)`\b${CLIENT_VERB_BEFORE}\s+(?:(?:a|an|the|one|my|our|poor|old|young|little|both|client|Mr\.?|Ms\.?|Mrs\.?)\s+)?["']?$`
const BEFORE_STRONG_VERB = pattern('u')`^${STRONG_VERB_AFTER}`
const BEFORE_MATTER = pattern('iu')`^${MATTER_OF_PERSON}`
const ROLE_AFTER = CLIENT_ROLE.replace('[Gg]uy|', '').replace('[Kk]id|', '')
const BEFORE_CLIENT_ROLE = pattern(
	'u',
)`^(?:,|\s*\(|\s+-+)\s*(?:(?:the\s+)?(?:OP|pro\s+se)\b|(?:who(?:'s|\s+is)\s+)?(?:my|our|the|his|her|a|adverse|potential)\s+(?:own\s+)?${ROLE_AFTER}\b|(?:is\s+)?(?:d\.?o\.?b|ssn?\b|social|born\b|b\.\s|aged?\s+\d|\d{1,3}(?:,|\)|\s+y)|a-?\s?(?:number|#)|A\d{2}|plaintiff|defendant|respondent|petitioner|decedent|claimant|deceased|OP\b|cell\b|ph(?:one)?\b))`
/** Returns whether a candidate is a family name in the plural: the Abernathys, the Johnsons. */
function isFamily({ words, lead, trail }: Candidate): boolean {
	const [word = ''] = words
	if (words.length !== 1 || !/[a-z]s$/.test(word) || !/\b[Tt]he\s+(?:\w+,?\s+)?$/.test(lead)) return false
	const single = [word.replace(/es$/, ''), word.replace(/s$/, ''), word.replace(/ies$/, 'y')]
	if (
		!single.some(
			(one) => one !== word && (isSurname(one) || looksLikeSurname(one)) && (isSurname(one) || !canBeSurname(one)),
		)
	)
		return false
	return !THING_AFTER.test(trail) && !/^\s+(?:case|decision|opinion|rule|test|era)\b/.test(trail)
}

/** Works and products after a name: Robert Caro's The Power Broker, a Calvin Klein suit. */
const WORK_AFTER =
	/^(?:'s?\s+["\p{Lu}]|\s*[®™]|\s+(?:\d|suit|printer|scanner|phone|novel|book|bag|desk|chair|shoes|pen|tapes?|seminars?|quote|style|lawyer|fan)\b)/u
const ESTATE = /\b[Ee]states?\s+of\s+(?:the\s+late\s+)?(?:Mr\.?\s+|Mrs\.?\s+|Ms\.?\s+)?$/

interface Candidate {
	place: Span
	title: string
	words: readonly string[]
	/** Text on the same line before and after the name. */
	lead: string
	trail: string
}

/** Drops leading words that are capitalized only because they start a sentence, or that state a role. */
function withoutSentenceWords(name: string): { name: string; shift: number } {
	let rest = name
	for (;;) {
		const [, head = '', next = ''] = /^([\p{L}'-]+)\s+([\p{L}'-]+)/u.exec(rest) ?? []
		const isSentence =
			ROLE_WORD.test(head) ||
			NOT_A_PERSON.test(head) ||
			(!canBeGivenName(head) && !isSurname(head) && isGivenName(next))
		if (!head || !isSentence) break
		rest = rest.slice(head.length).trimStart()
	}
	return { name: rest, shift: name.length - rest.length }
}

/** Words before the name of an author who is read or quoted, or of a judge before whom lawyers appear. */
const READER_BEFORE =
	/\b(?:(?:[Rr]ead|[Rr]eading|[Rr]eread|[Rr]ereading|[Qq]uoting|[Cc]iting|[Ff]ollow|[Hh]eard)|[Ii]n\s+(?:\p{Lu}[\p{L}']+\s?){1,4},|ALJ|IJ|Surrogate|Hearing\s+Officer|Special\s+Master|Recorder|Trustee)\s+$/u

const FAMOUS_PARTIES = new Set(FAMOUS_CASES.flatMap((name) => name.split(' v ')).filter((party) => party.includes(' ')))
/** Returns whether words are the full name of a party in a famous case: Merrell Dow, Loper Bright. */
const isInFamousCase = (words: readonly string[]) => FAMOUS_PARTIES.has(words.join(' ').toLowerCase())

const isFamousPerson = (words: readonly string[]) =>
	/^(?:Palsgraf|Lincoln|Darrow|Miranda|Gideon|Spock|Rogers|Magoo|Robinson|Carbolic|Coffee|Pac-Man|Dalloway|Darcy|Potato|Peanut|Monopoly|Havisham|Maisel|Doubtfire|Seuss|Strangelove|Brandeis|Holmes|Finch)$/.test(
		words.join(' '),
	) || FAMOUS_PEOPLE.has(words.slice(0, 2).join(' ').toLowerCase().replaceAll('.', ''))

function readCandidate(match: RegExpExecArray, text: string): Candidate | undefined {
	const { title = '', name: whole = '' } = match.groups ?? {}
	const { name, shift } = title ? { name: whole, shift: 0 } : withoutSentenceWords(whole)
	const start = title ? match.index : match.index + match[0].indexOf(whole) + shift
	const end = match.index + match[0].length
	const words = name.split(/[\s"]+/).filter(Boolean)
	if (name.length < 2 || words.length > 5 || isFamousPerson(words) || /^Uncle\s+Sam$/.test(match[0])) return undefined
	if (words.some((word) => NOT_A_PERSON.test(word))) return undefined
	return { place: [start, end], title, words, lead: before(text, start, 90), trail: after(text, end, 60) }
}

/** Returns whether the lists show that words name a person: a given name and another, or an initial and a surname. */
function isWholeName(words: readonly string[]): boolean {
	const [first = '', second = ''] = words
	if (words.length < 2 || words.every((word) => word.includes('.'))) return false
	const last = words.at(-1) ?? ''
	if (/^\p{Lu}\./u.test(first)) return canBeSurname(last) || last.length > 2
	return (
		(canBeGivenName(first) && last.length > 1) ||
		(isSurname(first) && canBeGivenName(last)) ||
		((isSurname(last) || looksLikeSurname(last)) && first.length > 1 && !isSurname(first)) ||
		(isGivenName(second) && words.length > 2)
	)
}

const isPublic = ({ lead, trail, words }: Candidate, text: string, place: Span): boolean => {
	if (PUBLIC_BEFORE.test(lead) || THING_AFTER.test(trail) || READER_BEFORE.test(lead)) return true
	// A name next to "v." is part of a case name, which `findCaptions` handles.
	if (/\bvs?\.?\s+$/.test(lead) || /^,?\s+vs?\.?\s/.test(trail)) return true
	if (words.length > 1 && isInFamousCase(words)) return true
	if (
		/^,?\s+(?:Esq|J\.D|PhD|Ph\.D|C\.?J|JJ?\.)\b/.test(trail) ||
		/^,\s+(?:who\s+(?:wrote|teaches|runs|spoke|presented)|(?:the|our|a|my)\s+(?:[\w'-]+\s+){0,3}(?:judge|clerk|bailiff|mediator|president|dean|librarian|prosecutor|professor|author|magistrate|speaker|mentor|colleague|teacher|bar\s+counsel|ADA|paralegal|assistant))\b/.test(
			trail,
		)
	)
		return true
	// The writer's signature.
	if (
		words.length >= 1 &&
		/(?:^|[\n.!?)]\s*|--?\s*|best,?\s*|cheers,?\s*|thanks!?,?\s*)$/i.test(lead) &&
		/^[\s,.]*(?:esq\.?|solo|law|\p{Lu}\p{Ll}+,?\s+\p{Lu}{2})?[\s.]*$/iu.test(text.slice(place[1], place[1] + 40))
	)
		return true
	return false
}

/** Returns whether the whole sentence is about a matter rather than a book or a talk. */
function isMatterTalk(text: string, place: Span): boolean {
	const sentence = sentenceAround(text, place)
	const around = `${sentence.before} ${sentence.after}`
	return MATTER_TALK.test(around) && !PUBLIC_TALK.test(around)
}

/** Returns whether words right before or after the name describe an action with, for or by that person. */
function isInMatter({ place, title, words, lead, trail }: Candidate, text: string, known: boolean): boolean {
	const isWhole = isWholeName(words)
	const isFirstName = words.length === 1 && isGivenName(words[0] ?? '')
	if (AFTER_VERB.test(lead))
		return isWhole || isFirstName || (words.length > 1 && /\b(?:represent|behalf|defend)/i.test(lead.slice(-40)))
	if (BEFORE_MATTER.test(trail)) return isWhole || isFirstName
	if (BEFORE_STRONG_VERB.test(trail)) return isWhole || isFirstName || title !== '' || (words.length === 2 && known)
	if (!isWhole) return false
	return /^\s+(?:came|hired|retained|owes|signed)\b/.test(trail) || isMatterTalk(text, place)
}

function isClient(candidate: Candidate, text: string, mailboxes: string): boolean {
	const { place, title, words, lead, trail } = candidate
	const known = words.some((word) => canBeGivenName(word) || isSurname(word))
	const isInitials = /^(?:\p{Lu}\.\s?){2,3}$/u.test(words.join(''))
	const isPerson = words.length > 1 || title !== '' || known || isInitials
	// Any name after "my client" is a client's.
	if (AFTER_CLIENT_ROLE.test(lead)) return isPerson && !THING_AFTER.test(trail)
	// "Rosalind, my client, was told", "Rosalind (my client)", "Aiden M. Stroud, dob".
	if (isPerson && BEFORE_CLIENT_ROLE.test(trail)) return true
	if (AS_NAME.test(lead) && hasPersonForm(words)) return true
	if (isFamily(candidate) || isFamilyInMatter(words, lead, trail)) return true
	if (isPublic(candidate, text, place)) return false
	if (ESTATE.test(lead)) return isPerson && !/^,?\s+(?:vs?\b|versus)|^,\s*\d|^\s*\(?(?:19|20)\d{2}\)/.test(trail)
	if (AFTER_FAMILY_ROLE.test(lead)) return isPerson
	return isSpokenOfAsClient(candidate, text, mailboxes, known)
}

/** Returns whether nothing in the sentence makes the person public, and something indicates a client. */
function isSpokenOfAsClient(candidate: Candidate, text: string, mailboxes: string, known: boolean): boolean {
	const { place, title, words, lead, trail } = candidate
	if (isOnlyPlace(candidate)) return false
	const sentence = sentenceAround(text, place)
	const around = `${sentence.before} ${sentence.after}`
	if (IS_TITLE.test(title) && !NO_CLIENT_TALK.test(around)) return true
	if (PUBLIC_TALK.test(around) && !/\bclients?\b/i.test(sentence.before)) return false
	if (isInPersonSlot(words, lead, trail, mailboxes)) return true
	if (title !== '' && !title.startsWith('Dr') && (known || words.length > 1 || IS_TITLE.test(title))) return true
	return isInMatter(candidate, text, known) || isPrivatePerson(candidate)
}

/** How a name was recorded: I wrote the wife as "Hephzibah Cray". */
const AS_NAME =
	/\b(?:typed|wrote|listed|put|entered|captioned|named|booked|identified|styled|signed|reviewed?|spell(?:s|ed)|recorded|indexed|registered|knows?|known)\b[^.?!\n]{0,40}\sas\s+["']?$/i

/** Returns whether the position fits only a place: in Falls Church, near Council Bluffs; not Dana Whitlock's case. */
const isOnlyPlace = ({ lead, trail, words }: Candidate) =>
	/\b(?:in|near|outside|around|throughout)\s+$/i.test(lead) &&
	!/^'s?\b/.test(trail) &&
	!(isGivenName(words[0] ?? '') && words.length > 1)

/** Talk in which people with a title are colleagues, judges or authors. */
const NO_CLIENT_TALK =
	/\b(?:wrote\s+(?:a|the)|books?|articles?|panel(?:ist)?s?|speakers?|keynote|webinars?|podcasts?|CLE|mentor\w*|thank\s+you|kudos|shout-?out|congrat\w*|bar\s+(?:president|association)|novels?|films?|movies?|TV|series|actor|clerked|professor|law\s+school)\b/i

const IS_TITLE = pattern('u')`^${TITLE}$`

/**
 * Returns whether a full name has no sign of being public. Colleagues use first names and titles for each other; a full
 * name in a post is usually that of a person in a matter.
 */
function isPrivatePerson({ words, lead, trail }: Candidate): boolean {
	const [first = ''] = words
	const last = words.at(-1) ?? ''
	if (words.length < 2 || words.length > 4 || !/^\p{Lu}'?\p{L}*\p{Ll}/u.test(last)) return false
	if (!isGivenName(first) && !(canBeGivenName(first) && looksLikeSurname(last))) return false
	// A name after "v." is part of a case name, which `findCaptions` handles.
	if (/\bvs?\.?\s+$/.test(lead) || words.some((word) => NOT_A_SURNAME.test(word) && !isSurname(word))) return false
	if (WORK_AFTER.test(trail) || /\b(?:the|an?|old|per|like|than)\s+["']?$/i.test(lead)) return false
	return true
}

/** Finds names of clients and parties. */
export function findNames(text: string): Span[] {
	const places: Span[] = []
	const mailboxes = mailboxesOf(text)
	for (const match of text.matchAll(CANDIDATE)) {
		const candidate = readCandidate(match, text)
		if (candidate && isClient(candidate, text, mailboxes)) places.push(candidate.place)
	}
	return [...places, ...namesInFields(text), ...namesInOtherCases(text)]
}

/** Finds surnames from known captions or full names that occur again on their own: "Sorry, Lindgren". */
export function surnamesAgain(text: string, names: readonly string[], captions: readonly string[]): Span[] {
	const wordsOf = (part: string) => part.match(/\p{Lu}\p{Ll}{3,20}/gu) ?? []
	const words = new Set([
		...names.flatMap((name) => (/[\s-]/.test(name) ? wordsOf(/[^\s]+$/.exec(name)?.[0] ?? '') : [])),
		...captions.flatMap(wordsOf).filter((word) => isSurname(word)),
	])
	if (words.size === 0) return []
	const again = pattern(
		'gu',
	)`(?<![\p{L}\p{N}@._-]|\p{L}'|\b\d+\s|\b(?:Judge|Justice|Magistrate)\s)(?:${[...words].slice(0, 40).join('|')})(?![\p{L}\p{N}@_-]|\.\w)`
	return spansOf(text, again).filter(([, end]) => !THING_AFTER.test(after(text, end, 30)))
}

import {
	ARGUED_UNDER,
	CITED,
	CITING,
	COMPARED,
	DOCKETED,
	LAW,
	LAW_AFTER,
	LAW_BEFORE,
	LIVE,
	OWN_MATTER,
	REPORTER,
} from './data/case-talk.ts'
import { FAMOUS_CASES } from './data/famous-cases.ts'
import { NOT_A_PERSON } from './data/person-talk.ts'
import { partyAfter, partyBefore, type Word } from './parties.ts'
import { pattern } from './pattern.ts'
import { isGivenName, isSurname, looksLikeSurname } from './person-words.ts'
import { after, before, type Span, sentenceAround } from './text.ts'

// A case name is public when cited as law, and confidential when it is the writer's own matter. The context
// distinguishes them: a reporter citation or talk about the law, or a hearing next week.

const VERSUS =
	/(?<=[\p{L}\p{N}.,)'"&] )(?:[vV]\.?|[vV][sS]\.?|adv\.|ads\.|[vV]ersus|VERSUS|-v(?:s)?\.?-)(?= +["'(]?[\p{L}\p{N}])/gu

const KIND =
	'(?:(?:the\\s+)?(?:estates?|est\\.|guardianships?|conservatorships?|marriage|adoption|custody|parentage|paternity|maternity|interests?|dependency|welfare|name\\s+change|change\\s+of\\s+name|(?:civil\\s+)?commitment|detention|(?:[\\w-]{1,20}\\s+){0,2}trust|succession|support|application|petition|visitation|placement|termination\\s+of\\s+(?:the\\s+)?parental\\s+rights|dissolution\\s+of\\s+(?:the\\s+)?marriage|dissolution|will|last\\s+will|probate|claim|arbitration|protection|mental\\s+health|care|discipline|disbarment|reinstatement)\\s+(?:of|to|between|for|under\\s+the\\s+will\\s+of)(?:\\s+the)?(?:\\s+(?:person|estate|late|will|minor(?:\\s+child)?|child(?:ren)?|marriage)(?:\\s+and\\s+estate)?(?:\\s+of)?)?)'
const OPENING =
	'(?:in\\s+re:?|in\\s+the\\s+matter\\s+of|in\\s+the\\s+interest\\s+of|matter\\s+of|itmo|irmo|imo|i/m/o|ex\\s+parte|re:)'
/** In re Smith, Matter of the Estate of Jones, Guardianship of Pearl Ostrander. `partyAfter` reads the name. */
const OF_FORM = pattern(
	'giu',
)`(?<![\p{L}\p{N}_-])(?:(?<opening>${OPENING})(?:\s+the)?\s+(?:(?<inner>${KIND})\s+)?|(?<kind>${KIND})\s+)(?=["'(]?[\p{L}])`
/** Kinds of matters that are also common words. */
const LOOSE_KIND =
	/^(?:the\s+)?(?:adoption|custody|interests?|commitment|detention|.*trust|support|application|petition|placement|welfare|will|probate|claim|arbitration|protection|mental|care|discipline|disbarment|reinstatement|dissolution|succession|visitation|name|change|paternity|dependency)\b/i

const GOVERNMENT =
	/^(?:(?:the\s+)?(?:state|people|commonwealth|government|city|county|town|village|district|territory|united\s+states|u\.?s\.?a?\.?|usa|regina|crown)\b)/i
const PUBLIC_BODY =
	/^(?:the\s+)?(?:city|county|town|twp|township|village|vill|borough|bor|board|bd|dep't|dept|div|division|parish|district|authority)\b\.?(?:\s+of\b)?/i
const ORGANIZATION =
	/\b(?:inc|llc|l\.l\.c|corp|corporation|co|company|ltd|llp|lp|bank|ins|insurance|hospital|medical|school|hoa|ass'?n|association|county|city|dept|department|university|partners|group|holdings|logistics|properties|apartments|realty|lending|services|systems|supply|construction|roofing|motors|trucking|homes|stores|enterprises|n\.a|mutual|casualty|transport|transit|clinic|church|union|farms?|brothers|sons|auto|body|towing|paving|plumbing|electric|painting|landscaping|flooring|hvac|salon|spa|restaurants?|grill|cafe|foods?|markets?|grocery|pharmacy|dental|orthopedics|nursing|rehab|senior\s+living|manor|estates|condominiums?|condos?|homeowners|owners|towers|management|mgmt|developers?|development|builders|contracting|contractors|engineering|industries|manufacturing|mfg|freight|freightways|express|shipping|airlines|railway|railroad|motel|hotels?|resorts?|casino|stadium|gym|fitness|academy|charter|daycare|diocese|ministries|credit\s+union|finance|financial|funding|capital|recovery|collections|mortgage|leasing|rentals?|storage|security|staffing|technologies|tech|labs?|media|studios?|energy|oil|gas|solar|power|water|utilities|dairy|ranch|orchards|vineyards|marina|boats?|trucks?|tires?|collision|repair|et\s+al|ex\s+rel|doe|roe|does|trustee|estate)\b/i

const isFamous = (name: string) => {
	const plain = name
		.toLowerCase()
		.replaceAll(/[.,']/g, '')
		.replaceAll(/ (?:corp|inc|co|company|llc|ltd)\b/g, '')
		.replaceAll(/[\s-]+/g, ' ')
		.replace(/ (?:vs|versus) /, ' v ')
	return FAMOUS_CASES.some((known) => plain.startsWith(known) || plain.includes(` ${known}`))
}

const isLawRightThere = (text: string, [start, end]: Span) =>
	LAW_BEFORE.test(before(text, start, 40)) || LAW_AFTER.test(after(text, end, 60))

function isLaw(text: string, place: Span): boolean {
	const sentence = sentenceAround(text, place)
	const around = `${sentence.before} ${sentence.after}`
	if (
		CITING.test(sentence.before) ||
		(/^(?:people|state|com)/i.test(text.slice(...place)) && ARGUED_UNDER.test(sentence.after))
	)
		return true
	if (REPORTER.test(around) && !OWN_MATTER.test(around)) return true
	return !OWN_MATTER.test(around) && (LAW.test(around) || isLawRightThere(text, place))
}

/** Scores how strongly the context of a name suggests an open case. */
function liveness(text: string, [start, end]: Span): number {
	const around = `${text
		.slice(Math.max(0, start - 250), start)
		.split('\n\n')
		.at(-1)} ${text.slice(end, end + 250).split('\n\n')[0]}`
	const said = LIVE.reduce((sum, [weight, pattern]) => sum + (pattern.test(around) ? weight : 0), 0)
	return said + (DOCKETED.test(after(text, end, 160)) ? 2 : 0)
}

/** Scores how much two sides look like parties: people, states, companies. */
function partyLikeness(left: readonly Word[], right: readonly Word[]): number {
	const [leftText, rightText] = [left, right].map((side) => side.map(({ text }) => text).join(' '))
	const known = [...left, ...right].filter(
		({ text }) => isSurname(text) || isGivenName(text) || looksLikeSurname(text),
	).length
	return (
		(GOVERNMENT.test(leftText ?? '') ? 2 : 0) +
		(ORGANIZATION.test(`${leftText} ${rightText}`) || PUBLIC_BODY.test(rightText ?? '') ? 2 : 0) +
		// Family and juvenile cases use initials: K.R.D. v. M.T.D.
		([leftText, rightText].every((side) => /^(?:\p{L}\.?){1,4}$/u.test(side ?? '') && /\./.test(side ?? '')) ? 2 : 0) +
		(/../.test(left.at(-1)?.text ?? '') && left.at(-1)?.text === right.at(-1)?.text ? 2 : 0) +
		Math.min(known, 2)
	)
}

/** Returns whether two sides are programs, animals or teams in a comparison rather than parties. */
function isComparison(left: readonly Word[], right: readonly Word[], versus: string): boolean {
	const sides = [left, right].map((side) => COMPARED.test(side.map(({ text }) => text).join(' ')))
	// Devils v. Rangers: one plural word each, not surnames.
	const areTeams = [left, right].every(
		(side) => side.length === 1 && side.every(({ text }) => /[a-z]{2}s$/.test(text) && !isSurname(text)),
	)
	return areTeams || sides.every(Boolean) || (/^vs?e?r?s/i.test(versus) && versus.length > 1 && sides.some(Boolean))
}

/** Phrases that claim the case as the writer's own: "I'm in Ames v. Petrov", "my caption is". */
const AT_WORK_IN =
	/\b(?:I'?m|we'?re|I\s+am|I\s+was|lost|won|argued|tried|settled|caption(?:\s+is)?:?|my\s+(?:case|matter)(?:\s+is)?:?)\s+(?:\w+\s+)?(?:in\s+|on\s+)?$/i

/** Returns the case name around "v.", and whether it looks like an open case. */
function versusAt(text: string, match: RegExpExecArray): { place: Span; isLive: boolean } | undefined {
	const left = partyBefore(text, match.index)
	const right = partyAfter(text, match.index + match[0].length)
	const [first, last] = [left[0], right.at(-1)]
	if (!first || !last) return undefined
	const place: Span = [first.start, last.end]
	const name = text.slice(...place)
	const likeness = partyLikeness(left, right)
	const isLower = !/\p{Lu}/u.test(name)
	const isMixed = !isLower && !/\p{Lu}/u.test(text.slice(right[0]?.start, last.end))
	const isNone =
		(likeness < 2 && isComparison(left, right, match[0])) ||
		(isLower && likeness < 1) ||
		(isMixed && !right.some(({ text: word }) => isSurname(word))) ||
		CITED.test(after(text, place[1], 80)) ||
		isFamous(name) ||
		isLaw(text, place)
	if (isNone) return { place, isLive: false }
	if (AT_WORK_IN.test(before(text, place[0], 40))) return { place, isLive: true }
	const score = liveness(text, place)
	// "vs." also joins things that are compared.
	const isWeak = /^vs|^versus/i.test(match[0]) || isLower
	return { place, isLive: isWeak ? score + likeness >= 2 : score >= 1 || likeness >= 2 }
}

/** Returns whether words can name a person or family: known names, initials, or two to four capitalized words. */
function isNamed(words: readonly Word[], text: string): boolean {
	const original = words.map(({ start, end }) => text.slice(start, end))
	return (
		words.some(({ text: word }) => isSurname(word) || isGivenName(word) || looksLikeSurname(word)) ||
		original.every((word) => /^(?:\p{Lu}\.?-?){1,4}$/u.test(word)) ||
		(original.length >= 2 && original.length <= 4 && original.every((word) => /^\p{Lu}[\p{L}'.-]*$/u.test(word)))
	)
}

const PUBLIC_MATTER =
	/\b(?:litigation|litig|antitrust|securities|derivative|products?|marketing|mdl|cases|rule|rules|amendment|law|fact|time|principle|course|opinion|record|days|hours|taste|style|interest)\b/i

/** Returns whether the words name a matter. The words before them determine how much evidence is needed. */
function isMatter(
	words: readonly Word[],
	groups: Record<string, string | undefined>,
	text: string,
	place: Span,
): boolean {
	const { opening = '', inner, kind } = groups
	const isLower = !/\p{Lu}/u.test(text.slice(words[0]?.start, place[1]))
	const known = words.some(({ text: word }) => isSurname(word) || isGivenName(word))
	const live = () => liveness(text, place) >= 1
	if (/^re:$/i.test(opening)) return inner !== undefined && isNamed(words, text)
	if (kind) {
		// "the estate of Ruth Ames" in a sentence names a person; as a title it is a case.
		if (isLower ? !known : !/^(?:the\s+)?\p{Lu}/u.test(kind.replace(/^The/, 'the'))) return false
		return LOOSE_KIND.test(kind) ? isNamed(words, text) && live() : isNamed(words, text) || live()
	}
	if (isLower) return known && (inner !== undefined || !/^matter/i.test(opening))
	// "A matter of Pride" is not a case; "Matter of Krauss" is.
	if (/^matter/.test(opening) && !inner) return isNamed(words, text) && live()
	return isNamed(words, text) || inner !== undefined || live()
}

function ofFormAt(text: string, match: RegExpExecArray): Span | undefined {
	const groups = match.groups ?? {}
	const words = partyAfter(text, match.index + match[0].length)
	const last = words.at(-1)
	if (!last) return undefined
	const place: Span = [match.index, last.end]
	const party = text.slice(words[0]?.start, last.end)
	// Published immigration decisions are named by hyphenated initials.
	if (PUBLIC_MATTER.test(party) || /^(?:\p{Lu}-){1,4}/u.test(party)) return undefined
	if (CITED.test(after(text, place[1], 80)) || isFamous(text.slice(...place))) return undefined
	// Few cited decisions have a full personal name after "In re Estate of".
	const isPerson = groups.inner !== undefined && words.length > 1 && isNamed(words, text)
	if (isPerson ? isLawRightThere(text, place) : isLaw(text, place)) return undefined
	return isMatter(words, groups, text, place) ? place : undefined
}

/** File names such as Farrow/Benitez or Ketchum and Ketchum. */
const FILE_NAME =
	/(?<![\p{L}\p{N}/@.])(?<left>\p{Lu}\p{Ll}[\p{L}'-]{2,20})(?<sign>\s?\/\s?|\s(?:and|&)\s)(?<right>\p{Lu}\p{Ll}[\p{L}'-]{2,20})(?![\p{L}\p{N}/@])/gu
const FILE_TALK =
	/\b(?:matter|case|file|divorce|dissolution|custody|mediation|trial|hearing|depo|deposition|closing|settlement|injection|eval|caption|is\s+what\s+I\s+call(?:ed)?|what\s+I\s+call\s+it|call\s+it|boundary|lien|appeal|discovery)\b/i
const DOCTRINE_AFTER =
	/^\s+(?:brief|hearing|letters?|method|lien|funds?|resentencing|motion|material|issue|analysis|test|doctrine|rule|act|waiver|question|transition|people|lawyers?|county|area)\b/i

const isNoOther = (word: string) => !COMPARED.test(word) && !NOT_A_PERSON.test(word)
/** Returns whether the text next to two words identifies them as a file name. */
const isCalledFile = (text: string, [start, end]: Span) =>
	/\b(?:matter|case|file|caption)\b[^.?!\n]{0,25}$/i.test(before(text, start, 40)) ||
	/^\s+(?:matter|case|divorce|custody|mediation|trial|closing|depo|dissolution)\b/.test(after(text, end, 20))

/** Finds pairs of surnames that the text treats as a matter. */
function fileNames(text: string): Span[] {
	return [...text.matchAll(FILE_NAME)].flatMap((match) => {
		const { left = '', right = '', sign = '' } = match.groups ?? {}
		const place: Span = [match.index, match.index + match[0].length]
		const isOf = (word: string) => (isSurname(word) || looksLikeSurname(word)) && !COMPARED.test(word)
		const areParties = sign.includes('/')
			? (isOf(left) && isOf(right)) ||
				(isCalledFile(text, place) && [left, right].some(isOf) && isNoOther(left) && isNoOther(right))
			: left === right && isOf(left)
		if (!areParties || DOCTRINE_AFTER.test(after(text, place[1], 30))) return []
		if (isFamous(`${left} v ${right}`)) return []
		const around = `${before(text, place[0], 60)} ${after(text, place[1], 60)}`
		return FILE_TALK.test(around) && !LAW.test(around) ? [place] : []
	})
}

/** Finds case names that look like open matters. */
export function findCaptions(text: string): Span[] {
	const named = [...text.matchAll(VERSUS)].flatMap((match) => versusAt(text, match) ?? [])
	const places = named.filter(({ isLive }) => isLive).map(({ place }) => place)
	for (const match of text.matchAll(OF_FORM)) {
		const place = ofFormAt(text, match)
		// "Estate of Thornton v. Caldor" was handled as a whole above.
		if (place && !named.some(({ place: [start, end] }) => place[0] < end && start < place[1])) places.push(place)
	}
	return [...places, ...fileNames(text)]
}

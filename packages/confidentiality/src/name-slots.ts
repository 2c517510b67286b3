import { FAMOUS_CASES } from './data/famous-cases.ts'
import { NO_PERSON_HEAD, NO_PERSON_TAIL } from './data/no-person.ts'
import {
	AFTER_FAMILY,
	BARE_ROLE,
	BEFORE_FAMILY,
	DATA_AFTER,
	FIELD,
	FIRST_NAME_AFTER,
	FIRST_NAME_BEFORE,
	LIKELY_SLOT,
	NO_FAMILY,
	PERSON_VERB,
	SURE_SLOT,
} from './data/person-slots.ts'
import { MATTER_OF_PERSON, NOT_A_PERSON, NOT_A_SURNAME, THING_AFTER } from './data/person-talk.ts'
import { pattern } from './pattern.ts'
import { canBeGivenName, canBeSurname, isGivenName, isSurname, looksLikeSurname } from './person-words.ts'
import { after, before, type Span } from './text.ts'

// Most names are on no list. Two capitalized words are a person in positions where only a person fits: "rep'ing X",
// "made out to X", "X got served", "X, dob", "Plaintiff: X".

/** Returns whether two to four words are written like a name and have no other known meaning. */
export function hasPersonForm(words: readonly string[]): boolean {
	const [first = ''] = words
	const last = words.at(-1) ?? ''
	if (words.length < 2 || words.length > 4 || last.length < 3) return false
	if (!words.every((word) => /^(?:\p{Lu}'?\p{L}*\p{Ll}[\p{L}'-]*|\p{Lu}\.)$/u.test(word))) return false
	if (words.some((word) => NOT_A_PERSON.test(word) || (NOT_A_SURNAME.test(word) && !isSurname(word)))) return false
	if (NO_PERSON_TAIL.test(last)) return false
	return !NO_PERSON_HEAD.test(first) || (isGivenName(first) && looksLikeSurname(last))
}

const isKnown = (words: readonly string[]) =>
	canBeGivenName(words[0] ?? '') || isSurname(words.at(-1) ?? '') || looksLikeSurname(words.at(-1) ?? '')

const AFTER_BARE_ROLE = pattern(
	'u',
)`(?<![\p{L}'-]|\b[Mm]y\s|\b[Mm]y\s\p{L}{1,10}\s|\b[Ii]n\s|\b[Aa]s\s)${BARE_ROLE}(?:'s)?(?:\s+(?:full\s+|legal\s+|real\s+|maiden\s+|last\s+|first\s+)?(?:name|initials))?(?:\s*[,(:]\s*|\s+(?:(?:is|was|are|as|named|called|aka)\s+)?|\s+turned\s+out\s+to\s+be\s+)(?:an?\s+)?["']?$`
const IN_SURE_SLOT = pattern('u')`(?<![\p{L}])${SURE_SLOT}`
const IN_LIKELY_SLOT = new RegExp(LIKELY_SLOT, 'u')
const BEFORE_PERSON_VERB = new RegExp(PERSON_VERB, 'u')
const BEFORE_DATA = new RegExp(DATA_AFTER, 'u')
const BEFORE_MATTER = pattern('iu')`^${MATTER_OF_PERSON}`
const AFTER_FIELD = pattern('u')`${FIELD}$`
const BEFORE_FIRST_NAME = new RegExp(FIRST_NAME_BEFORE, 'u')
const FAMILY_LEAD = new RegExp(BEFORE_FAMILY, 'u')
const FAMILY_TRAIL = new RegExp(AFTER_FAMILY, 'u')
const AFTER_FIRST_NAME = new RegExp(FIRST_NAME_AFTER, 'u')

/** Returns whether the post contains a mailbox that matches the person: Jedediah Fawsitt, jedediah@ or info@fawsitt. */
function hasMailbox(words: readonly string[], mailboxes: string): boolean {
	const [first = ''] = words
	const last = words.at(-1) ?? ''
	return [last, first].some((word) => word.length > 4 && mailboxes.includes(word.toLowerCase()))
}

/** Returns everything next to an "@" in the text, in lower case; empty if there is none. */
export const mailboxesOf = (text: string): string =>
	text.includes('@') ? (text.match(/[\w.+-]{1,64}@[\w.-]{1,64}/g) ?? []).join(' ').toLowerCase() : ''

/** Returns whether a name is in a position where only a person fits. */
export function isInPersonSlot(words: readonly string[], lead: string, trail: string, mailboxes: string): boolean {
	if (words.length === 1 && isGivenName(words[0] ?? ''))
		return (
			AFTER_FIELD.test(lead) ||
			AFTER_BARE_ROLE.test(lead.replace(/\p{Lu}\p{Ll}+(?:,|\s+(?:and|&))\s+$/u, '')) ||
			(BEFORE_FIRST_NAME.test(lead) && AFTER_FIRST_NAME.test(trail))
		)
	const isInitials = /^(?:\p{Lu}\.-?){2,4}$/u.test(words.join(''))
	if (isInitials)
		return AFTER_BARE_ROLE.test(lead) || /\b(?:initials?|minor|child|kid|juvenile)(?:'s)?[^.?!]{0,20}$/i.test(lead)
	if (words.length === 1) return isSurnameOfMatter(words[0] ?? '', lead, trail)
	if (THING_AFTER.test(trail)) return false
	if (words.length === 2 && /^\p{Lu}\.$/u.test(words[0] ?? '') && (words[1]?.length ?? 0) > 3)
		return IN_SURE_SLOT.test(lead) || AFTER_BARE_ROLE.test(lead)
	if (!hasPersonForm(words)) return false
	return (
		IN_SURE_SLOT.test(lead) ||
		AFTER_BARE_ROLE.test(lead) ||
		BEFORE_DATA.test(trail) ||
		BEFORE_PERSON_VERB.test(trail) ||
		(isKnown(words) && IN_LIKELY_SLOT.test(lead)) ||
		(isKnown(words) && BEFORE_MATTER.test(trail)) ||
		hasMailbox(words, mailboxes)
	)
}

/**
 * Returns whether a lone surname refers to a matter, not a cited decision: the Hargrove file, Lindqvist called again.
 */
function isSurnameOfMatter(word: string, lead: string, trail: string): boolean {
	if (!isSurname(word) || isGivenName(word)) return false
	if (FAMOUS_WORDS.has(word.toLowerCase()) && !/\b[Mm]y\s+$/.test(lead)) return false
	if (/\b(?:[Tt]he|[Mm]y|[Oo]ur|[Tt]his)\s+$/.test(lead))
		return /^\s+(?:file|matter|closing|divorce|depo|deposition|mediation|settlement|estate|custody|eviction|retainer|adoption|guardianship|kids|siblings|family|probate)\b/.test(
			trail,
		)
	return (
		/(?:^|[.?!"]\s*)$/.test(lead) &&
		/^\s+(?:called|emailed|e-mailed|texted|ghosted|showed\s+up|wants\s+(?:his|her|a|me|to)|owes|hasn't\s+paid|won't\s+(?:sign|pay|settle|leave))\b/.test(
			trail,
		)
	)
}
const FAMOUS_WORDS = new Set(FAMOUS_CASES.flatMap((name) => name.split(/\s+/)))

/** Returns whether a plural such as the Haverstocks is a family in a matter, even if the name is on no list. */
export function isFamilyInMatter(words: readonly string[], lead: string, trail: string): boolean {
	const [word = ''] = words
	if (words.length !== 1 || !/^\p{Lu}\p{Ll}{3,}s$/u.test(word) || NO_FAMILY.test(word)) return false
	return FAMILY_LEAD.test(lead) || (/\b[Tt]he\s+$/.test(lead) && FAMILY_TRAIL.test(trail))
}

const FIELD_NAME = pattern(
	'gu',
)`${FIELD}\s*(?<found>\p{Lu}[\p{L}'-]+(?:,\s\p{Lu}[\p{L}'.-]*)?(?:\s\p{Lu}(?:[\p{L}'-]+|\.)?(?![\p{L}:.]|\s*[:=])){0,3})`

/** Finds names after form labels: Last: Szymborski; Plaintiff: PRZYBYLA, JOANNA M. */
export function namesInFields(text: string): Span[] {
	const places: Span[] = []
	for (const match of text.matchAll(FIELD_NAME)) {
		const name = match.groups?.found ?? ''
		const start = match.index + match[0].length - name.length
		const words = name.split(/[\s,]+/).filter(Boolean)
		const plain = words.map((word) =>
			/^\p{Lu}{2,}$/u.test(word) ? word.charAt(0) + word.slice(1).toLowerCase() : word,
		)
		if (plain.some((word) => NOT_A_PERSON.test(word) || NOT_A_SURNAME.test(word))) continue
		if (THING_AFTER.test(after(text, start + name.length, 30))) continue
		const isNameField = /\b(?:last|first|sur|maiden|family|given|middle)\s*(?:name)?\s*[:=]\s*"?$/i.test(
			match[0].slice(0, -name.length),
		)
		const isPerson =
			words.length > 1 &&
			(name.includes(',') || hasPersonForm(plain)) &&
			plain.some((word) => canBeGivenName(word) || looksLikeSurname(word))
		const isOne =
			words.length === 1 && plain.some((word) => isGivenName(word) || isSurname(word) || looksLikeSurname(word))
		const isWord = /^\p{Lu}\p{Ll}+$/u.test(name) || /^\p{Lu}{4,}$/u.test(name)
		if (isPerson || isOne || (isNameField && isWord)) places.push([start, start + name.length])
	}
	for (const match of text.matchAll(NAME_FIELD_IN_WORDS)) {
		const word = match.groups?.found ?? ''
		const start = match.index + match[0].length - word.length
		if (!NOT_A_PERSON.test(word) && !/[Mm]y\s*$/.test(before(text, match.index, 5)))
			places.push([start, start + word.length])
	}
	return places
}

/** Fields written out in a sentence: last name Okwuosa, first name Chidubem. */
const NAME_FIELD_IN_WORDS =
	/\b(?:[Ll]ast|[Ff]irst|[Mm]aiden|[Mm]iddle)\s+name\s+(?:is\s+|was\s+)?"?(?<found>\p{Lu}\p{Ll}[\p{L}'-]{2,20})/gu

export const isSurnameFirst = (last: string, first: string): boolean =>
	isGivenName(first) && !isGivenName(last) && (looksLikeSurname(last) || canBeSurname(last))

import { CLIENT_ROLE, FAMILY_ROLE, NOT_A_PERSON } from './data/person-talk.ts'
import { hasPersonForm, isSurnameFirst } from './name-slots.ts'
import { pattern } from './pattern.ts'
import { isGivenName, isSurname, looksLikeSurname } from './person-words.ts'
import { after, before, type Span } from './text.ts'

// Names that are not capitalized as in a sentence.

/** As in files and dockets: PRUITT, DARLENE; Pruitt, Darlene; DARLENE PRUITT. */
const SURNAME_FIRST =
	/(?<![\p{L}\p{N}.,'-])(?<last>\p{Lu}[\p{L}'-]{2,20}),\s(?<first>\p{Lu}[\p{L}'-]{2,15})(?:\s\p{Lu}\.?)?(?![\p{L}\p{N}'-])/gu
const IN_CAPITALS =
	/(?<![\p{L}\p{N}.'-])(?<first>\p{Lu}{3,15})\s(?:\p{Lu}\.?\s|\p{Lu}{3,15}\s)?(?<last>\p{Lu}[\p{Lu}'-]{2,20})(?![\p{L}\p{N}'-])/gu
/** As typed on a phone: my client darlene pruitt, my guy tony. */
const IN_SMALL_LETTERS =
	/(?<![\p{L}\p{N}@._-])(?<first>\p{Ll}[\p{Ll}'-]{2,15})(?:\s(?=(?:\p{Ll}\.?\s)?(?<last>\p{Ll}[\p{L}'-]{1,20})))?(?![\p{N}@-])/gu
const BEFORE_SMALL_LETTERS = pattern(
	'u',
)`(?<![\p{L}])(?:[Nn]ame(?:'?s|\s+(?:is|was|of)|:)|(?:clients?|guys|his|her|their|kids|def'?s|defendants?|the)\s+(?:little\s+|older\s+|big\s+|baby\s+|step)?(?:brother|sister|mom|mother|dad|father|wife|husband|son|daughter|cousin|uncle|aunt|girlfriend|boyfriend|gf|bf|ex|baby\s+mama|roommate|landlord|boss)|${CLIENT_ROLE}(?:,|\s+(?:is|was|named|called))?|${FAMILY_ROLE}|(?:on\s+behalf\s+of|i\s+represent|named|poor))\s+$`

const placeOf = (match: RegExpExecArray): Span => [match.index, match.index + match[0].length]

function isLastFirst(match: RegExpExecArray, text: string): boolean {
	const { first = '', last = '' } = match.groups ?? {}
	// Exclude "Yes, Maria" (not a surname) and lists of three (the text continues).
	return (
		isSurnameFirst(last, first) &&
		!NOT_A_PERSON.test(last) &&
		!/^,?\s(?:and\s)?\p{Lu}\p{Ll}/u.test(after(text, placeOf(match)[1], 12))
	)
}

function isInCapitals(match: RegExpExecArray, text: string): boolean {
	const { first = '', last = '' } = match.groups ?? {}
	if (!isGivenName(first)) return false
	if (isSurname(last)) return true
	// In all-caps text, capitals are not evidence.
	const isShouted =
		/\p{Lu}{3,}\W*$/u.test(before(text, match.index, 20)) || /^\W*\p{Lu}{3,}/u.test(after(text, placeOf(match)[1], 20))
	return !isShouted && hasPersonForm([first, last].map((word) => word.charAt(0) + word.slice(1).toLowerCase()))
}

function inSmallLetters(match: RegExpExecArray, text: string): Span[] {
	const { first = '', last = '' } = match.groups ?? {}
	if (!isGivenName(first) || !BEFORE_SMALL_LETTERS.test(before(text, match.index, 60))) return []
	const isWhole = isSurname(last) || looksLikeSurname(last)
	const end = match.index + first.length
	return [[match.index, isWhole ? text.indexOf(last, end) + last.length : end]]
}

/** Finds names with the surname first, in capitals or in lower case. */
export const namesInOtherCases = (text: string): Span[] => [
	...[...text.matchAll(SURNAME_FIRST)].filter((match) => isLastFirst(match, text)).map(placeOf),
	...[...text.matchAll(IN_CAPITALS)].filter((match) => isInCapitals(match, text)).map(placeOf),
	...[...text.matchAll(IN_SMALL_LETTERS)].flatMap((match) => inSmallLetters(match, text)),
]

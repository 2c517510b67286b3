import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { after, before, type Place, placesOf } from './text.ts'

/** Digits with up to three signs between each two, as people write numbers. `O` stands for a zero that was mistyped. */
const CANDIDATE =
	/(?<![\p{L}\p{N}$€£#§@%\\/=&_-]|\d[.,:])(?:\+\s?)?[([]{0,2}\d(?:[ ()[\]{}./_~*•·|:-]{0,3}(?:\d|[oO](?=[\d -]{2}))){6,16}(?![\p{L}\p{N}%]|[-/.:,]\d)/gu

const EXTENSION = /^[\s,;]*(?:\(\s*)?(?:(?:extension|ext|extn|x)\.?:?|#)\s*(?<digits>\d{1,6})\b\)?/i

/** Words that say that a number is for calling. */
const CALLING =
	/(?:\b(?:tele?phones?|phones?|ph|tel|cells?|cel|cellular|mobile|mob|landline|fax|facsimile|pager|beeper|burner|call(?:s|ed|ing|er|ng|in|d)?|dial(?:s|ed)?|ring|rang|text(?:s|ed|ing)?|sms|whats\s?app|signal|telegram|voice\s?mail|vm|reach(?:ed|able)?|contact|number(?:\s+is)?|line|hotline|direct|digits|(?:is|was)\s+(?:on|at)|celular|tel[eé]fono|at\s+home|at\s+work|his\s+work|her\s+work)\b|☎|📞|📱|\b[cpthwmfo]\s?:)/iu

/** Words right before a number that say that it is something else. */
const OTHER_NUMBER =
	/(?:\b(?:case|cause|dockets?|index|file|matter|claim|policy|invoice|order|account|acct|routing|bates|isbn|issn|serial|model|part|tracking|parcel|apn|bar|license|permit|patent|form|rule|section|sec|receipt|ein|itin|ssn|tin|npi|dea|vin|confirmation|ticket|citation|warrant|booking|inmate|meeting\s+id|zoom\s+id|passcode|reference|ref|version|barcode|sku|upc|doi|pmid|lexis|wl|u\.?s\.?c\.?)\b[\s#:.]*(?:nos?\b|numbers?\b|id\b|is\b|#)?[\s#:.]*|§+\s*)$/i

/** Lines that are public: of agencies and for people in need. */
const PUBLIC_LINES = new Set([
	'8007997233',
	'8002738255',
	'8008291040',
	'8007721213',
	'8003755283',
	'8006694000',
	'8774384338',
	'8006564673',
	'8663311177',
	'8008294933',
	'8005558255',
	'8002255324',
	'8004224453',
	'8888888888',
]) // prettier-ignore

const SPELLED_DIGIT = '(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)'
const SPELLED = new RegExp(`\\b${SPELLED_DIGIT}(?:[\\s,.-]{1,3}(?:${SPELLED_DIGIT}|hundred)\\b){6,}`, 'gi')

/** Every digit apart: 5 1 2 - 5 5 5 - 0 1 8 8. */
const APART = /(?<![\w$-]|\d )\(?\d \d \d\)?[ .-]{1,3}\d \d \d[ .-]{1,3}\d \d \d \d(?![\w-]| \d)/g
/** Some of it in words: 646-nine one two-8841. */
const PARTLY_SPELLED = new RegExp(
	`(?<![\\w$-])\\(?\\d{3}\\)?[-. ]{1,2}${SPELLED_DIGIT}(?:[ -]${SPELLED_DIGIT}){2}[-. ,]{1,2}(?:\\d{4}|${SPELLED_DIGIT}(?:[ -]${SPELLED_DIGIT}){3})\\b`,
	'gi',
)

const LOCAL = /(?<![\w$.,#§/@-])[2-9]\d{2}[-. ]\d{4}(?![\w%]|[-/.:,]\d)/g
const CALLING_RIGHT_BEFORE =
	/\b(?:tele?phone|phone|ph|tel|cell|mobile|fax|call(?:ed|s|ing)?|dial(?:ed)?|text(?:ed|s|ing)?|rang|ring|reach(?:ed)?|number\s+is|(?:get|find|try|catch|hit)\s+(?:me|him|her|them|us)\s+(?:at|on))\b[^\d.?!]{0,25}$/i

/** Seven digits are a number to call when it is said right there, or "it's" follows talk about a call. */
const isLocalCall = (text: string, start: number) =>
	CALLING_RIGHT_BEFORE.test(before(text, start, 50)) ||
	(/(?:\bit'?s|\bis|\bat|\bor|\btry|\bon|:|\()\s*$/i.test(before(text, start, 12)) &&
		CALLING.test(before(text, start, 110)))

/** Seven digits or more that a person of this country would call, by how they are grouped. */
function isAmerican(groups: readonly string[], digits: string): boolean {
	if (!/^1?[2-9]\d{2}[2-9]\d{6}$/.test(digits)) return false
	const shape = groups.map((group) => group.length).join('-')
	return /^(?:1-)?(?:3-3-4|3-7|6-4|3-3-2-2)$|^4-3-4$/.test(shape)
}

function isPhone(candidate: string, lead: string): boolean {
	const groups = candidate.replaceAll(/[oO]/g, '0').match(/\d+/g) ?? []
	const digits = groups.join('')
	if (digits.length < 7 || digits.length > 15 || /^(\d)\1+$/.test(digits)) return false
	if (PUBLIC_LINES.has(digits.replace(/^1(?=\d{10}$)/, ''))) return false
	if (OTHER_NUMBER.test(lead)) return false
	const isInternational = /^\W*(?:\+|00[1-9]|011\b)/.test(candidate)
	if (isInternational) {
		const whole = `+${digits.replace(/^(?:00|011)/, '').replace(/^(\d{1,3})0(?=\d)/, candidate.includes('(0)') ? '$1' : '$10')}`
		return parsePhoneNumberFromString(whole)?.isPossible() ?? digits.length >= 10
	}
	if (isAmerican(groups, digits)) return true
	if (isDateOrRange(candidate, digits)) return false
	if (!CALLING.test(lead)) return false
	// A bare run of digits, or another country's way to group them, next to a word for calling.
	const american = parsePhoneNumberFromString(digits, 'US')
	if (american?.isPossible() && digits.length >= 10) return true
	return groups.length > 1 && digits.length >= 8 && digits.length <= 12 && digits.length / groups.length >= 2
}

const isDateOrRange = (candidate: string, digits: string) =>
	/^\D*(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d{2}|(?:19|20)\d{2}[./-]\d{1,2}[./-]\d{1,2})\D*$/.test(candidate) ||
	/^(?:19|20)\d{2}\D{1,3}(?:19|20)\d{2}$/.test(candidate) ||
	(digits.length > 7 && /^\d{3}-\d{2}-\d{4}$/.test(candidate))

/** Telephone numbers of persons, as people write them. */
export function findPhones(text: string): Place[] {
	const found: Place[] = []
	for (const match of text.matchAll(CANDIDATE)) {
		const lead = before(text, match.index, 60)
		if (!isPhone(match[0], lead)) continue
		const end = match.index + match[0].length
		found.push([match.index, end + (EXTENSION.exec(after(text, end, 24))?.[0].length ?? 0)])
	}
	for (const [start, end] of placesOf(text, LOCAL))
		if (isLocalCall(text, start) && !OTHER_NUMBER.test(before(text, start, 60))) found.push([start, end])
	return [...found, ...[SPELLED, APART, PARTLY_SPELLED].flatMap((pattern) => placesOf(text, pattern))]
}

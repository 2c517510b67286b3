import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { pattern } from './pattern.ts'
import { findSpelledNumbers, type SpelledNumber } from './spelled-numbers.ts'
import { after, before, type Span, spansOf } from './text.ts'

/** Digits with up to three separators between neighboring digits. `O` covers a mistyped zero. */
const CANDIDATE =
	/(?<![\p{L}\p{N}$€£§@%\\/=&_-]|\d[.,:])(?:\(?\+\s?)?[([{<"]{0,2}\d(?:[ ()[\]{}<>"./_~*•·|:=-]{0,3}(?:\d|[oO](?=[\d -]))){6,16}(?!(?!e?xt?\.?\s?\d)[\p{L}\p{N}%]|[-.:,]\d|\/\d(?!\d{1,3}\b))/gu
/** Commas, letters or a mask in American groups: 602, 555-0143; 602-555-HELP; 602-555-01XX. */
const WITH_COMMAS = /(?<![\w$€£.,#§/-])\(?[2-9]\d{2}\)?, ?[2-9]\d{2}[-. ,] ?\d{4}(?![\w%]|[-/.:,]\d)/g
const WITH_LETTERS =
	/(?<![\w$€£.,#§/-])\(?(?!8(?:00|33|44|55|66|77|88)|900)[2-9]\d{2}\)?[-. ]{1,2}[2-9]\d{2}[-. ]?(?:[A-Z]{4}|\d{2}(?:XX|xx|\*\*|__))(?![\w-])/g
/** After a slash, following a word for a phone or another number: cell/602-555-0143. */
const AFTER_STROKE =
	/(?<=(?:\b(?:cell|phone|tel|fax|mobile|c|ph|t|office|ofc|home|work)|\d{4})\s?\/\s?)\(?[2-9]\d{2}\)?[-. ]?[2-9]\d{2}[-. ]?\d{4}(?![\w%]|[-/.:,]\d)/gi
/** 555-0143 (area code 602), area code 602 then 555-0143. */
const WITH_AREA_CODE =
	/\barea\s+code\s+\(?\d{3}\)?[\s,.:;-]{0,3}(?:(?:and|then|number|it'?s)\s+){0,3}\d{3}[-. ]?\d{4}\b|(?<![\w$.,#§/@-])[2-9]\d{2}[-. ]\d{4},?\s+\(?(?:area\s+code|in\s+(?:the\s+)?)\s*\d{3}\b/gi

const EXTENSION = /^[\s,;]*(?:\(\s*)?(?:(?:extension|ext|extn|x)\.?:?|#)\s*(?<digits>\d{1,6})\b\)?/i

/** Words that indicate a phone number. */
const CALLING =
	/(?:\b(?:tele?phones?|phones?|ph|phoned|phoning|nos?\.|rings|answer(?:s|ed|ing)?|callback|message|messages|hung\s+up|picks?\s+up|tel|cells?|cel|cellular|mobile|mob|landline|fax|facsimile|pager|beeper|burner|call(?:s|ed|ing|er|ng|in|d)?|dial(?:s|ed)?|ring|rang|text(?:s|ed|ing)?|sms|whats\s?app|signal|telegram|viber|wechat|facetime|messenger|voice\s?mail|vm|reach(?:ed|able)?|contact|number(?:\s+is)?|line|hotline|direct|digits|(?:is|was)\s+(?:on|at)|celular|tel[eé]fono|at\s+home|at\s+work|his\s+work|her\s+work)\b|☎|📞|📱|\b[cpthwmfo]\s?:)/iu

/** Words right before a number that indicate another kind of number. */
const OTHER_NUMBER =
	/(?:\b(?:case|cause|dockets?|index|file|matter|claim|policy|invoice|order|account|acct|routing|bates|isbn|issn|serial|model|part|tracking|parcel|apn|bar|license|permit|patent|form|rule|section|sec|receipt|ein|itin|ssn|tin|npi|dea|vin|confirmation|ticket|citation|warrant|booking|inmate|meeting\s+id|zoom\s+id|passcode|reference|ref|version|barcode|sku|upc|doi|pmid|lexis|wl|u\.?s\.?c\.?)\b[\s#:.]*(?:nos?\b|numbers?\b|id\b|is\b|#)?[\s#:.]*|§+\s*)$/i

/** Public lines of agencies and help lines. */
const PUBLIC_LINES = new Set(
	`8007997233 8002738255 8008291040 8007721213 8003755283 8006694000 8774384338 8006564673
8663311177 8008294933 8005558255 8002255324 8004224453 8888888888`.split(/\s/),
)

/** Words after a number that indicate a phone number. */
const CALLING_AFTER =
	/^[\s,;)"'-]*(?:\([^)\n]{0,20}\)\s*)?(?:(?:is|was)\s+(?:(?:his|her|my|their|our|the|a|an)\s+(?:\w+\s+){0,2}(?:cell|number|phone|mobile|line|fax|direct|landline)|dead|off|busy|disconnected)|rings?|answers?|hung|calls?|called|calling|texts?|texted|texting|keeps?|rang|goes\s+to|went\s+to|works|after|before|until|till|between|evenings?|days|nights?|mornings?|weekdays|anytime|any\s+time|ask(?:ing)?\s+for|leave|ext\b|x\s?\d|cell|mobile|home|office|work|fax|direct|landline|\(?(?:cell|c|m|h|w|o|f|home|work|office|mobile|fax|direct|landline|whatsapp)\)?|(?:on|by|via|over)\s+(?:whats\s?app|viber|signal|telegram|wechat|facetime|sms|text|messenger))\b/i

const SPELLED_DIGIT = '(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)'
/** Digits separated by spaces: 5 1 2 - 5 5 5 - 0 1 8 8. */
const APART = /(?<![\w$-]|\d )\(?\d \d \d\)?[ .-]{1,3}\d \d \d[ .-]{1,3}\d \d \d \d(?![\w-]| \d)/g
/** Partly in words: 646-nine one two-8841. */
const PARTLY_SPELLED = pattern(
	'gi',
)`(?<![\w$-])\(?\d{3}\)?[-. ]{1,2}${SPELLED_DIGIT}(?:[ -]${SPELLED_DIGIT}){2}[-. ,]{1,2}(?:\d{4}|${SPELLED_DIGIT}(?:[ -]${SPELLED_DIGIT}){3})\b`

/** Seven digits in common groups. The exchange 555 is used for phone numbers only. */
const LOCAL = /(?<![\w$.,#§/@-]|\d )[2-9]\d{2}(?: ?[-./] ?| )\d{2}(?:-?|(?<=[-.]\d{2})\.)\d{2}(?![\w%]|[-/.:,]\d| \d)/g
const LOCAL_ON_END = /(?<![\w$.,#§/@-]|\d )[2-9]\d{6}(?![\w%]|[-/.:,]\d| \d)/g
const CALLING_RIGHT_BEFORE =
	/\b(?:tele?phones?|phones?|ph|tel|cell|mobile|landline|fax|call(?:ed|s|ing|back)?|call-?back|dial(?:ed|s)?|text(?:ed|s|ing)?|rang|rings?|reach(?:ed)?|voice\s?mail|message|answers?|number(?:'s|\s+is)|direct(?:\s+(?:line|dial))?|(?:home|work|office|shop|house)(?:\s+(?:number|line|is))?|(?:get|find|try|catch|hit)\s+(?:me|him|her|them|us)\s+(?:at|on)|(?:i'm|we're|i\s+am|he's|she's|he\s+is|she\s+is|they're)\s+(?:at|on))\b\.?[^\d.?!]{0,25}$/i

/** Returns whether the context marks seven digits as a phone number, or "it's" follows talk about a call. */
const isLocalCall = (text: string, [start, end]: Span) =>
	CALLING_RIGHT_BEFORE.test(before(text, start, 50)) ||
	(/(?:\bit'?s|\bis|\bat|\bor|\band|\btry|\bon|\bto|:|\(|,)\s*$/i.test(before(text, start, 12)) &&
		(CALLING.test(before(text, start, 110)) ||
			/^\s*(?:after|before|until|till|evenings|ask(?:ing)?\s+for|leave)\b/i.test(after(text, end, 16)))) ||
	/^\s*(?:is|was)\s+(?:my|our|his|her|their|the)\s+(?:\w+\s+)?(?:cell|number|phone|direct|line|fax|home|office)\b/i.test(
		after(text, end, 40),
	) ||
	/^555\D{1,3}\d{4}$/.test(text.slice(start, end))

/** Returns whether the grouping of seven or more digits is that of an American phone number. */
function isAmerican(groups: readonly string[], digits: string): boolean {
	if (!/^1?[2-9]\d{2}[2-9]\d{6}$/.test(digits)) return false
	const shape = groups.map((group) => group.length).join('-')
	return /^(?:1-)?(?:3-3-4|3-7|6-4|3-3-2-2)$|^4-3-4$/.test(shape)
}

/** A person right before a phone number. */
const PERSON =
	/\b(?:aunt|uncle|cousin|mother|mom|father|dad|brother|sister|wife|husband|son|daughter|grand\w+|niece|nephew|in-law|neighbou?r|friend|boss|sponsor|witness|notary|interpreter|translator|landlord|tenant|paralegal|assistant|secretary)\b[^.?!\d]{0,30}$/i
/**
 * Returns whether ten ungrouped digits are a phone number: an area code and an exchange, not a year and a serial.
 */
const isAmericanOnEnd = (candidate: string) =>
	/^1?[2-9][0-8]\d[2-9]\d{2}\d{4}$/.test(candidate) && !/^20[12]\d/.test(candidate)

/**
 * Returns whether a number with a country code is plausible: the library accepts it, or it has ten or more digits.
 */
function isPossibleAbroad(candidate: string, digits: string): boolean {
	const trunk = candidate.includes('(0)') ? '$1' : '$10'
	const whole = `+${digits.replace(/^(?:00|011)/, '').replace(/^(\d{1,3})0(?=\d)/, trunk)}`
	return parsePhoneNumberFromString(whole)?.isPossible() || digits.length >= 10
}

function isPhone(candidate: string, lead: string, trail: string): boolean {
	const isHashed = /#\s?$/.test(lead)
	const groups = candidate.replaceAll(/[oO]/g, '0').match(/\d+/g) ?? []
	const digits = groups.join('')
	if (digits.length < 7 || digits.length > 15 || /^(\d)\1+$/.test(digits)) return false
	if (PUBLIC_LINES.has(digits.replace(/^1(?=\d{10}$)/, ''))) return false
	if (OTHER_NUMBER.test(lead)) return false
	const isInternational = /^\W*(?:\+|00[ -]?[1-9](?=[\d ])|011(?=[ -]?[2-9]))/.test(candidate)
	if (isInternational) return isPossibleAbroad(candidate, digits)
	if (isAmerican(groups, digits)) return true
	// A bare number after "#" is an item number: #2125550143.
	if (isHashed && !/\b(?:ph|phone|tel|cell|fax|mobile)\s?#\s?$/i.test(lead)) return false
	if (isAmericanOnEnd(candidate)) return true
	if (isDateOrRange(candidate, digits)) return false
	const isSaid = CALLING.test(lead) || (digits.length >= 9 && CALLING_AFTER.test(trail))
	if (!isSaid && !(digits.length >= 10 && groups.length <= 4 && PERSON.test(lead))) return false
	// Ungrouped digits, or a foreign grouping, next to a word for calling.
	const american = parsePhoneNumberFromString(digits, 'US')
	if (american?.isPossible() && digits.length >= 10) return true
	if (groups.length === 1) return /^0\d{8,11}$/.test(digits)
	return digits.length >= 8 && digits.length <= 12 && digits.length / groups.length >= 2
}

const isDateOrRange = (candidate: string, digits: string) =>
	/^\D*(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d{2}|(?:19|20)\d{2}[./-]\d{1,2}[./-]\d{1,2})\D*$/.test(candidate) ||
	/^(?:19|20)\d{2}\D{1,3}(?:19|20)\d{2}$/.test(candidate) ||
	(digits.length > 7 && /^\d{3}-\d{2}-\d{4}$/.test(candidate))

/** Returns whether a number in words is a phone number, by its digits and context. */
function isSpelledPhone({ digits, words, place }: SpelledNumber, text: string): boolean {
	const lead = before(text, place[0], 110)
	const isCall = CALLING.test(lead) || CALLING_AFTER.test(after(text, place[1], 24))
	if (digits.length === 7) return (words >= 5 || isCall) && /^[2-9]/.test(digits)
	return /^1?[2-9]\d{9}$/.test(digits)
		? words >= 2 || /[a-z]/i.test(text.slice(...place))
		: isCall && digits.length >= 7
}

/** Finds phone numbers of people. */
export function findPhones(text: string): Span[] {
	const places: Span[] = []
	for (const match of text.matchAll(CANDIDATE)) {
		const end = match.index + match[0].length
		if (!isPhone(match[0], before(text, match.index, 60), after(text, end, 40))) continue
		places.push([match.index, end + (EXTENSION.exec(after(text, end, 24))?.[0].length ?? 0)])
	}
	for (const place of [LOCAL, LOCAL_ON_END].flatMap((pattern) => spansOf(text, pattern)))
		if (isLocalCall(text, place) && !OTHER_NUMBER.test(before(text, place[0], 60))) places.push(place)
	for (const number of findSpelledNumbers(text)) if (isSpelledPhone(number, text)) places.push(number.place)
	return [
		...places,
		...[APART, PARTLY_SPELLED, WITH_COMMAS, WITH_LETTERS, AFTER_STROKE, WITH_AREA_CODE].flatMap((pattern) =>
			spansOf(text, pattern),
		),
	]
}

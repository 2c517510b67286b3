import { type Span, spansOf } from './text.ts'

// Numbers that the state, a bank or a manufacturer assigns to one person or thing.

const VALUE = '(?<found>(?=[A-Z\\d -]{0,20}\\d{2})[A-Z]{0,3}[- ]?\\d[A-Z\\d]*(?:[- ][A-Z]?\\d[A-Z\\d]*){0,6})(?![\\w%])'
const NUMBER_WORD = '(?:\\s*(?:numbers?|nos?\\.?|num\\.?|#|id))?'
const JOIN =
	'(?:\\s*[:#(]\\s*|\\s+(?:is|was|of|as|reads?|shows?|says|ends?\\s+in|ending\\s+(?:in|with)|ends?\\s+with)\\s+|\\s+)'

const withWords = (words: string, value = VALUE, flags = 'gi') =>
	new RegExp(`\\b(?:${words})${NUMBER_WORD}${JOIN}(?:[A-Z]{2}\\s+)?(?:#\\s*)?${value}`, flags)

const ID_PATTERNS: RegExp[] = [
	withWords(
		"driver'?s?'?\\s+licen[cs]e|driving\\s+licen[cs]e|operator'?s?\\s+licen[cs]e|dl|d\\.l\\.|cdl|oln|state\\s+id|id\\s+card|licencia",
	),
	withWords('passports?(?:\\s+book)?|pasaporte|visa\\s+foil|green\\s+card|i-94'),
	withWords(
		'(?:bank|checking|savings|brokerage|iolta|debit|credit|deposit|401\\(?k\\)?|ira)\\s+(?:account|acct\\.?|card)|account\\s*(?:number|no\\.?|#)|acct\\.?\\s*(?:number|no\\.?|#)|accounts?\\s+ending(?:\\s+in)?|card\\s+ending(?:\\s+in)?|routing|aba\\s+(?:routing|number)|iban|swift',
	),
	withWords(
		'inmate|booking|jail\\s+id|doc\\s*(?:#|number|no\\.?)|bop\\s+(?:register|reg\\.?)|register\\s+(?:number|no\\.?)|cdcr|tdcj|fbi\\s*(?:#|number|no\\.?)|sid\\s*(?:#|number|no\\.?)|mrn|medical\\s+record|medicare|medicaid|mbi|member\\s+id|patient\\s+id|veteran\\s+id|va\\s+file|policy(?:\\s*(?:#|number|no\\.?))',
	),
	/\bIBAN\b[\s:]*(?<found>[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?)\b/gi,
	/(?<![\w$.-])(?:4\d{3}|5[1-5]\d{2}|6011)[- ]?\d{4}[- ]?\d{4}[- ]?\d{4}(?![\w-])/g,
	/(?<![\w-])\d{5}-\d{3}(?=\s*\)?\s*(?:at|in|,)?\s*(?:FCI|USP|FMC|FDC|MDC|MCC|BOP)\b)/g,
	/\bVIN\b\s*(?:number|no\.?|#|is|:|ends?\s+in|ending\s+in|\s)*(?<found>(?=[A-Z\d]*\d)[A-HJ-NPR-Z\d]{4,17})\b/gi,
	// A plate number is short, so its keyword must be right before it.
	/\b(?:(?:licen[cs]e|number|vanity|car'?s?|texas|california|florida)\s+plates?|plates?|tags?|reg(?:istration)?\s+plate)(?:\s*(?:numbers?|nos?\.?|#))?(?:\s*[:(]\s*|\s+(?:is|was|reads?|reading|number)\s+|\s+)(?:[A-Z]{2}\s+)?(?<found>(?=[A-Z\d -]{0,8}\d)(?=[A-Z\d -]{0,8}[A-Z])[A-Z\d]{1,4}[- ]?[A-Z\d]{2,4})\b(?!\s*%)/g,
]

const VIN = /(?<![\w-])(?=[A-Z\d]*\d{3})(?=[A-Z\d]*[A-Z]{2})[A-HJ-NPR-Z\d]{17}(?![\w-])/g
const VIN_VALUES: Record<string, number> = Object.fromEntries(
	[...'ABCDEFGHJKLMNPRSTUVWXYZ'].map((letter, index) => [letter, Number('12345678123457923456789'[index])]),
)
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/** Returns whether the check digit of a VIN, its ninth character, is correct. */
function isVin(vin: string): boolean {
	const sum = [...vin].reduce(
		(total, sign, index) => total + (VIN_VALUES[sign] ?? Number(sign)) * (VIN_WEIGHTS[index] ?? 0),
		0,
	)
	return vin[8] === 'X0123456789'.charAt((sum % 11) + 1) || (sum % 11 === 10 && vin[8] === 'X')
}

export const findIdentityNumbers = (text: string): Span[] => [
	...ID_PATTERNS.flatMap((pattern) => spansOf(text, pattern)).filter(
		([start, end]) =>
			!/^(?:19|20)\d{2}(?:[-/.]\d{1,2}[-/.]\d{1,2})?$/.test(text.slice(start, end)) &&
			(text.slice(start, end).match(/\d/g)?.length ?? 0) >= (end - start > 8 ? 4 : 2),
	),
	...spansOf(text, VIN).filter(([start, end]) => isVin(text.slice(start, end))),
]

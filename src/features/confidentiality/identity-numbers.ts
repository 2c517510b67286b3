import { before, type Place, placesOf } from './text.ts'

// Numbers that the state, a bank or a maker gives to one person or thing.

const SEP = '[ ]{0,2}[-./_·•*~:]?[ ]{0,2}'
const SSN_WORD =
	'(?:ssns?|s\\.s\\.n\\.?|social(?:\\s+security)?(?:\\s*(?:numbers?|nos?\\.?|num\\.?|#|card))*|soc(?:ial)?\\.?\\s+sec\\.?(?:\\s*(?:no\\.?|number|#))?|ss\\s?(?:#|no\\.?|number)|socials|itins?|i\\.t\\.i\\.n\\.|tax(?:payer)?\\s*(?:id|identification|i\\.d\\.)(?:\\s*(?:no\\.?|number|#))?|tin|seguro\\s+social|numero\\s+de\\s+seguro|sin|soc|sosh|soshes|ssa\\s*(?:number|no\\.?|#)|atins?|ptins?|ss)'
/** Between the word and the number may stand a few others, but no sentence. */
const LEAD_IN = '[^\\d\\n.?!]{0,40}(?:(?<=\\bno|\\bnum)\\.\\s*)?'

const DIGIT_WORD = '(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)'

const TENS_WORD = `(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|oh[ -]\\w{3,5})`
/** Last four, final 4, last-four digits, L4; but not the last four years. */
const LAST_FOUR =
	'(?:(?:last|final)[\\s-]*(?:four|4)s?(?=\\s*(?:[,:;(=#"\'-]|\\d|digits?|of\\s+(?!those|these)|(?:on|for|is|are|was|were|in|as|ssn?|itin|social|soc|numbers?|shows?)\\b|$))(?:[\\s-]*digits?)?|L4)'
/** What files and forms put for the digits that they hide. */
const MASK = '[xX*#•?_●█■▇∎…]'

const SSN_PATTERNS: RegExp[] = [
	// Four digits where the last four are spoken of, with a sign or a small word right before them: "for the inventory: 4490".
	new RegExp(
		`\\b${LAST_FOUR}\\b[^\\d\\n?!$]{0,70}?(?:[,:(="'-]\\s*|\\b(?:is|are|was|were|as|in|with|shows?|says?|reads?|being)\\s+)(?<found>(?!(?:19|20)\\d\\d\\b)\\d{4})(?![\\w%-]|[.,:/]\\d)`,
		'gi',
	),
	// The second of two: "4490 for the decedent and 1027 for the spouse", "2208 and 2280", "the debtor's ends 2900".
	new RegExp(
		`(?=\\d{4})(?<=\\b(?:${LAST_FOUR}|${SSN_WORD})\\b[^\\n?!]{0,90}\\b\\d{4}\\b[^\\d\\n?!$]{0,50}(?:\\b(?:and|or|not|vs|but|other)|[,;&/(])\\s*(?:[^\\d\\n.?!$]{0,40}(?:\\bends?|\\bending|\\bis|\\bare|\\bwas|\\bin|:)\\s*)?)(?<found>(?!(?:19|20)\\d\\d\\b)\\d{4})(?![\\w%-]|[.,:/]\\d)`,
		'gi',
	),
	// The word and four digits, with or without a mask of any length: SSN 4471, ss# ...4471, SSN: x4471.
	new RegExp(
		`\\b(?!(?:ss|sin|tin|soc)\\s\\d)${SSN_WORD}(?:\\s*${LAST_FOUR})?\\s*(?:[:#(=]|is|was|no\\.?|number)?\\s*(?:${MASK}{1,9}|\\.{2,4}|-)?[- ]{0,2}(?<found>(?!(?:19|20)\\d\\d\\b)\\d{4})(?![\\w%-]|[.,:/]\\d)`,
		'gi',
	),
	new RegExp(`\\b${SSN_WORD}\\b[^\\d\\n.?!]{0,30}?(?<found>(?:${MASK}|[.-]){2,11}\\s?\\d{4})(?![\\d-])`, 'gi'),
	// Masks that leave digits here and there: 9XX-XX-3318, 1xx-x2-xx71.
	new RegExp(
		`(?<![\\w*#•-])(?=[^\\n]{0,12}\\d[^\\n]?[^\\n]?\\d)(?:${MASK}|\\d){3}[-./ ]{1,3}(?:${MASK}|\\d){2}[-./ ]{1,3}(?:${MASK}|\\d){4}(?![\\w*#•])`,
		'g',
	),
	// With the letter of a benefit behind it: 228-65-9013A, 228-65-9013-HA.
	/(?<![\w$#§@]|\d[-.,/:])(?!000|666)\d{3}[- ]\d{2}[- ]\d{4}[- ]?(?:[A-FHJKMTW][A-Z\d]?|W[A-Z])(?![\w-])/g,
	// Letters for noughts and ones, as typed by hand: O78-05-ll20.
	/(?<![\w$#§@-])(?=[\dOoIl -]{0,10}\d[\dOoIl -]{0,3}\d)(?=[\d -]{0,12}[OoIl])[\dOoIl]{3}[- ][\dOoIl]{2}[- ][\dOoIl]{4}(?![\w-])/g,
	// A sign twice, or brackets: 219--09--9981, (219) 09-9981.
	/(?<![\w$#§@-])\(?(?!000|666)\d{3}\)?[-./_ ]{1,3}\d{2}[-./_ ]{1,3}\d{4}(?![\w%-]|[/.,:]\d)/g,
	// The last four in tens: forty-four seventy-one.
	new RegExp(
		`\\b(?:${LAST_FOUR}|${SSN_WORD})\\b[^\\n?!]{0,40}?(?<found>\\b${TENS_WORD}[\\s,-]{1,3}${TENS_WORD})\\b`,
		'gi',
	),
	// Grouped 3-2-4 with any sign between, the same twice or not. Ordinary numbers have no such form.
	/(?<![\w$#§@]|[\d][-.,/:]|[-/])(?!000|666)\d{3}(?:[ ]?[-./_·•~][ ]?|[ ]{1,3})(?!00)\d{2}(?:[ ]?[-./_·•~][ ]?|[ ]{1,3})(?!0000)\d{4}(?![\w%]|[-/.,:]\d)/g,
	new RegExp(`\\b${SSN_WORD}\\b${LEAD_IN}(?<found>\\d{3}${SEP}\\d{2}${SEP}\\d{4})(?!\\d)`, 'gi'),
	new RegExp(`\\b${SSN_WORD}\\b${LEAD_IN}(?<found>\\d{3}[-. ]?\\d{3}[-. ]?\\d{3})(?![\\d-])`, 'gi'),
	// Digits that stand apart: 9 4 1 - 8 8 - 2 0 3 7.
	/(?<![\w$#-]|\d )(?!0 ?0 ?0|6 ?6 ?6)\d ?\d ?\d ?[-./_] ?\d ?\d ?[-./_ ] ?\d ?\d ?\d ?\d(?![\w%-]| \d)/g,
	// Groups of which one has another sign before it, or two: 618-22-94 07, 347-82-/6610.
	/(?<![\w$#@]|\d[-.,/:])(?!000|666)\d{3}[ ]?[-./_][ ]?\d{2}[ ]?[-./_][ ]?\d{2}[ -]\d{2}(?![\w%-])/g,
	new RegExp(`\\b${SSN_WORD}\\b${LEAD_IN}(?<found>\\d(?:[ -]{0,2}\\d){8})(?![\\d-])`, 'gi'),
	// Nine digits on end, wherever the sentence or the one before says what they are.
	new RegExp(
		`(?<=\\b${SSN_WORD}\\b[^\\n]{0,140})(?<![\\w$#§./:@-])(?!000|666)(?<found>\\d{9})(?![\\w%-]|[./:]\\d)`,
		'gi',
	),
	/(?<![\w$#§./:@-])(?!000|666)(?<found>\d{9})(?![\w%-]|[./:]\d)(?=[^\n.?!]{0,40}\b(?:ssn|social|itin)\b)/gi,
	// In words, three, two and four of them.
	new RegExp(`\\b${SSN_WORD}\\b[^\\n.?!]{0,40}?(?<found>\\b${DIGIT_WORD}(?:[\\s,.-]{1,3}${DIGIT_WORD}\\b){3,8})`, 'gi'),
	new RegExp(
		`\\blast\\s+(?:four|4)\\b[^\\n?!]{0,40}?(?<found>\\b${DIGIT_WORD}(?:[\\s,.-]{1,3}${DIGIT_WORD}\\b){3})`,
		'gi',
	),
	// Right after it: 219099999 (SSN).
	/(?<![\w$.-])\d{3}[-. ]?\d{2}[-. ]?\d{4}(?=\s*[,(]?\s*(?:\(|is|was|as)\s*(?:(?:his|her|their|the|a)\s+)?(?:ssn|social))/gi,
	// What a mask leaves: xxx-xx-1234, ***-**-6789, and "the last four are".
	/(?<![\w*#•])[xX*#•_?]{3}[-./ ]{0,3}[xX*#•_?]{2}[-./ ]{0,3}\d{4}(?!\d)/g,
	/(?<![\w*#•])[xX*#•?]{5}\d{4}(?!\d)/g,
	/(?<![\w*#•-])\d{3}[-. ](?:\d{2}|[xX*#•?]{2})[-. ][xX*#•?]{4}(?![\w*#•])/g,
	/(?<![\w*#•-])(?:\d{3}|[xX*#•?]{3})[-. ](?:[xX*#•?]{2}[-. ]\d{4}|\d{2}[-. ](?:[xX*#•?]{2}\d{2}|\d{2}[xX*#•?]{2}))(?![\w*#•])/g,
	new RegExp(
		`\\b(?:${SSN_WORD}|last\\s+(?:four|4)(?:\\s+digits)?\\s+(?:of|on)\\s+(?:(?:his|her|their|the|my|client's|\\w+'s|a)\\s+){0,3}${SSN_WORD})\\b[^\\d\\n?!]{0,40}?\\b(?:ends?|ending|ended|last\\s+(?:four|4)(?:\\s+digits)?|are|is|were|was|of)\\b[^\\d\\n?!]{0,24}(?<found>\\d{4})(?![\\d-]|[./]\\d)`,
		'gi',
	),
	new RegExp(
		`\\blast\\s+(?:four|4)(?:\\s+digits)?[^\\d\\n?!]{0,12}(?<found>\\d{4})(?![\\d-])(?=[^\\n]{0,30}\\b${SSN_WORD}\\b)`,
		'gi',
	),
	/\blast\s+(?:four|4)(?:\s+digits)?(?:\s+of\s+(?:it|them|his|hers?|theirs))?\s*(?:is|are|was|were|:|=|#|-|\()\s*(?<found>\d{4})(?![\d-])/gi,
	/\blast\s+(?:four|4)(?:\s+digits)?\s+(?!(?:19|20)\d\d\b)(?<found>\d{4})(?![\w%-]|[.,:]\d)/gi,
	new RegExp(
		`(?<=\\b${SSN_WORD}\\b[^\\n]{0,120})\\b(?:ends?|ending|ended)\\s+(?:(?:in|with|on)\\s+)?(?:[-:.x*#]\\s*)?(?<found>\\d{4})(?![\\w%-]|[./:]\\d)`,
		'gi',
	),
	/\blast\s+(?:four|4)\s+(?:digits\s+)?(?:of\s+)?(?:the|his|her|their|my|its|client's)\s+(?:\w+\s+)?(?:social|ssn|ss)\b[^\n\d]{0,40}(?<found>\d{4})(?![\w%-]|[./:]\d)/gi,
	new RegExp(
		`\\b(?:last|first)\\s+(?:four|4|five|5|three|3)(?:\\s+(?:digits|of))*[^\\d\\n?!]{0,40}?\\b${SSN_WORD}\\b[^\\d\\n?!]{0,20}(?<found>\\d{3,5})(?!\\d)`,
		'gi',
	),
	// Tax numbers of people who have no social security number, and of persons in trade.
	/(?<![\w$-])9\d{2}[-. ][5-9]\d[-. ]\d{4}(?![\w-])/g,
	/\b(?:f?ein|e\.i\.n\.?|employer\s+(?:id|identification)(?:\s+(?:no\.?|number|#))?|tax\s+id(?:entification)?)\b[^\d\n.?!]{0,30}(?<found>\d{2}[- ]?\d{7})(?![\d-])/gi,
	/(?<![\w$.#§-]|\d[,:/])\d{2}-\d{7}(?=\s*\(?(?:ein|tax\s+id)\b)/gi,
	// National insurance and its like elsewhere.
	/\b(?:ni\s+number|nino|national\s+insurance)\b[^\d\n.?!]{0,20}(?<found>[A-Z]{2}\s?\d{2}\s?\d{2}\s?\d{2}\s?[A-D])\b/gi,
	/\b[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z\d]\d\b/g,
]

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
	// A plate is short, so that it needs its word right before it.
	/\b(?:(?:licen[cs]e|number|vanity|car'?s?|texas|california|florida)\s+plates?|plates?|tags?|reg(?:istration)?\s+plate)(?:\s*(?:numbers?|nos?\.?|#))?(?:\s*[:(]\s*|\s+(?:is|was|reads?|reading|number)\s+|\s+)(?:[A-Z]{2}\s+)?(?<found>(?=[A-Z\d -]{0,8}\d)(?=[A-Z\d -]{0,8}[A-Z])[A-Z\d]{1,4}[- ]?[A-Z\d]{2,4})\b(?!\s*%)/g,
]

const VIN = /(?<![\w-])(?=[A-Z\d]*\d{3})(?=[A-Z\d]*[A-Z]{2})[A-HJ-NPR-Z\d]{17}(?![\w-])/g
const VIN_VALUES: Record<string, number> = Object.fromEntries(
	[...'ABCDEFGHJKLMNPRSTUVWXYZ'].map((letter, index) => [letter, Number('12345678123457923456789'[index])]),
)
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/** Whether the ninth sign of a vehicle's number is what the others ask for. */
function isVin(vin: string): boolean {
	const sum = [...vin].reduce(
		(total, sign, index) => total + (VIN_VALUES[sign] ?? Number(sign)) * (VIN_WEIGHTS[index] ?? 0),
		0,
	)
	return vin[8] === 'X0123456789'.charAt((sum % 11) + 1) || (sum % 11 === 10 && vin[8] === 'X')
}

/** Words right before digits in the form of a social security number that say that it is another one. */
const OTHER_NUMBER =
	/\b(?:isbn|issn|form|rule|section|§|opinion|no\.|version|model|part|serial|phone|fax|cell|bar)\s*(?:no\.?|number|#)?[\s:]*$/i

export const findSocialSecurityNumbers = (text: string): Place[] =>
	SSN_PATTERNS.flatMap((pattern) => placesOf(text, pattern)).filter(
		([start]) =>
			!OTHER_NUMBER.test(
				before(text, start, 24).replace(/\b(?:ssn?|social|security|soc\.?|sec\.?)\s*(?:no\.|number)\s*$/i, ''),
			),
	)

export const findIdentityNumbers = (text: string): Place[] => [
	...ID_PATTERNS.flatMap((pattern) => placesOf(text, pattern)).filter(
		([start, end]) => (text.slice(start, end).match(/\d/g)?.length ?? 0) >= (end - start > 8 ? 4 : 2),
	),
	...placesOf(text, VIN).filter(([start, end]) => isVin(text.slice(start, end))),
]

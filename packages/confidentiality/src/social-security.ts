import { pattern } from './pattern.ts'
import { findSpelledNumbers, type SpelledNumber } from './spelled-numbers.ts'
import { after, before, type Span, spansOf } from './text.ts'

// Social Security and taxpayer numbers: complete, masked, or the last four digits that courts ask for.

const SEP = "[ ]{0,2}[-./_·•*~:=|,']?[ ]{0,2}"
const SSN_WORD =
	'(?:ssns?|s\\.s\\.n\\.?|social(?!\\s+(?:media|work(?:er|ers)?|services?|network\\w*|club|hour|distanc\\w*|event|host))(?:\\s+security)?(?:\\s*(?:numbers?|nos?\\.?|num\\.?|#|card))*|soc(?:ial)?\\.?\\s+sec\\.?(?:\\s*(?:numbers?|nos?\\.?|#))?|s\\.?s\\.?\\s?(?:#|numbers?|nums?\\.?|nos?\\.?)|socials|itins?|i\\.t\\.i\\.n\\.|tax(?:payer)?\\s*(?:id|identification|i\\.d\\.)(?:\\s*(?:no\\.?|number|#))?|tin|seguro\\s+social|numero\\s+de\\s+seguro|sin|soc|sosh|soshes|ssa\\s*(?:number|no\\.?|#)|atins?|ptins?|ss)'
/** At most a few words between the keyword and the number, within one sentence. */
const LEAD_IN = '[^\\d\\n.?!]{0,40}(?:(?<=\\bno|\\bnum)\\.\\s*)?'

const DIGIT_WORD = '(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)'

const TENS_WORD = `(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|oh[ -]\\w{3,5})`
/** "last four", "final 4", "last-four digits", "L4"; but not "the last four years". */
const LAST_FOUR =
	"(?:(?:last|final)[\\s-]*(?:four|4)(?:'?s)?(?=\\s*(?:[,:;(=#\"'-]|\\d|digits?|of\\s+(?!those|these)|(?:on|for|is|are|was|were|in|as|ssn?|itin|social|soc|numbers?|shows?)\\b|$))(?:[\\s-]*digits?)?|L4)"
/** Characters that mask hidden digits in files and forms. */
const MASK = '[xX*#•?_●█■▇∎…]'

const OF_SOCIAL = pattern('i')`\b${SSN_WORD}(?!\w)`

const SSN_PATTERNS: RegExp[] = [
	// Four digits after a mention of the last four, with punctuation or a small word right before them: "for the
	// inventory: 4490".
	pattern(
		'gi',
	)`\b${LAST_FOUR}\b[^\d\n?!$]{0,70}?(?:[,:(="'-]\s*|\b(?:is|are|was|were|as|in|with|shows?|says?|reads?|being)\s+)(?<found>(?!(?:19|20)\d\d\b)\d{4})(?![\w%-]|[.,:/]\d)`,
	// The second of two: "4490 for the decedent and 1027 for the spouse", "2208 and 2280", "the debtor's ends 2900".
	pattern(
		'gi',
	)`(?=\d{4})(?<=(?:\b(?:${LAST_FOUR}|${SSN_WORD})\b|[xX*]{3}-[xX*]{2})[^\n?!]{0,90}\b\d{4}\b[^\d\n?!$]{0,50}(?:\b(?:and|or|not|vs|but|other|instead\s+of|rather\s+than|versus|while|whereas|should|true|right|correct|real|actual)|[,;&/(.])\s*(?:[^\d\n.?!$]{0,40}(?:\bends?|\bending|\bis|\bare|\bwas|\bin|\bsays?|\bsaid|\breads?|\bshows?|\bhas|\bhave|\bbe|\bput|\bas|\bto|:)\s*)?)(?<found>(?!(?:19|20)\d\d\b)\d{4})(?![\w%-]|[.,:/]\d)`,
	// Keyword and four digits, with or without a mask of any length: SSN 4471, ss# ...4471, SSN: x4471.
	pattern(
		'gi',
	)`\b(?!(?:ss|sin|tin|soc)\s\d)${SSN_WORD}(?:\s*${LAST_FOUR})?\s*(?:[:#(=]|is|was|no\.?|number)?\s*(?:${MASK}{1,9}|\.{2,4}|-)?[- ]{0,2}(?<found>(?!(?:19|20)\d\d\b)\d{4})(?![\w%-]|[.,:/]\d)`,
	pattern('gi')`\b${SSN_WORD}\b[^\d\n.?!]{0,30}?(?<found>(?:${MASK}|[.-]){2,11}\s?\d{4})(?![\d-])`,
	// Partial masks: 9XX-XX-3318, 1xx-x2-xx71.
	pattern(
		'g',
	)`(?<![\w*#•-])(?=[^\n]{0,12}\d[^\n]?[^\n]?\d)(?:${MASK}|\d){3}[-./ ]{1,3}(?:${MASK}|\d){2}[-./ ]{1,3}(?:${MASK}|\d){4}(?![\w*#•])`,
	// The same separator twice, or its name: 219|09|9981, 219 dash 09 dash 9981.
	/(?<![\w$#§@]|[\d][-.,/:]|[-/])(?!000|666)\d{3}(?<sign>\s?(?:[|=*:',~]|dash|hyphen|dot|slash)\s?)(?!00)\d{2}\k<sign>(?!0000)\d{4}(?![\w%]|[-/.,:]\d)/gi,
	// With the suffix of a benefit: 228-65-9013A, 228-65-9013-HA.
	/(?<![\w$#§@]|\d[-.,/:])(?!000|666)\d{3}[- ]\d{2}[- ]\d{4}[- ]?(?:[A-FHJKMTW][A-Z\d]?|W[A-Z])(?![\w-])/g,
	// Letters typed for zeros and ones: O78-05-ll20.
	/(?<![\w$#§@-])(?=[\dOoIl -]{0,10}\d[\dOoIl -]{0,3}\d)(?=[\d -]{0,12}[OoIl])[\dOoIl]{3}[- ][\dOoIl]{2}[- ][\dOoIl]{4}(?![\w-])/g,
	// Doubled separators or parentheses: 219--09--9981, (219) 09-9981.
	/(?<![\w$#§@-])\(?(?!000|666)\d{3}\)?[-./_ ]{1,3}\d{2}[-./_ ]{1,3}\d{4}(?![\w%-]|[/.,:]\d| \d{3})/g,
	// The last four as two numbers in words: forty-four seventy-one.
	pattern('gi')`\b(?:${LAST_FOUR}|${SSN_WORD})\b[^\n?!]{0,40}?(?<found>\b${TENS_WORD}[\s,-]{1,3}${TENS_WORD})\b`,
	// Grouped 3-2-4 with any separators. Other numbers do not have this form.
	/(?<![\w$#§@]|[\d][-.,/:]|[-/])(?!000|666)\d{3}(?:[ ]?[-./_·•~][ ]?|[ ]{1,3})(?!00)\d{2}(?:[ ]?[-./_·•~][ ]?|[ ]{1,3})(?!0000)\d{4}(?![\w%]|[-/.,:]\d| \d{3})/g,
	pattern('gi')`\b${SSN_WORD}\b${LEAD_IN}(?<found>\d{3}${SEP}\d{2}${SEP}\d{4})(?!\d)`,
	pattern('gi')`\b${SSN_WORD}\b${LEAD_IN}(?<found>\d{3}[-. ]?\d{3}[-. ]?\d{3})(?![\d-])`,
	// Digits separated by spaces: 9 4 1 - 8 8 - 2 0 3 7.
	/(?<![\w$#-]|\d )(?!0 ?0 ?0|6 ?6 ?6)\d ?\d ?\d ?[-./_] ?\d ?\d ?[-./_ ] ?\d ?\d ?\d ?\d(?![\w%-]| \d)/g,
	// Irregular separators: 618-22-94 07, 347-82-/6610.
	/(?<![\w$#@]|\d[-.,/:])(?!000|666)\d{3}[ ]?[-./_][ ]?\d{2}[ ]?[-./_][ ]?\d{2}[ -]\d{2}(?![\w%-])/g,
	pattern('gi')`\b${SSN_WORD}\b${LEAD_IN}(?<found>\d(?:[ ./_-]{0,3}\d){8})(?![\d-])`,
	// Nine digits in any groups, followed by the keyword.
	pattern(
		'gi',
	)`(?<![\w$#§@.-])(?<found>\d(?:[ ./_,:=|*-]{0,2}\d){8})(?![\w%]|[-/.,:]\d)(?=[^\n\d.?!]{0,32}\b${SSN_WORD}(?![\w]))`,
	// Nine ungrouped digits, if nearby words on the line identify them.
	pattern(
		'gi',
	)`(?<=\b(?:${SSN_WORD}|W-?[29]s?|1099s?|1040s?)\b[^\n]{0,140})(?<![\w$#§./:@-])(?!000|666)(?<found>\d{9})(?![\w%-]|[./:]\d)`,
	/(?<![\w$#§./:@-])(?!000|666)(?<found>\d{9})(?![\w%-]|[./:]\d)(?=[^\n.?!]{0,40}\b(?:ssn|social|itin)\b)/gi,
	// Digits in words after the keyword or "last four".
	pattern('gi')`\b${SSN_WORD}\b[^\n.?!]{0,40}?(?<found>\b${DIGIT_WORD}(?:[\s,.-]{1,3}${DIGIT_WORD}\b){3,8})`,
	pattern('gi')`\blast\s+(?:four|4)\b[^\n?!]{0,40}?(?<found>\b${DIGIT_WORD}(?:[\s,.-]{1,3}${DIGIT_WORD}\b){3})`,
	// Followed by the keyword: 219099999 (SSN).
	/(?<![\w$.-])\d{3}[-. ]?\d{2}[-. ]?\d{4}(?=\s*[,(]?\s*(?:\(|is|was|as)\s*(?:(?:his|her|their|the|a)\s+)?(?:ssn|social))/gi,
	// Masked: xxx-xx-1234, ***-**-6789, and "the last four are".
	/(?<![\w*#•])[xX*#•_?]{3}[-./ ]{0,3}[xX*#•_?]{2}[-./ ]{0,3}\d{4}(?!\d)/g,
	/(?<![\w*#•])[xX*#•?]{5}\d{4}(?!\d)/g,
	/(?<![\w*#•-])\d{3}[-. ](?:\d{2}|[xX*#•?]{2})[-. ][xX*#•?]{4}(?![\w*#•])/g,
	/(?<![\w*#•-])(?:\d{3}|[xX*#•?]{3})[-. ](?:[xX*#•?]{2}[-. ]\d{4}|\d{2}[-. ](?:[xX*#•?]{2}\d{2}|\d{2}[xX*#•?]{2}))(?![\w*#•])/g,
	pattern(
		'gi',
	)`\b(?:${SSN_WORD}|last\s+(?:four|4)(?:\s+digits)?\s+(?:of|on)\s+(?:(?:his|her|their|the|my|client's|\w+'s|a)\s+){0,3}${SSN_WORD})\b[^\d\n?!]{0,40}?\b(?:ends?|ending|ended|last\s+(?:four|4)(?:\s+digits)?|are|is|were|was|of)\b[^\d\n?!]{0,24}(?<found>\d{4})(?![\d-]|[./]\d)`,
	pattern('gi')`\blast\s+(?:four|4)(?:\s+digits)?[^\d\n?!]{0,12}(?<found>\d{4})(?![\d-])(?=[^\n]{0,30}\b${SSN_WORD}\b)`,
	/\blast\s+(?:four|4)(?:\s+digits)?(?:\s+of\s+(?:it|them|his|hers?|theirs))?\s*(?:is|are|was|were|:|=|#|-|\()\s*(?<found>\d{4})(?![\d-])/gi,
	/\blast\s+(?:four|4)(?:\s+digits)?\s+(?!(?:19|20)\d\d\b)(?<found>\d{4})(?![\w%-]|[.,:]\d)/gi,
	pattern(
		'gi',
	)`(?<=\b${SSN_WORD}\b[^\n]{0,120})\b(?:ends?|ending|ended)\s+(?:(?:in|with|on)\s+)?(?:[-:.x*#]\s*)?(?<found>\d{4})(?![\w%-]|[./:]\d)`,
	/\blast\s+(?:four|4)\s+(?:digits\s+)?(?:of\s+)?(?:the|his|her|their|my|its|client's)\s+(?:\w+\s+)?(?:social|ssn|ss)\b[^\n\d]{0,40}(?<found>\d{4})(?![\w%-]|[./:]\d)/gi,
	pattern(
		'gi',
	)`\b(?:last|first)\s+(?:four|4|five|5|three|3)(?:\s+(?:digits|of))*[^\d\n?!]{0,40}?\b${SSN_WORD}\b[^\d\n?!]{0,20}(?<found>\d{3,5})(?!\d)`,
	// Fewer or more digits: SS ending 207, social ends with 553, SSN last 5: 63318, last three of her social, 119.
	pattern(
		'gi',
	)`\b${SSN_WORD}(?!\w)[^\d\n.?!]{0,16}?\b(?:end(?:s|ing)?|last\s+(?:[2-6]|two|three|five|six)(?:\s+digits?)?)\b(?:\s+(?:in|with|are|is))?[\s:(#=]{1,3}(?<found>(?!(?:19|20)\d\d\b)\d{2,6})(?![\w%-]|[.,:/]\d)`,
	pattern(
		'gi',
	)`\blast\s+(?:[2356]|two|three|five|six)(?:\s+digits?)?\s+(?:of|on)\s+[^\d\n.?!]{0,24}?\b${SSN_WORD}(?!\w)[^\d\n.?!$]{0,24}?(?<found>\d{2,6})(?![\w%-]|[.,:/]\d)`,
	/\bdigits\s+(?<found>\d{4})(?![\w%-]|[.,:/]\d)(?=[^\n\d?!]{0,70}\b(?:social|ssn)\b)/gi,
	// Tax numbers of people without a Social Security number, and of sole proprietors.
	/(?<![\w$-])9\d{2}[-. ][5-9]\d[-. ]\d{4}(?![\w-])/g,
	/\b(?:f?eins?|e\.i\.n\.?|employer'?s?\s+(?:id|i\.d\.|identification)|tax\s*(?:id|i\.d\.)(?:entification)?)(?:\s*(?:numbers?|nos?\.?|#))?(?![\w])[^\d\n.?!]{0,60}(?<found>\d{2}[-. ]?\d{7})(?![\d-])/gi,
	/(?<![\w$.#§-]|\d[,:/])\d{2}-\d{7}(?=[^\n\d.?!]{0,20}\b(?:f?ein|tax\s+id)\b)/gi,
	// A mask in brackets or in words, or one with more or fewer than four visible digits; the keyword may follow.
	/\(?(?:[xX*#•?]{3}|n{3}|N{3})\)?[-. ]{1,3}(?:[xX*#•?]{2}|n{2}|N{2})[-. ]{0,3}\)?[-. ]{0,2}\d{4}(?!\d)/g,
	pattern(
		'gi',
	)`\b${SSN_WORD}\b[^\d\n.?!]{0,30}?(?:[[(<](?:redacted|hidden|omitted|masked)[\])>][- ]{0,2}\d{4}|[xX*#•]{5,7}\d{2,4})(?!\d)`,
	pattern(
		'gi',
	)`(?<![\w$.,/:-])(?<found>(?:(?:${MASK}|\.\.\.){1,9}[- ]?|-{1,4}|\b(?:ending|ends?)\s+(?:(?:in|with)\s+)?)\d{4})(?![\w%-]|[.,:/]\d)(?=[^\n\d.?!]{0,25}\b${SSN_WORD}(?!\w))`,
	pattern(
		'gi',
	)`\b${SSN_WORD}(?:\s+\w+){0,3}\s+(?:begin|start)(?:s|ning|ing)\s+(?:with\s+)?(?<found>\d{3}(?:-\d{2})?)(?![\w%-]|[.,:/]\d)`,
	// National Insurance numbers and other foreign equivalents.
	/\b(?:ni\s+number|nino|national\s+insurance)\b[^\d\n.?!]{0,20}(?<found>[A-Z]{2}\s?\d{2}\s?\d{2}\s?\d{2}\s?[A-D])\b/gi,
	/\b[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z\d]\d\b/g,
]

/** Words right before an SSN-like number that indicate another kind of number. */
const OTHER_NUMBER =
	/\b(?:isbn|issn|form|rule|section|§|opinion|no\.|version|model|part|serial|phone|fax|cell|bar)\s*(?:no\.?|number|#)?[\s:]*$/i

const LAST_FOUR_CUE =
	/\b(?:(?:last|final)[\s-]*(?:four|4)(?:'?s)?|L4)(?:[\s-]*(?:digits?|digs?|numbers?|nums?|nos?\.|#s?))?(?!\w)(?!\s+(?!(?:of|on|for|is|are|r|was|were|in|as|and|or|at|into|being|shows?|says?|reads?|which|that|i|only|ssns?|itins?|social|soc|sosh|ss|tin|match(?:es)?|from|to|with|he|she|it|they|not|but|this|the|his|her|their|my|per|he's|she's)\b)[a-z])/gi
/** Four digits after the cue, with only words in between. */
const FOUR_AFTER = /^(?<between>[^\d\n!$%]{0,45})(?<found>\d{4}|\d[- ]\d[- ]\d[- ]\d)(?![\w%]|[-/.:,]\d)/
const FOUR_BEFORE =
	/(?<![\w$.,#§/:-]|\d )(?<found>\d{4})["')]?[\s,("'-]{1,3}(?:(?:is|are|was|were|as|for|being|=)\s+)?(?:(?:the|her|his|their|my|your|only|client's|debtor's|[a-z]+'s)\s+){0,2}$/i
const YEAR = /^(?:19|20)\d{2}$/

/** Finds four digits near a mention of the last four: "the last four, I think 4471", "4471 are the last four". */
function lastFours(text: string): Span[] {
	const places: Span[] = []
	for (const match of text.matchAll(LAST_FOUR_CUE)) {
		const end = match.index + match[0].length
		const next = FOUR_AFTER.exec(after(text, end, 60))?.groups
		if (next?.found) {
			const start = end + (next.between?.length ?? 0)
			const isNamed = /^\s*(?:digits\s*)?(?:[:=(]|is\b|are\b)/i.test(next.between ?? '')
			if (!YEAR.test(next.found) || (isNamed && OF_SOCIAL.test(before(text, start, 90))))
				places.push([start, start + next.found.length])
		}
		const lead = before(text, match.index, 40)
		const previous = FOUR_BEFORE.exec(lead)
		if (previous?.groups?.found && !YEAR.test(previous.groups.found)) {
			const start = match.index - lead.length + previous.index
			places.push([start, start + 4])
		}
	}
	return places
}

/** Returns whether a number spelled partly or fully in words is an SSN: two one nine, oh nine, nine nine eight one. */
function isSpelledSsn(text: string, { place, digits, groups, words }: SpelledNumber): boolean {
	if (digits.length !== 9 || /^(?:000|666)/.test(digits)) return false
	return (
		groups.join('-') === '3-2-4' ||
		(words >= 6 && !/\b(?:phones?|cell|call\w*|text\w*|dial|reach|number)\b/i.test(before(text, place[0], 40))) ||
		/^\d{3}\b.*\b\d{4}$/s.test(text.slice(...place)) ||
		OF_SOCIAL.test(before(text, place[0], 120)) ||
		OF_SOCIAL.test(after(text, place[1], 40))
	)
}

export const findSocialSecurityNumbers = (text: string): Span[] => [
	...SSN_PATTERNS.flatMap((pattern) => spansOf(text, pattern)).filter(
		([start]) =>
			!OTHER_NUMBER.test(
				before(text, start, 24).replace(
					/\b(?:s\.?s\.?n?\.?|social|security|soc\.?|sec\.?|id|i\.d\.|t\.?i\.?n\.?|e\.?i\.?n\.?)\s*(?:no\.|number)[\s:#]*$/i,
					'',
				),
			),
	),
	...lastFours(text),
	...findSpelledNumbers(text)
		.filter((number) => isSpelledSsn(text, number))
		.map(({ place }) => place),
]

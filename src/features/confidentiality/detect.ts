import { findCaptions } from './captions.ts'

/** What can give a client away. */
export const FINDING_TYPES = ['docket', 'caption', 'phone', 'email', 'ssn', 'dob', 'address', 'name'] as const
export type FindingType = (typeof FINDING_TYPES)[number]

/** A place in a text, as [start, end) in UTF-16 units. */
export interface Finding {
	type: FindingType
	start: number
	end: number
	text: string
}

/** A pattern whose group `found` is what is pointed out, or all of it where there is no such group. */
type Rule = readonly [type: FindingType, pattern: RegExp]

// Letters that courts put between the numbers of a docket: civil, criminal, bankruptcy, family, and so on.
const KIND =
	'(?:CV|CR|BK|AP|MJ|MC|MD|PO|SW|CI|CL|CH|CT|TR|JV|JU|FM|FA|FL|DR|DM|PR|PB|ES|GC|LT|SC|SP|LM|L|P|D|M|F|CF|CM|CA|CP|DC[VR]|CRB|CRA|TRC|CVF|STCV)'

const DOCKETS: RegExp[] = [
	// Federal: 2:24-cv-01234-ABC, and without the office: 23-bk-10456.
	/\b(?:\d{1,2}:)?\d{2,4}-(?:cv|cr|mj|bk|ap|mc|md|po|sw|adv)-\d{3,6}(?:-[A-Z]{2,4}\b){0,4}/gi,
	// With words before it that say what it is: Case No. CV2023-012345, Index No. 651234/2024.
	/\b(?:(?:superior |circuit |district )?(?:case|cause|docket|index|appeal|civil action|dkt\.?|d\.c\.)(?:\s+(?:no|nos|number|num)\b\.?|\s*#)?\s*:?\s+|\bno\.\s+)(?<found>(?=[\w:/-]*\d{2})(?=(?:[\w:/-]*\d){5})[A-Z0-9]+(?:[-:/][A-Z0-9]+)*)/gi,
	// By its form alone: 2024-DCV-0815, CR-2024-001934, BER-L-004512-23, 24STCV09876, 37-2023-00019876-CU-PO-CTL.
	new RegExp(`\\b(?:[A-Z]{1,3}-)?(?:\\d{1,4}-)?\\d{2,4}-${KIND}-(?:\\d{4}-)?\\d{3,8}\\b`, 'g'),
	new RegExp(`\\b${KIND}-?(?:19|20)?\\d{2}-\\d{3,8}(?:-\\d{2,4})?\\b`, 'g'),
	/\b[A-Z]{3}-[A-Z]{1,2}-\d{4,6}-\d{2}\b/g,
	/\b[A-Z]-\d{3}-[A-Z]{2}-\d{4}-\d{3,6}\b/g,
	/\b(?:19|20)?\d{2}[A-Z]{2,6}\d{4,8}\b/g,
	/\b\d{2}-\d{4}-\d{6,8}-[A-Z]{2}(?:-[A-Z]{2,3}){0,2}\b/g,
	// Superior courts of Washington: 19-2-04417-7. Courts of appeal of California and Oregon: A176542.
	/(?<![\w-])\d{2}-\d-\d{5}-\d(?![\w-])/g,
	/(?<![\w-])[A-HS]\d{6}(?![\w-])/g,
]

const MONTH =
	'(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const DATE = `(?:\\d{1,2}[/.-]\\d{1,2}[/.-]\\d{2,4}|\\d{4}-\\d{2}-\\d{2}|${MONTH}\\s+\\d{1,2}(?:st|nd|rd|th)?,?\\s+\\d{4}|\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH},?\\s+\\d{4})`

const STREET_KIND =
	'(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Drive|Dr|Lane|Ln|Court|Ct|Place|Pl|Way|Terrace|Ter|Circle|Cir|Highway|Hwy|Parkway|Pkwy|Square|Sq|Trail|Loop|Alley|Crescent|Row|Plaza)'
const COURTS =
	'(?:Supreme|District|Superior|Circuit|Family|Municipal|County|Justice|Traffic|Bankruptcy|Federal|Probate|Claims|High|Trial|Drug|Housing|Appellate|U\\.S\\.)\\s+Court'
// Reporters that read like streets: 136 S. Ct. 2160, 32 Ohio St. 3d 45.
const REPORTERS = '(?:S\\.?\\s?Ct\\b|Ohio\\s+St\\.?\\s*(?:[23]d\\b|\\d+\\s*[,(]))'
const WORD = "(?:[A-Z][\\w'’]+|[NSEW]\\.?|[NS][EW]\\.?|\\d{1,3}(?:st|nd|rd|th)|of|the|de|la|el)"
const UNIT = '(?:,?\\s+(?:Apt|Apartment|Unit|Suite|Ste|Floor|No)\\.?\\s*#?\\w+|,?\\s*#\\s?\\w+)?'
const TOWN = '(?:,\\s+[A-Z][A-Za-z.\\s]{1,30},\\s+[A-Z]{2}(?:\\s+\\d{5}(?:-\\d{4})?)?)?'

// A person as one writes them: a title with a name, or at least two names. Case matters here.
const GIVEN =
	"(?:[A-Z][a-z]*(?:['’][A-Z])?[\\p{Ll}]+(?:-[A-Z][\\p{Ll}]+)?|[A-Z]['’][A-Z][\\p{Ll}]+|(?:[A-Z]\\.\\s?){1,2})"
const PERSON = `(?:(?:Mr|Ms|Mrs|Mx|Dr)\\.?\\s+${GIVEN}(?:\\s+${GIVEN})?|${GIVEN}(?:\\s+(?:de|la|del|van|von|el|al|bin)\\b)*\\s*(?:${GIVEN}\\s+)?${GIVEN})`
// What stands before a person in a case. The words themselves may begin a sentence.
const ROLE =
	"(?:(?:[Mm]y|[Oo]ur|[Tt]he)\\s+(?:(?:former|new|first|current)\\s+)?client|(?:[Tt]he\\s+|[Mm]y\\s+)?(?:[Oo]pposing\\s+party|[Oo]pposing\\s+litigant)|(?:(?:[Tt]he|[Aa]|[Oo]ur|[Mm]y\\s+client['’]s)\\s+)?(?:[Dd]efendant|[Pp]laintiff|[Rr]espondent|[Pp]etitioner|[Dd]ecedent|[Vv]ictim|[Cc]omplaining\\s+witness|[Ww]itness|[Tt]enant|[Ll]andlord|[Ff]ather|[Mm]other|[Hh]usband|[Ww]ife|[Mm]inor|[Cc]hild|[Dd]ebtor|[Tt]estator|[Ee]xecutor|[Bb]uyer|[Ss]eller|[Dd]river))"

const RULES: Rule[] = [
	['email', /(?<![\w.+-])[\w.+-]+@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}\b/gi],
	['ssn', /(?<![\d-])(?!000|666|9)\d{3}([-.])(?!00)\d{2}\1(?!0000)\d{4}(?![\d-])/g],
	[
		'ssn',
		/\b(?:ssn|social(?:\s+security)?(?:\s+(?:number|no\.?|num\.?))?|ss\s?#|ss\s+number)[^\d\n]{0,20}(?<found>(?!000|666|9)\d{3}[-. ]?\d{2}[-. ]?\d{4})(?!\d)/gi,
	],
	[
		'phone',
		/(?<![\w$.,/-])(?:\+?1[-. ]{0,2})?(?:\([2-9]\d{2}\)[-. ]?|[2-9]\d{2}[-./ ])[2-9]\d{2}[-. ]\d{4}(?:\s*(?:ext|x)\.?\s*\d{1,5})?(?![\d-])/gi,
	],
	[
		'phone',
		/\b(?:phone|cell|mobile|call(?:ed|s|ing)?|text(?:s|ed|ing)?|tel|number|fax|reach(?:ed)?|is on)\b[^\n.]{0,40}?(?<found>(?<![\d-])[2-9]\d{2}[2-9]\d{6}(?![\d-]))/gi,
	],
	[
		'dob',
		new RegExp(
			`\\b(?:born(?:\\s+on)?|d\\.?o\\.?b\\b\\.?|date\\s+of\\s+birth|birth\\s?date|birthday)(?:\\s+(?:is|was|of|as|listed|given)){0,2}[:,]?\\s*${DATE}`,
			'gi',
		),
	],
	[
		'address',
		new RegExp(
			`(?<![\\w$.,§#/-])\\d{1,6}[A-Z]?\\s+(?!${REPORTERS})(?!(?:${WORD}\\s+)*${COURTS})(?:${WORD}\\s+){1,4}${STREET_KIND}\\b\\.?(?:\\s+\\d{1,4}\\b)?${UNIT}${TOWN}`,
			'g',
		),
	],
	[
		'address',
		/(?<![\w$.,§#/-])\d{1,6}\s+(?:[NSEW]\.?\s+)?(?:County|State|Farm|Rural|U\.?S\.?|Old)\s+(?:Road|Route|Highway|Rd|Rt|Hwy)\.?\s+\d{1,4}\b/g,
	],
	['address', new RegExp(`\\bP\\.?\\s?O\\.?\\s+Box\\s+\\d+${TOWN}`, 'gi')],
	[
		'name',
		new RegExp(
			`\\b${ROLE}(?:['’]s\\s+name\\s+is\\s+|\\s+(?:is\\s+)?(?:named|called)\\s+|\\s+is\\s+|,?\\s+\\(?)(?<found>${PERSON})`,
			'gu',
		),
	],
	[
		'name',
		new RegExp(
			`\\b(?:I|[Ww]e)(?:['’]m|['’]re)?\\s+(?:(?:also|now|currently)\\s+)?(?:represent(?:ed)?|(?:am\\s+|are\\s+|was\\s+|were\\s+)?defending|act(?:ed)?\\s+for|(?:was|were|am|are)\\s+(?:retained|hired|engaged)\\s+by|(?:sued|sue|filed)\\s+(?:on\\s+behalf\\s+of|for))\\s+(?:a\\s+|the\\s+)?(?<found>${PERSON})`,
			'gu',
		),
	],
	// Not the name of a case that is cited: Estate of Thornton v. Caldor.
	[
		'name',
		new RegExp(`\\b[Ee]state\\s+of\\s+(?:the\\s+late\\s+)?(?<found>${PERSON})(?![\\w'’-]|,?\\s+vs?\\.|,\\s*\\d)`, 'gu'),
	],
]

// Capitalised, but nobody's name.
const NOT_A_PERSON =
	/\b(?:American|Native|Spanish|English|United|State|States|County|City|Court|Chapter|Social|Security|Medicare|Medicaid|Title|Section|Rule|Form|Inc|LLC|Corp|Company|Bank|Department|University|Union|Board|Bar|January|February|March|April|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b/

/** Text before a docket that says it is a law, a form or a publication. */
const PUBLISHED = /(?:\b(?:L|Law|Pub|Op|Opinion|Order|Form|Rule|Release|Notice|Bulletin|Reg)\.?|§)\s*(?:No\.?\s*)?$/i

/** Text after a docket that says it is a decision that one cites: Smith v. Jones, No. 22-1871, 2024 WL 118842. */
const CITED_AFTER = /^\s*,\s*(?:(?:19|20)\d{2}\s+(?:WL|U\.S\.)|slip\s+op)/

function matches(type: FindingType, pattern: RegExp, text: string): Finding[] {
	return [...text.matchAll(pattern)].map((match) => {
		const found = match.groups?.found ?? match[0]
		const start = match.index + match[0].lastIndexOf(found)
		return { type, start, end: start + found.length, text: found }
	})
}

const isDocket = ({ start, end, text: found }: Finding, text: string) =>
	(found.match(/\d/g)?.length ?? 0) >= 5 &&
	!CITED_AFTER.test(text.slice(end, end + 20)) &&
	!PUBLISHED.test(text.slice(Math.max(0, start - 20), start).replace(/\bno\.\s*$/i, ''))

// The type that says most of a place goes first, and keeps it.
const ORDER: FindingType[] = ['email', 'ssn', 'docket', 'dob', 'phone', 'address', 'caption', 'name']

/**
 * What in a post looks like a client's data. Pure and local: it runs in the browser while somebody writes, and
 * nothing of it leaves. It errs on both sides (see its test for how often); the writer decides.
 */
export function detect(text: string): Finding[] {
	const all = [
		...RULES.flatMap(([type, pattern]) => matches(type, pattern, text)),
		...DOCKETS.flatMap((pattern) => matches('docket', pattern, text)).filter((finding) => isDocket(finding, text)),
		...findCaptions(text).map(
			([start, end]): Finding => ({ type: 'caption', start, end, text: text.slice(start, end) }),
		),
	].filter(({ type, text: found }) => type !== 'name' || !NOT_A_PERSON.test(found))
	all.sort((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type) || a.start - b.start || b.end - a.end)
	const kept: Finding[] = []
	for (const one of all) if (!kept.some((other) => one.start < other.end && other.start < one.end)) kept.push(one)
	return kept.sort((a, b) => a.start - b.start)
}

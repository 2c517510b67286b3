import { DOCKET_FORMS } from './data/docket-forms.ts'
import { FAMOUS_CASES } from './data/famous-cases.ts'
import { findDocketShapes, isPlausible } from './docket-shapes.ts'
import { pattern } from './pattern.ts'
import { after, before, type Span, spansOf } from './text.ts'

const ALL_FORMS = pattern('gi')`(?<![\w$€£#§@.,/:'-]|\d )(?:${DOCKET_FORMS.join('|')})(?![\w]|[-/]\w|[.,:]\d|%)`
/** `DOCKET_FORMS`, case-sensitive and anchored at a position. */
const FORM_HERE = pattern('y')`(?:${DOCKET_FORMS.join('|')})(?!\w)`
function isAsWritten(text: string, index: number): boolean {
	FORM_HERE.lastIndex = index
	return FORM_HERE.test(text)
}
/** Words spelled like the letters of a kind of case. */
const SMALL_WORD =
	/(?:^|[\d\s])(?:or|of|no|to|in|re|as|at|on|by|so|st|am|pm|mm|ms|is|vs?|a|i|c|d|m|p|s|x|day|the|and)[\s\d]/
const isForm = (number: string) =>
	!/^(?:19|20)\d{2}-\d{2}(?:-\d{2})?$/.test(number) &&
	digitsIn(number) >= 4 &&
	!/(?:cle|cve|covid)-/i.test(number) &&
	// Placeholder number: 24-CV-0000.
	!/-0{4,}$/.test(number)

const FEDERAL_IN_CAPITALS =
	/(?<![\w.-])(?:\d{1,2}:)?\d{2,4}-(?:CV|CR|MJ|BK|AP|MC|MD|PO|SW|ADV)-\d{3,6}(?:-[a-z\d]{2,4}\b){0,4}/gi
const CASELESS =
	/(?<![\w.:-])(?:(?:19|20)?\d{2}[- ]?(?:cv|cr|cf|cm|ct|dr|dm|fa|pr|jv|tr|sc|cvs|cvd|crs|ch)[- ]?\d{4,8}|(?:cv|cr|cf|dr|fa|pr|jv)[- ]?(?:19|20)?\d{2}-\d{3,8})(?![\w-])/gi

/** Words that introduce a docket number. */
const LEAD_WORDS = [
	"(?:(?:superior|circuit|district|county|probate|family|municipal|justice|city|traffic|criminal|civil|juvenile|trial|lower|state|appellate|appeals?|supreme|bankruptcy|federal|related|consolidated|companion|parent|original|old|new|her|his|their)\\s+)?(?:court\\s+)?(?:case|cause|docket|index|dkt\\.?|file|action|petition|indictment|information|proceeding|matter|complaint|charge|citation|ticket|warrant|summons|appeal|arbitration|grievance|claim|record|writ|filing|receipt|hearing)\\s*(?:nos?\\b\\.?|numbers?\\b|num\\b\\.?|nbr\\b\\.?|id\\b|#|№|n°)(?:'s|,?\\s+(?:is|was|are|of|being|shows?(?:\\s+as)?|reads?|ends?\\s+in)(?:\\s+now)?)?",
	'(?:case|cause|docket|dkt\\.?|index|ind\\.?|appeal|action|petition|indictment|warrant|grievance|foia|ticket)(?:\\s+(?:is|was|number\\s+is|end(?:s|ing)\\s+in))?',
	'(?:civil|criminal|crim\\.|civ\\.|adversary|adv\\.|probate|juvenile|misc\\.?)\\s+(?:action\\s+|case\\s+|proc(?:eeding|\\.)\\s+)?(?:nos?\\b\\.?|#)',
	'(?:d\\.c\\.|b\\.r\\.|bankr\\.|c\\.a\\.|app\\.|cr\\.|crim\\.|civ\\.|adv\\.(?:\\s+(?:pro|proc|p)\\.)?|dkt\\.|aaa|jams|finra|eeoc|nlrb|mspb|oah|ssa|wcab|wcb|dol|osha|bia|eoir|uscis|ttab|ptab|irs|alj|hud|dfeh|crd|chro|nysdhr|wipo)\\s*(?:(?:case|claim|charge|ref(?:erence|\\.)?|docket|complaint)\\s*)?(?:nos?\\b\\.?|numbers?\\b|#)?(?:\\s+(?:is|was))?',
	"(?:(?:comp|wcb|wc|l&i|lni|pip|um|uim|gl|bi|insurance|homeowner'?s|auto|medicaid|medicare|va|ui|unemployment|adjuster'?s?|carrier'?s?|her|his|their|the|on|for)\\s+)?(?:claims?|policy\\s+claim)(?:\\s+(?:is|was|number\\s+is))?",
	'(?:wcb|bwc|l&i|lni|owcp|uia|doah|soah|oah|perb)\\s*(?:(?:case|claim|docket|file|appeal)\\s*)?(?:nos?\\b\\.?|numbers?\\b|num\\b|id\\b|#)?(?:\\s+(?:is|was))?',
	"(?:wcc|dwc|sif|iwcc|edd|dua|flra|cfpb|icdr|ocr|omha|bza|ecb|dhcr|dor|dmv|dcf|dcs|dcyf|cps|dhs|acs|ice|cbp|nvc|ceac|perm|lca|ofccp|hhs|fha|va|opm|carrier|insurer)(?:'s)?\\s+(?:(?:case|claim|charge|ref(?:erence|\\.)?|docket|complaint|file|appeal|control|receipt)\\s*(?:nos?\\b\\.?|numbers?\\b|id\\b|#|is|was)?|(?:nos?\\b\\.?|numbers?\\b|id\\b|#))(?:\\s+(?:is|was))?",
	'(?:alien|a|uscis|anumber)[\\s-]*(?:number|no\\.?|#|file)(?:\\s+is)?',
	'(?:incident|report|inspection|investigation|intake|summons|serial|application|opposition|cancellation|interference|reference|ref\\.|confirmation|registration|tracking)\\s+(?:nos?\\b\\.?|numbers?\\b|#)',
	'(?<!\\w[.])\\bnos?\\.',
	'(?:our|my|the)\\s+file',
	'(?:docketed|filed|numbered|pending|known|captioned|consolidated|transferred|refiled|opened|assigned)\\s+(?:as|under|with|into)(?:\\s+(?:no\\.|number|case|docket))?',
	'#',
]
/** Letters and digits with dashes, dots, slashes and single spaces, including at least one digit. */
const NUMBER =
	'(?<found>(?:[A-Z]{1,5}\\.?[- ]?)?(?=[\\w:./-]{0,24}\\d)[A-Z\\d]+(?:[-:/.]{1,2}[A-Z\\d]+| - (?=\\d|[A-Z]{1,4} - )[A-Z\\d]+|,\\d{3}(?!\\d)|\\s(?=\\d|[A-Z]{1,4}[- ]?\\d)(?:[A-Z]{1,4}[- ]?)?\\d[A-Z\\d]*){0,8}(?:\\s?\\([A-Z]{2,4}\\)){0,2})'
const WITH_LEAD = pattern(
	'gi',
)`(?<![\w-])(?<lead>${LEAD_WORDS.join('|')})\s{0,2}(?:,\s|[:#("'-]{0,2})\s{0,2}${NUMBER}(?![\w])`

/**
 * At least three parts with dashes or slashes, including letters and a year: a docket number of any court.
 * Model and part numbers are shorter.
 */
const IN_PARTS =
	/(?<![\w$€£#§@./:'-])(?=[\w/-]{0,40}\d{3})(?=[\w/-]{0,30}(?:(?:19|20)\d{2}|(?<!\d)[0-2]\d)(?!\d))(?=[\w/-]{0,30}[A-Z])[A-Z\d]{1,8}(?:[-/][A-Z\d]{1,9}){2,6}(?![\w]|[-/]\w|[.,:]\d|%)/g

/** Words before "No." that rule out a case. */
const NOT_A_CASE =
	/(?:(?<!')\b(?:l|law|pub|public|op|opinion|opinions|order|ordinance|resolution|form|forms|rule|rules|release|notice|bulletin|reg|regulation|act|bill|s|h|hr|h\.r|proposition|prop|executive|memo|memorandum|circular|directive|advisory|amendment|instruction|calcrim|caci|jury|item|model|part|serial|invoice|purchase|order|po|check|cheque|phone|fax|tel|cell|bar|attorney|license|licence|permit|patent|exhibit|ex|table|figure|fig|box|suite|apt|unit|room|page|pp|chapter|ch|title|version|episode|ep|lesson|step|tip|reason|question|issue|vol|volume|isbn|publication|article|art|point|week|day|rank(?:ed)?|number|rev|proc|rul|t\.d)\.?|§+)\s*$/i
/** Statutory codes with two-part sections: K.S.A. 60-1507. */
const STATUTE =
	/(?:\b(?:K\.?S\.?A|A\.?R\.?S|O\.?C\.?G\.?A|N\.?J\.?S\.?A?|C\.?R\.?S|R\.?S\.?A|M\.?C\.?A|T\.?C\.?A|U\.?S\.?C\.?A?|C\.?F\.?R|N\.?R\.?S|O\.?R\.?S|R\.?C\.?W|M\.?C\.?L|O\.?R\.?C|N\.?C\.?G\.?S|G\.S|S\.?D\.?C\.?L|N\.?D\.?C\.?C|H\.?R\.?S|P\.?L|Code|Ann|Stat|Laws)\.?|§+)\s*$/
const CITED_AFTER =
	/^\s*,?\s*\([A-Z][a-z]{2,8}\.?\s+\d{1,2},\s+(?:19|20)\d{2}\)|^,\s+\d{1,4}\s+(?:U\.\s?S|S\.\s?Ct|F\.\s?\d|F\.\s?Supp|L\.\s?Ed|[A-Z][\w.]{1,12}\s?\dd)|^\s*,?\s*(?:\(?(?:(?:19|20)\d{2}\s+)?(?:WL|U\.S\.|LEXIS|[A-Z]{2}\s+App)|(?:19|20)\d{2}\s+(?:WL|U\.S\.)|slip\s+op|\(slip)|^[^\n.?!]{0,40}\b(?:WL\s+\d{4}|LEXIS|slip\s+op)|^\s*,?\s*\([^)\n]{0,40}(?:Cir\.|App\.|Ct\.|[DES]\.[DN]?\.?\s?[A-Z])[^)\n]{0,20}(?:19|20)\d{2}\)/

const COURT_TALK =
	/\b(?:case|cause|docket(?:ed)?|appeal(?:ed|s)?|court|index|petition|matter|chapter\s+(?:7|11|12|13)|bankruptcy|trustee|circuit|judge|magistrate|clerk|e-?fil\w*|filed|filings?|file|hearings?|coverage|service|serve[ds]?|orders?|judg(?:e)?ment|complaint|claim(?:ant|s)?|answer|debtors?|creditors?|plaintiffs?|defendants?|petitioner|respondent|counsel|client(?:'?s)?|new\s+matter|v(?=\.\s)|vs|osc|tro|msj|eviction|custody|divorce|probate|estate|prelim\w*|discovery|stipulat\w*|stip|charges?|citation|uscis|immigration|superior|calendar|part\s+\d+|div(?:ision|\.)?|dep(?:artment|'t|t)|county|appellate|app|panel|de\s+novo|due\s+process|arbitration|alj|iju?|bia|perfected|warrant|lien|levy|garnish\w*|status|portal|cavc|ttab|eeoc|nlrb|mspb|trial|wcab?|comp|arraign\w*|indict\w*|pending|trial|motion|plea|removed|consolidat\w+|dismiss\w*)\b/i
/** Forms so generic that the text must mention a court nearby: 24-10456, 2024-12345, 202412345. */
const PLAIN =
	/(?<![\w$€£#§@.,/:-])(?:[0-289]\d-\d{4,6}|(?:19|20)\d{2}-\d{4,7}|20\d{7,8}|[12]\d(?:0[1-9]|1[0-2])\d{5})(?![\w%]|[-/.,:]\d)/g
const YEAR_AND_NUMBER = /^(?:[12]\d|20[012]\d)-(?!\d+00$)\d{4,6}$/
const CALL = /\b(?:call|text|phone|cell|mobile|dial|fax|reach|number)\w*\b(?!.*\b(?:case|docket|index)\b)/i
/** Numbers that may also be a range of years, or a month and a year. */
const DATE_LIKE = /^(?:(?:19|20)\d{2}-(?:19|20)\d{2}|(?:19|20)\d{2}-(?:0[1-9]|1[0-2])|\d{2}-(?:19|20)\d{2})$/

/**
 * Last words before the number of a decided case: Dobbs, No. 19-1392; a class on People v. O.J. Simpson, No.
 * BA097211.
 */
const FAMOUS_WORDS = new Set(
	['bruen', 'heller', 'rahimi', 'bright', 'raimondo', 'skrmetti', 'grants'].concat(
		FAMOUS_CASES.flatMap((name) => /^(?:in re )?([a-z]{5,}) v\b/.exec(name)?.[1] ?? []).filter(
			(word) =>
				!/^(?:united|states|people|state|brown|jones|davis|smith|miller|johnson|williams|taylor|green|moore)$/.test(
					word,
				),
		),
	),
)
function isOfFamousCase(text: string, start: number): boolean {
	const lead = before(text, start, 160)
	if (!/\bno\.\s*$/i.test(lead) || /\b(?:my|our|mine|I|I'm)\b/.test(lead)) return false
	const plain = lead
		.toLowerCase()
		.replaceAll(/[.,']/g, '')
		.replaceAll(/[\s-]+/g, ' ')
	const near = /([a-z]{5,})\s+no\s*$/.exec(plain)?.[1] ?? ''
	return FAMOUS_WORDS.has(near) || FAMOUS_CASES.some((name) => name.length > 8 && plain.includes(name))
}

const digitsIn = (number: string) => number.match(/\d/g)?.length ?? 0

function isCited(text: string, [start, end]: Span): boolean {
	if (isOfFamousCase(text, start)) return true
	const lead = before(text, start, 24).replace(/\b(?:nos?\.|numbers?|#)\s*$/i, '')
	// K.S.A. 60-1507 and 60-1508: the start of a list determines the kind of the rest.
	const list = before(text, start, 40).replace(/[\d.:-]+(?:\(\w+\))*,?(?:\s+(?:and|or|&|to|through|,))?\s*$/, '')
	if (STATUTE.test(list) || /\bApp\.?\s*\(\w{3}\)\s*$/.test(before(text, start, 14))) return true
	return CITED_AFTER.test(after(text, end, 60)) || NOT_A_CASE.test(lead)
}

/** Returns whether the text after a word such as "Case" looks like a docket number. */
function isNumbered(lead: string, number: string): boolean {
	const digits = digitsIn(number)
	const hasParts = /\d[-/: ]\w|[A-Z]{1,5}[-. ]?\d|\d[A-Z]{1,5}\d/i.test(number)
	// "Warrant says 2209": a lower-case word is not part of a number.
	if (/^[A-Za-z][a-z]+\s/.test(number)) return false
	if (DATE_LIKE.test(number) && !/no|num|#|id/i.test(lead)) return false
	if (/^\$|^(?:19|20)\d{2}$|^\d{1,3}(?:st|nd|rd|th)\b/i.test(number)) return false
	if (
		/^\d{1,2}[/.-]\d{1,2}[/.-](?:\d{2}|(?:19|20)\d{2})$|^(?:19|20)\d{2}-\d{2}-\d{2}$|^\d{1,2}:\d{2}/.test(number) &&
		!/-[a-z]{2}-/i.test(number)
	)
		return false
	if (/^\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}$/.test(number)) return false
	// Excludes "claims 12-14" and "claim 20,000 miles". Numbers of agency forms are short too.
	if (/\bclaims?(?:\s+(?:is|was))?$/i.test(lead))
		return !number.includes(',') && digits >= (/[A-Z]/.test(number) ? 5 : 6)
	if (/^(?:hud|ssa|irs|osha|dol|bia|uscis)$/i.test(lead) && digits < 6) return false
	const isStrong =
		/\b(?:case|cause|docket|dkt|index|appeal|civil|criminal|indictment|court|alien)\b.*(?:no|num|#|id)|aaa|jams|finra|eeoc|nlrb|uscis/i.test(
			lead,
		)
	if (isStrong) return digits >= 3
	if (/^#$|reference|ref\.|confirmation|registration|tracking|^(?:as|under)/i.test(lead))
		return digits >= 5 && hasParts && !/^\d+(?:-\d{4})?$/.test(number)
	if (/\bnos?\.$/i.test(lead)) return (digits >= 4 && hasParts && /\d[-/:]|[A-Z]{2}/i.test(number)) || digits >= 6
	return hasParts ? digits >= 4 : digits >= 5
}

/** Words after a number that identify it: "24-10456 (that's the docket number)", unless they name the next one. */
const NAMED_AFTER =
	/^[\s,)"]*(?:\(|-+\s?)?\s?(?:(?:that'?s|which\s+is|is|was|as|being|=)\s+)?(?:(?:the|my|our|his|her|their|a)\s+)?(?:[a-z]+\s+)?(?:docket|case|cause|index|claim|charge|file|a)[- ](?:nos?\b|numbers?\b|#)(?![\s.:#]*(?:is\s+)?(?:[A-Z]{1,4}-?)?\d)/i
const HAS_NAME = /\b(?:docket|case|cause|index|claim|charge|file|a)[- ](?:no|num|#)/i
const ANY_NUMBER =
	/(?<![\w$€£§@.,/:'-])(?=[A-Z\d/: ,-]{0,20}\d{3})[A-Z\d]+(?:[-/:][A-Z\d]+|,\d{3}(?!\d)){0,5}(?![\w%]|[-/.,:]\d)/gi

/** Returns whether one part is letters and another a long number. */
function isInParts(number: string): boolean {
	const parts = number.split(/[-/]/)
	return (
		digitsIn(number) >= 7 &&
		parts.some((part) => /^[A-Z]{1,4}\d?$/.test(part)) &&
		parts.some((part) => /^\d{3,9}$/.test(part))
	)
}

/** Finds numbers after a word such as "Case" or "Docket No.". */
function numbersAfterWords(text: string): Span[] {
	const places: Span[] = []
	for (const match of text.matchAll(WITH_LEAD)) {
		const { lead = '', found: number = '' } = match.groups ?? {}
		// "Case 12 of 50": a small word ends the number.
		const trimmed = number
			.replace(/\s(?:of(?!\s(?:19|20)\d\d)|to|at|in|on|and|or|for|by|is|as|per|from|with)\b.*$/is, '')
			.replace(/[.,:/-]+$/, '')
		const start = match.index + match[0].lastIndexOf(number)
		if (!isNumbered(lead.trim(), trimmed)) continue
		// "He gave a number, 512...": not an alien registration number.
		if (/^a\s/.test(lead) && /^\d{10,}$|^\d[\d-]*$/.test(trimmed) && text.slice(match.index, start).includes(','))
			continue
		if (NOT_A_CASE.test(before(text, match.index, 24))) continue
		places.push([start, start + trimmed.length])
	}
	return places
}

/** Words right before a number that indicate something other than a case, such as a model or a flight. */
const THING =
	/\b(?:bates(?:\s+(?:range|stamps?))?|model|toner|printer|scanner|monitor|laptop|desktop|drum|cartridge|version|ver|build|firmware|driver|update|error|firefox|chrome|acrobat|windows|macos|part|serial|sku|item|flight|bill|senate|house|assembly|ordinance|resolution|regs?|regulations?|release|bulletin|notice|memo|memorandum|directive|circular|pub\.?\s*l|p\.?l|public\s+law|act|statutes?|stat|code|ann|§+|section|sec|rule|form|opinion|op|patent|isbn|course|webinar|session|order\s+number|order\s+no|invoice|po|tracking|coupon|promo|zip|passcode|meeting\s+id|standard)\b\.?(?:\s*(?:nos?\b\.?|numbers?\b|#|is|id|:))?[\s:#(]*$/i

const MAKER =
	/\b(?:LG|Dell|HP|Brother|Canon|Epson|Samsung|Lenovo|ThinkPad|Asus|Acer|Fujitsu|ScanSnap|Dymo|Xerox|Ricoh|Kyocera|Lexmark|Sony|Logitech|Jabra|Plantronics|Apple|iPhone|Pixel)\b/

/** Returns whether the context of a docket-like number is compatible with a case. */
function isOfCase(text: string, [start, end]: Span, certainty: 'sure' | 'likely'): boolean {
	const lead = before(text, start, 40)
	if (THING.test(lead) || /\/\/\S*$/.test(lead)) return false
	if (certainty === 'sure') return true
	if (
		MAKER.test(before(text, start, 60)) ||
		/^\s*(?:monitor|printer|scanner|laptop|toner|cartridge)/i.test(after(text, end, 12))
	)
		return false
	return COURT_TALK.test(before(text, start, 140)) || COURT_TALK.test(after(text, end, 90))
}

/** Finds numbers that match `DOCKET_FORMS`, and common federal and state numbers in upper or lower case. */
function numbersOfForms(text: string): Span[] {
	const places: Span[] = []
	for (const pattern of [ALL_FORMS, FEDERAL_IN_CAPITALS, CASELESS])
		for (const match of text.matchAll(pattern)) {
			if (!isForm(match[0])) continue
			const place: Span = [match.index, match.index + match[0].length]
			// In lower case a form is weaker evidence: "2023 or 2024" is not a docket number.
			const isSure = pattern !== ALL_FORMS || !/[a-z]/.test(match[0]) || isAsWritten(text, match.index)
			if (isSure || (!SMALL_WORD.test(match[0]) && isOfCase(text, place, 'likely'))) places.push(place)
		}
	return places
}

/** Finds generic numbers such as 24-10456 near a mention of a court. */
const plainNumbers = (text: string): Span[] =>
	spansOf(text, PLAIN).filter(([start, end]) => {
		const number = text.slice(start, end)
		if (DATE_LIKE.test(number)) return false
		// 202 is Washington's area code.
		if (number.length === 10 && CALL.test(before(text, start, 40))) return false
		// A year with a serial number is rarely anything but a docket number. Round numbers end a range.
		if (
			YEAR_AND_NUMBER.test(number) &&
			!THING.test(before(text, start, 40)) &&
			!/^\s*(?:pages?|words|hours|hrs|lawyers|members|people|dollars|employees|users|copies|miles|units|points|sq|square)\b/i.test(
				after(text, end, 12),
			)
		)
			return true
		return COURT_TALK.test(before(text, start, 60)) || COURT_TALK.test(after(text, end, 40))
	})

/** Finds numbers that the text identifies afterwards. */
const numbersNamedAfter = (text: string): Span[] =>
	HAS_NAME.test(text)
		? spansOf(text, ANY_NUMBER).filter(
				([start, end]) => digitsIn(text.slice(start, end)) >= 4 && NAMED_AFTER.test(after(text, end, 50)),
			)
		: []

/** Finds numbers of cases, files and proceedings. */
export const findDockets = (text: string): Span[] =>
	[
		...numbersAfterWords(text),
		...numbersOfForms(text),
		...spansOf(text, IN_PARTS).filter((place) => isInParts(text.slice(...place)) && isPlausible(text.slice(...place))),
		...findDocketShapes(text).flatMap(({ place, certainty }) => (isOfCase(text, place, certainty) ? [place] : [])),
		...plainNumbers(text),
		...numbersNamedAfter(text),
	].filter((place) => !isCited(text, place))

import { type Span, spansOf } from './text.ts'

// The common structure of docket numbers of nearly all courts in all states: a year, letters for the kind of case and
// a serial number, in any order, with dashes, slashes or spaces. `DOCKET_FORMS` covers the exceptions.

/** Letters for the kind of case or court that have no other meaning in a number. */
const KINDS = new Set(
	`cv cvs cvd cvf cvg cvh cvi cva cvb cvc cvj cvl cvp cvr cr crs cra crb crc crw cri crf cf cm cmd ct ctf co ca cab cacr cc cci ch chn ci civ crim cj ck cl
cn cp cpo cs cw da dc dcv dcr ddv df dj dl dm dn do dp dr drb ds dv dvm dom ef eq es et fa fam fc fd fe fg fi fj fl fm fn fo fr fs fv ga gc gd gdn gp gr gs gt
gv hc hp ic ifs ind jd jj jp ju jv jvj ja jb jc juv ka lt ltb lm lp lc lcv ll ma mc md mdl mi misc mj ml mm mr mt mv na ni nn nm oc op ov ow pa pb pc pd pe pfa
pl pm po pr pro prob pt rc rd re ro sc scs sd sf sm sp spr stcv trcv smcv st su sw tp tr trc trd ts tx ud va wc wf wr bk ap adv mag eda wda mda map eap wap lha
kln klan klce stfl stpb stud cecg cefl ceclg trcr scb fh nf nz cz cd ce aa ay gl de ad cy cas cpt gdv cu neg jcv nmo sbq chv chp`.split(
		/\s+/,
	),
)

/** Letters never found in docket numbers: tax and agency guidance, neutral citations, reporters, units, months. */
const NO_CASE =
	/^(?:plr|tam|gcm|aod|ssr|iso|ansi|nist|ieee|astm|isbn|issn|doi|upc|ean|sku|pmid|pmc|ohio|nmsc|nmca|ncsc|nccoa|ndsc|wl|lexis|usc|cfr|usca|stat|cle|ilcs|nycrr|njac|covid|fy|q[1-4]|vol|ver|rev|sec|art|rule|fig|tab|apt|unit|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|am|pm|hrs?|mins?|gb|mb|tb|kb|mhz|ghz|dpi|lbs?|km|ft|mm|usd|hdmi|usb)$/
/** Letters before numbers of other things: bills, notices, programs, manufacturers. */
const NO_CASE_FIRST =
	/^(?:ir|fin|cca|reg|td|cle|sb|hb|ab|hr|hjr|sjr|hcr|scr|lb|ld|hf|eo|ao|pub|kb|rfc|cve|inv|rma|ups|usps|cve|cmr|rcny|wac|oar|iac|no|nos|pp|pg|ch|ste|rm|lot|blk|box|hp|lg|mp[34]?|win|ios|mac|hl|mfc|dcp|tn|ix|es|wf|lbp|mx|us|u|rule)$/
const STATES =
	'(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|GU|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY])'
const STATE_FIRST = new RegExp(`^${STATES} `)
const STATE_AND_ZIP = new RegExp(`(?:^|[A-Z] |\\d{5,} )${STATES} \\d{5}\\b`)

/** Neutral citations of state decisions: 2023 IL 127561. */
const NEUTRAL = /^(?:19|20)\d{2} (?:IL|UT|ND|SD|WI|ME|MT|OK|WY|VT|NH|AR|NM|CO) [1-9]\d{0,5}$/

/** Parts joined by dashes, slashes or colons, without spaces. */
const TIGHT =
	/(?<![\w$€£§@.,/:'&=?%-])(?=[\w:/ -]{0,24}\d{2})[A-Za-z\d]{1,18}(?:(?:-{1,2}|[/:])[A-Za-z\d]{1,14}){0,7}(?:\([A-Z\d]{1,4}\)){0,2}(?![\w@%=]|[-/]\w|[.,:]\d|\.[a-z])/g
/** Spaces between the parts or around the dashes: 27 CV 24 1234, 24 - cv - 01234. */
const LOOSE =
	/(?<![\w$€£§@.,/:'&=?%-])(?:\d{1,4}[A-Z]{0,4}\d?|[A-Z]{1,5}\d{0,2}|(?:cv|cr|dr|fa|fm|dv|cf|ci|lt|pr|jv|cp|bk|mj)(?= ))(?:(?: ?[-/:] ?| )(?:\d{1,8}[A-Z]{0,3}|[A-Z]{1,5}\d?|(?:cv|cr|dr|fa|fm|dv|ca|cf|ci|dc|lt|pr|jv|sc|cp|gd|bk|mj|ap|md|mc)(?![a-z]))){2,6}(?![\w@%]|[-/]\w|[.,:]\d)/g
/** Letters with a long number after or before them: BA512345, SX-12345, 487123V, 54,123-CA. */
const WITH_LETTERS =
	/(?<![\w$€£#§@.,/:'&=?%-])(?:[A-Z]{1,5} ?-?\d{5,10}(?:-?[A-Z\d]{1,2})?|[A-Z]{1,4}\d{2} \d{4,7}|\d{2,3},\d{3}-?[A-Z]{1,3}|\d{5,9}-?[A-Z]{1,3})(?![\w@%]|[-/]\w|[.,:]\d)/g

const YEAR_ALONE = /^(?:(?:19[6-9]|20[0-3])\d|[0-2]\d|[89]\d)$/
const YEAR_WITHIN = /^(?:(?:19[89]|20[0-3])\d\d{3,8}|[012]\d\d{4,8}|[012]\d(?:0[1-9]|1[0-2])\d{4,6})$/

/** Splits a string into its letter runs and numbers. */
function partsOf(shape: string) {
	const runs = shape.match(/[A-Za-z]+|\d+/g) ?? []
	return {
		letters: runs.filter((run) => /[A-Za-z]/.test(run)),
		numbers: runs.filter((run) => /\d/.test(run)),
		digits: runs.reduce((sum, run) => sum + (/\d/.test(run) ? run.length : 0), 0),
	}
}

/** Returns whether the letters in a docket-like number do not indicate another kind of number. */
export const isPlausible = (shape: string, letters: readonly string[] = partsOf(shape).letters): boolean =>
	!letters.some((run) => NO_CASE.test(run.toLowerCase())) &&
	!(/^[a-z]/i.test(shape) && NO_CASE_FIRST.test((letters[0] ?? '').toLowerCase()))

/** Returns whether there is a year and a serial number, separate or in one: 24 and 01234, or 2401234. */
function hasYearAndSerial(numbers: readonly string[], least: number): boolean {
	const at = numbers.findIndex(
		(number, index) => YEAR_ALONE.test(number) && numbers.some((other, i) => i !== index && other.length >= least),
	)
	return at !== -1 || numbers.some((number) => YEAR_WITHIN.test(number))
}

/** Certainty of a form: always a docket number, or only where the text is about a case. */
export type Certainty = 'sure' | 'likely'

function judgeTight(shape: string): Certainty | undefined {
	const { letters, numbers, digits } = partsOf(shape)
	if (digits < 5 || digits > 24 || !isPlausible(shape, letters)) return undefined
	// Los Angeles numbers its criminal cases by courthouse: 3PR01234.
	if (/^\d[A-Z]{2}\d{5}$/.test(shape)) return 'likely'
	if (letters.length === 0) return judgeDigits(shape, numbers, digits)
	// Docket numbers contain no words: covid-19-2020, track-24-123.
	if (letters.some((run) => run.length > 6 || (run.length > 4 && /[a-z]/.test(run)))) return undefined
	const isKnown = letters.some((run) => KINDS.has(run.toLowerCase()))
	const areCapitals = letters.every((run) => run === run.toUpperCase())
	// Massachusetts combines year and court in one number: 2384CV00123.
	const isBayState = isKnown && /^[012]\d\d{2}[A-Z]{2}\d{5}/i.test(shape)
	if (!isBayState && !hasYearAndSerial(numbers, isKnown ? 2 : 3)) return undefined
	if (isKnown && (areCapitals || /[-:]/.test(shape))) return 'sure'
	return areCapitals && digits >= 6 && /[-:/]|[A-Z]\d|\d[A-Z]/.test(shape) ? 'sure' : 'likely'
}

/** Judges numbers of digits and dashes only: 24-1-01234-99, 0101-00012345-2024, 23-10441-6. */
function judgeDigits(shape: string, numbers: readonly string[], digits: number): Certainty | undefined {
	if (/^20[012]\d\/(?!20)\d{4,6}$/.test(shape)) return 'likely'
	if (digits < 7 || numbers.length < 2 || /^97[89]/.test(shape) || !/[-/]/.test(shape)) return undefined
	const lengths = numbers.map((number) => number.length).join('-')
	// Forms of phone and Social Security numbers, dates, ZIP codes and cards.
	if (/^(?:\d?-?3-3-4|3-2-4|3-7|5-4|4-4-4-4|[12]-[12]-[24]|2-7|3-4|4-4)$/.test(lengths)) return undefined
	if (/^(?:19|20)\d{2}[-/]\d{1,2}[-/]\d{1,2}$/.test(shape)) return undefined
	const hasSerial = numbers.some((number) => number.length >= 5 || /^0\d{3}$/.test(number))
	return hasSerial && hasYearAndSerial(numbers, 3) ? 'likely' : undefined
}

function judgeLoose(shape: string): Certainty | undefined {
	const { letters, numbers, digits } = partsOf(shape)
	if (digits < 5 || letters.length === 0 || letters.length > 4 || !isPlausible(shape, letters)) return undefined
	// A state with its ZIP code is not a docket number, unless a year precedes it: 24 CA 01234.
	if (STATE_AND_ZIP.test(shape) || NEUTRAL.test(shape)) return undefined
	const isKnown = letters.some((run) => KINDS.has(run.toLowerCase()))
	const hasLongSerial = numbers.some((number) => number.length >= 5 || /^0\d{3}/.test(number))
	return hasYearAndSerial(numbers, 3) && (isKnown || (hasLongSerial && digits >= 6)) ? 'likely' : undefined
}

function judgeWithLetters(shape: string): Certainty | undefined {
	const { letters, digits } = partsOf(shape)
	if (!isPlausible(shape, letters) || letters.length > 2) return undefined
	// Excludes quantities, but not Montgomery County's 487123V or Louisiana's 54,123-CA.
	if (/^\d[\d,]*(?:K|M|B|KM|MI|SF|FT)$/.test(shape)) return undefined
	if (/^\d/.test(shape)) return digits >= 6 || shape.includes(',') || shape.includes('-') ? 'likely' : undefined
	if (/^[A-Z]+\d{2} /.test(shape)) return /^[A-Z]+[012]\d (?:0|\d{5})/.test(shape) ? 'likely' : undefined
	if (shape.includes(' ')) return digits >= 6 && !STATE_FIRST.test(shape) ? 'likely' : undefined
	return digits >= 6 || KINDS.has(letters[0]?.toLowerCase() ?? '') || shape.includes('-') ? 'likely' : undefined
}

/** Finds spans in the form of a docket number, with their certainty. */
export function findDocketShapes(text: string): { place: Span; certainty: Certainty }[] {
	const shapes: { place: Span; certainty: Certainty }[] = []
	for (const [pattern, judge] of [
		[TIGHT, judgeTight],
		[LOOSE, judgeLoose],
		[WITH_LETTERS, judgeWithLetters],
	] as const)
		for (const place of spansOf(text, pattern)) {
			const certainty = judge(text.slice(...place))
			if (certainty) shapes.push({ place, certainty })
		}
	return shapes
}

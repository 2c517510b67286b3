import { FAMOUS_CASES } from './famous-cases.ts'

// The name of a case is public when it is law that one cites, and a confidence when it is the matter on one's desk.
// What tells them apart is what stands around it: a reporter, talk about the law, or a hearing next week.

const PARTY_WORD = "(?:\\p{Lu}[\\p{L}\\p{N}_'’&.-]*|of|the|and|for|de|la|del|&)"
const PARTY = `\\p{Lu}[\\p{L}\\p{N}_'’&.-]*(?:\\s+${PARTY_WORD}){0,6}`
const VERSUS = new RegExp(`(?:(?<![\\p{L}])(?:In\\s+re\\s+)?)${PARTY}\\s+(?:v\\.?|vs\\.?)\\s+${PARTY}`, 'gu')
const IN_RE = new RegExp(
	`\\b(?:In\\s+re(?:\\s+the)?|In\\s+the\\s+[Mm]atter\\s+of(?:\\s+the)?|Matter\\s+of)\\s+${PARTY}`,
	'gu',
)

/** A reporter after the name: `, 531 U.S. 98`, `, 44 Cal. 2d 434`, `, 2024 WL 1234567`, or a year or court in brackets. */
const CITED =
	/^\s*,?\s*(?:\d{1,4}\s+[A-Z][\w.\s]{0,20}?\s?\d|(?:No\.\s*[\w-]+,\s*)?\(?(?:\d{4}|[^)]{2,30}\s(?:19|20)\d{2})\))/

// Talk about the law, in the sentence of the name, right before it and right after it.
const LAW =
	/\b(?:cit(?:e|es|ed|ing)|decided|overruled?|held|holding|holds|reasoning|precedent|doctrine|opinions?|dissent|landmark|retroactive|law school|law student|bar exam|good law|teach|taught|quot(?:e|es|ing|ation)|is the case|rely on|relied|compare|pursuant)\b/i
const LAW_BEFORE = /\b(?:under|per|see|after|since|read|the\s+(?:rule|test|standard|logic|language)\s+(?:of|in))\s+$/i
const LAW_AFTER =
	/^[,\s]*(?:(?:is|was)\s+(?:about|still|the\s+(?:case|rule|law|test))|says|said|stands\s+for|requires?|governs?|controls|came\s+down)\b/i
const OWN_MATTER = /\bmy\s+(?:client|hearing|trial|motion)\b/i

const DAY = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day'
const MATTER =
	'(?:hearing|trial|motion|brief|reply|appeal|deposition|mediation|client|expert|witness|opponent|case|file|arbitrator|judge|offer|demand|argument|closing|jury|cross|carrier)'

/** What is said of a case that is open, and how much it says. */
const LIVE: readonly (readonly [weight: number, pattern: RegExp])[] = [
	[2, new RegExp(`\\b(?:my|our)\\s+(?:[\\w-]+\\s+){0,2}${MATTER}\\b`, 'i')],
	[
		2,
		/\b(?:I|[Ww]e)(?:['’](?:m|re|ve|d))?\s+(?:[\w-]+\s+){0,3}(?:defend\w*|represent\w*|fil(?:e|ed|ing)|substituted|appointed|inherited|signed\s+up|took\s+over|retained|depos\w+|argu(?:e|ed|ing)|lost|won|tried|picked|settled?|served|appear\w*|withdr[ae]w\w*|up\s+before|waiting)\b/,
	],
	[
		1,
		/\b(?:opposing\s+counsel|opponent|(?:the\s+)?other\s+(?:side|lawyer)|prosecutor|adjuster|insurer|plea|offer(?:s|ed)?|policy\s+limits|conference|trial|jury|verdict|summary\s+judgment|suppress\w*|bail|arraign\w*|sentenc\w+|sanction(?:s|ed)|continuance|extension|discovery|deposition\w*|depos(?:e|ed)|counterclaim|subpoena\w*|served?|mediat\w+|arbitrat\w+|guardian\s+ad\s+litem|custody|lien|pretrial|pro\s+se|process\s+server|witness|appointed|ruling|appeal|clients?\s+wants?|board|settle(?:d|ment)?|letters)\b/i,
	],
	[
		1,
		new RegExp(
			`\\b(?:tomorrow|today|tonight|yesterday|${DAY}|(?:this|next|last)\\s+(?:morning|afternoon|week|month|year|spring|summer|fall|winter)|(?:an\\s+hour|two\\s+days|a\\s+week)\\s+ago|in\\s+(?:\\w+\\s+)?(?:days|weeks|months)|in\\s+(?:the\\s+)?(?:spring|summer|fall|winter|january|february|march|april|may|june|july|august|september|october|november|december)|is\\s+(?:due|set)|set\\s+for|coming\\s+up|(?:ten|twenty|thirty)\\s+days)\\b`,
			'i',
		),
	],
	[1, /\b(?:got|just)\s+(?:\w+\s+){0,2}(?:order|ruling|served|sanctioned|filed|signed|noticed)\b/i],
]

/** Forms of a name that reporters seldom have: a whole person after the state, a family, the same name on both sides. */
const LIVE_NAME =
	/\b(?:State|People|Commonwealth|United\s+States)\b.*?\sv\.?\s+(?!\p{Lu}[\p{L}.]*\s+(?:Co|Corp|Inc|LLC|Ltd)\b)\p{Lu}\p{Ll}+\s+\p{Lu}\p{Ll}+|^(?:In\s+re\s+(?:the\s+)?|(?:In\s+the\s+)?[Mm]atter\s+of\s+(?:the\s+)?)(?:Marriage|Estate|Guardianship|Conservatorship|Adoption|Baby|\p{Lu}\p{Ll}+\s+\p{Lu}\p{Ll}+)|^(\p{Lu}[\p{L}-]+)\s+v\.?\s+\1$/u

/** A docket number right after the name, as one writes of a case that no reporter has. */
const DOCKETED =
	/^\s*,?\s*\(?(?:(?:case|cause|docket|index|ind\.?|dkt\.?|civil\s+action)\s*(?:no\.?|number|#)?|no\.?|#)\s*:?\s*(?=[\w:/-]*\d)(?![^?!\n]{0,120}?(?:\bWL\b|\bLEXIS\b|\bslip\b|\b(?:19|20)\d{2}\)))/i

/** How far around a name is looked for what it is, in characters. */
const AROUND = 250

/** Longest part of a sentence that is looked at, so that a long post takes no longer per name than a short one. */
const LONGEST = 500

/** The sentence around a place. A full stop of `v.` or `Co.` ends none. */
function sentenceAt(text: string, start: number, end: number): string {
	const before = text.slice(Math.max(0, start - LONGEST), start)
	const from = Math.max(
		before.lastIndexOf('? '),
		before.lastIndexOf('! '),
		before.search(/(?<=[a-z]{3}\. )[^.]*$/),
		before.lastIndexOf('\n'),
		0,
	)
	const after = text.slice(end, end + LONGEST)
	const stop = after.search(/[?!\n]|\.(?:\s+[A-Z]|\s*$)/)
	return before.slice(from) + text.slice(start, end) + (stop === -1 ? after : after.slice(0, stop))
}

/** The paragraph around a place, as far as it may have to do with it. */
function surroundings(text: string, start: number, end: number): string {
	const before = text.slice(Math.max(0, start - AROUND), start)
	const after = text.slice(end, end + AROUND)
	return `${before.slice(before.lastIndexOf('\n\n') + 1)} ${after.split('\n\n')[0]}`
}

const isFamous = (name: string) => {
	const plain = name
		.toLowerCase()
		.replaceAll(/[.,'’]/g, '')
		.replaceAll(/[\s-]+/g, ' ')
		.replace(/ vs /, ' v ')
	return FAMOUS_CASES.some((known) => plain.startsWith(known) || plain.includes(` ${known}`))
}

function isLive(name: string, text: string, start: number, end: number): boolean {
	if (CITED.test(text.slice(end, end + 80)) || isFamous(name)) return false
	const sentence = sentenceAt(text, start, end).replace(name, ' ')
	const isLaw =
		LAW.test(sentence) ||
		LAW_BEFORE.test(text.slice(Math.max(0, start - 40), start)) ||
		LAW_AFTER.test(text.slice(end, end + 60))
	if (isLaw && !OWN_MATTER.test(sentence)) return false
	const around = surroundings(text, start, end)
	const said = LIVE.reduce((sum, [weight, pattern]) => sum + (pattern.test(around) ? weight : 0), 0)
	const score = said + (DOCKETED.test(text.slice(end, end + 160)) ? 2 : 0)
	// "vs." also stands between things that are compared.
	return score + (LIVE_NAME.test(name) ? 1 : 0) >= (/\svs/.test(name) ? 2 : 1)
}

// Words at the head of a sentence that have a capital and belong to no name, and those that a name cannot end with.
const LEADING =
	/^(?:(?:In(?!\s+(?:re|the\s+[Mm]atter)\b)|On|At|For|After|Under|Since|See|Has|Have|Is|Does|Did|Was|And|But|Our|My|We|They|Compare|When|If|As|Before|Whether|Should|Lost|Won|Got|Tried)\s+)+/
const TRAILING = /(?:\s+(?:of|the|and|for|de|la|del|&)|\s+(?:and|&)\s+I(?:['’]\w+)?)+$/

/** Names of cases that read like a live matter, as [start, end). */
export function findCaptions(text: string): [number, number][] {
	const found: [number, number][] = []
	for (const pattern of [VERSUS, IN_RE])
		for (const match of text.matchAll(pattern)) {
			const lead = LEADING.exec(match[0])?.[0].length ?? 0
			const name = match[0].slice(lead).replace(TRAILING, '').replace(/[.,]$/, '')
			const start = match.index + lead
			const end = start + name.length
			if (found.some(([from, to]) => start < to && from < end)) continue
			if (isLive(name, text, start, end)) found.push([start, end])
		}
	return found
}

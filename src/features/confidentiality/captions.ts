// The name of a case is public when it is law that one cites, and a confidence when it is the matter on one's desk.
// What tells them apart is what stands around it: a reporter, or a hearing next week.

const PARTY_WORD = "(?:[A-Z][\\w'’&.-]*|of|the|and|for|de|la|del|&)"
const PARTY = `[A-Z][\\w'’&.-]*(?:\\s+${PARTY_WORD}){0,6}`
const VERSUS = new RegExp(`(?:\\b(?:In\\s+re\\s+)?)${PARTY}\\s+(?:v\\.?|vs\\.?)\\s+${PARTY}`, 'g')
const IN_RE = new RegExp(
	`\\b(?:In\\s+re(?:\\s+the)?|In\\s+the\\s+[Mm]atter\\s+of(?:\\s+the)?|Matter\\s+of)\\s+${PARTY}`,
	'g',
)

/** A reporter after the name: `, 531 U.S. 98`, `, 44 Cal. 2d 434`, `, 2024 WL 1234567`, or a year or court in brackets. */
const CITED =
	/^\s*,?\s*(?:\d{1,4}\s+[A-Z][\w.\s]{0,20}?\s?\d|(?:No\.\s*[\w-]+,\s*)?\(?(?:\d{4}|[^)]{2,30}\s(?:19|20)\d{2})\))/

/** Words of somebody who has the case on the desk. */
const LIVE =
	/\b(?:my|our|we|I)\b[^.?!]*\b(?:hearing|trial|motion|deposition|depose|mediation|settle[sd]?|plea|argue|argument|arraign\w*|sentenc\w+|conference|discovery|filed|file|files|filing|defend(?:ing|ed)?|represent\w*|substituted|appointed|opponent|retained|served|appearing|client)\b|\b(?:hearing|trial|motion|deposition|mediation|argument|conference|plea)\b[^.?!]*\b(?:is|are|starts?|begins?|set|scheduled|in|next|expires)\b[^.?!]*\b(?:tomorrow|today|tonight|monday|tuesday|wednesday|thursday|friday|(?:next|this|last)\s+(?:week|month)|in\s+(?:\w+\s+)?(?:days|weeks|months|may|june|july|january|february|march|april|august|september|october|november|december)|(?:one|two|three|four|five|six)\s+(?:days|weeks|months))\b|\b(?:tomorrow|next\s+(?:week|month)|last\s+(?:week|month))\b|^\s*(?:in|trial)\b[^.?!]*\b(?:trial|deposition|motion|hearing)\b/i

/** Words of somebody who talks about the law. */
const LAW =
	/\b(?:cit(?:e|es|ed|ing)|decided|overruled?|held|holding|holds|reasoning|precedent|doctrine|opinion|landmark|law school|bar exam|teach|is the case|rely on|relied|compare|under|pursuant|since)\b/i

/** The sentence around a place. A full stop of `v.` or `Co.` ends none. */
function sentenceAt(text: string, start: number, end: number): string {
	const before = text.slice(0, start)
	const from = Math.max(
		before.lastIndexOf('? '),
		before.lastIndexOf('! '),
		before.search(/(?<=[a-z]{3}\. )[^.]*$/),
		before.lastIndexOf('\n'),
		0,
	)
	const after = text.slice(end)
	const stop = after.search(/[?!\n]|\.(?:\s+[A-Z]|\s*$)/)
	return text.slice(from, stop === -1 ? text.length : end + stop)
}

const trailingWords = /(?:\s+(?:of|the|and|for|de|la|del|&))+$/

/** Names of cases that read like a live matter, as [start, end). */
export function findCaptions(text: string): [number, number][] {
	const found: [number, number][] = []
	for (const pattern of [VERSUS, IN_RE])
		for (const match of text.matchAll(pattern)) {
			const name = match[0].replace(trailingWords, '').replace(/[.,]$/, '')
			const start = match.index
			const end = start + name.length
			if (CITED.test(text.slice(end)) || found.some(([from, to]) => start < to && from < end)) continue
			const sentence = sentenceAt(text, start, end)
			const around = sentence.replace(name, ' ')
			if (!LIVE.test(around)) {
				// A caption alone at the head of a post says nothing; the rest of the post may.
				const isHeading = start <= 1 && LIVE.test(text)
				if (!isHeading) continue
			}
			if (LAW.test(around) && !/\bmy\s+(?:client|hearing|trial|motion)\b/i.test(around)) continue
			found.push([start, end])
		}
	return found
}

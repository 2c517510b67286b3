import { NOT_TIME_OF_DAY, parseTime } from '#src/lib/dates/link-time.ts'
import { isSafeLink, LINK_LIMIT } from '#src/lib/site/links.ts'
import { clock, type Paragraph, speakerLabels } from '#src/lib/text/cues.ts'
import { escapeHtml } from '#src/lib/text/html.ts'

/** Returns the link to a second on the episode's own page, where playback starts. */
const secondHref = (seconds: number) => `?t=${seconds}`

const anchorOf = (seconds: number) => `t-${seconds}`

/** Returns a link to a second and, for readers, to its paragraph of the transcript. */
export function hrefOfSecond(seconds: number, paragraphs: readonly Paragraph[] = []): string {
	const paragraph = paragraphs.findLast(({ start }) => start !== null && start <= seconds)
	return paragraph?.start == null ? secondHref(seconds) : `${secondHref(seconds)}#${anchorOf(paragraph.start)}`
}

/** Returns a link to a second. A click on it starts playback there (`library-page.ts`). */
const secondLink = (seconds: number, label: string, paragraphs: readonly Paragraph[], name = '') =>
	`<a${name} href="${hrefOfSecond(seconds, paragraphs)}" data-second="${seconds}">${label}</a>`

/** Text before numbers other than positions: `Rule 1:10`, `Smith Dep. 45:12`, `a ratio of 1:20`, `7:00 PM to 8:30`. */
const NOT_A_TIME = String.raw`\b(?:[Rr]ules?|R\.|RPC|Canons?|[Ss]ections?|[Ss]ec\.|[Dd]ockets?|[Nn]os?\.|[Vv]ol\.|[Dd]epo?\.|Tr\.|[Tt]ranscript|[Cc]ol\.|[Ll]ines?|[Pp]age|(?:[Rr]atio|[Oo]dds)(?:\s+(?:of|is|was))?|Corinthians|Deuteronomy|Ecclesiastes|Ephesians|Exodus|Genesis|Leviticus|Proverbs|Psalms?|Romans)\s{1,2}|§\s{0,2}|[aApP]\.?[mM]\.?\s{0,2}(?:[-–—]|to|until|and)\s{0,2}`
/** Text after a ratio: `a 2:15 ratio`. */
const RATIO = String.raw`[\s-]{1,2}(?:ratio|odds)\b`
/** Matches `12:34` or `1:02:03`, but not inside a longer number, a time of day, a citation or a ratio. */
const TIME = new RegExp(
	String.raw`(?<![\d:.,-])(?<!${NOT_A_TIME})(?:\d{1,2}:)?\d{1,3}:[0-5]\d(?![\d:]|[.,-]\d|${RATIO})${NOT_TIME_OF_DAY}`,
	'g',
)

/** Changes the text of HTML outside its links. */
function outsideLinks(html: string, change: (text: string) => string): string {
	let links = 0
	return html
		.split(/(<[^>]*>)/)
		.map((part) => {
			if (!part.startsWith('<')) return links > 0 ? part : change(part)
			if (/^<a[\s>]/i.test(part)) links++
			else if (/^<\/a>/i.test(part)) links = Math.max(0, links - 1)
			return part
		})
		.join('')
}

/**
 * Turns times in show notes into links to their second. Skips existing links, and times beyond the end of the episode,
 * which mean something else.
 * @param html sanitized HTML; this function does not sanitize it.
 */
export const withTimeLinks = (html: string, duration: number | null, paragraphs: readonly Paragraph[] = []): string =>
	outsideLinks(html, (text) =>
		text.replaceAll(TIME, (time) => {
			const seconds = parseTime(time)
			if (seconds === undefined || (duration !== null && seconds >= duration)) return time
			return secondLink(seconds, time, paragraphs)
		}),
	)

/** Checks whether emphasis, as in `*this*`, is open at the end of the text. */
const isEmphasisOpen = (mark: string, text: string) =>
	new RegExp(String.raw`(?:^|[\s(])[${mark}]{1,3}(?=\S|$)(?!.*\S[${mark}])`, 's').test(text.slice(-300))

/** Maximum number of closing characters to strip; no sentence ends with more. */
const MAX_ENDING = 50

/** Strips the end of the sentence from a URL: punctuation, unmatched brackets and closing emphasis. */
function stripSentenceEnd(match: string, before: string): string {
	let url = match
	for (let count = 0; count < MAX_ENDING; count++) {
		const last = url.at(-1) ?? ''
		const opening = { ')': '(', ']': '[', '}': '{', '）': '（', '」': '「' }[last]
		const isUnmatched =
			opening === undefined
				? /[*_]/.test(last) && isEmphasisOpen(last, before)
				: url.split(last).length > url.split(opening).length
		if (!isUnmatched && !/[.,:;!?…。、，！？`|’]/.test(last)) return url
		url = url.slice(0, -1)
	}
	return url
}

/** Matches a URL in escaped text, up to a following quotation mark or bracket. `O'Brien` may be part of it. */
const WEB_URL =
	/(?<![\p{L}\p{N}])https?:\/\/(?:(?:'|&#(?:39|x27);)(?=\p{L}{2})|(?!&(?:quot|#39|#x27|lt|gt);)[^\s<>"'“”„«»‹›\u200b\u2060])+/giu

/** Turns URLs in show notes into https links, since many hosts leave them as text. @param html sanitized HTML. */
export const withWebLinks = (html: string): string =>
	outsideLinks(html, (text) =>
		text.replaceAll(WEB_URL, (match, at: number) => {
			if (match.length > 2 * LINK_LIMIT) return match
			const url = stripSentenceEnd(match, text.slice(0, at))
			const href = url.replace(/^http:/i, 'https:')
			if (!isSafeLink(href.replaceAll('&amp;', '&'))) return match
			return `<a href="${href}" target="_blank" rel="noopener noreferrer">${url}</a>${match.slice(url.length)}`
		}),
	)

/** Converts plain text to HTML paragraphs. */
export const plainToHtml = (text: string): string =>
	text
		.split(/\n\s*\n/)
		.map((paragraph) => paragraph.trim())
		.filter(Boolean)
		.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
		.join('')

/** Renders the paragraphs of a transcript, each with a link to its second and with its speaker when that changes. */
export function transcriptHtml(paragraphs: readonly Paragraph[]): string {
	const labels = speakerLabels(paragraphs)
	return paragraphs
		.map(({ start, text }, at) => {
			const speaker = labels[at] ?? null
			const isNew = speaker !== null && speaker !== (labels[at - 1] ?? null)
			const speakerHtml = isNew ? `<strong>${escapeHtml(speaker)}</strong> ` : ''
			if (start === null) return `<p class="said">${speakerHtml}${escapeHtml(text)}</p>`
			const time = secondLink(start, clock(start), [{ start, speaker, text }], ' class="said-time"')
			return `<p class="said" id="${anchorOf(start)}">${time} ${speakerHtml}${escapeHtml(text)}</p>`
		})
		.join('\n')
}

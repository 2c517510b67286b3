import { NOT_TIME_OF_DAY, parseTime } from '#src/lib/dates/link-time.ts'
import { isSafeLink, LINK_LIMIT } from '#src/lib/site/links.ts'
import { clock, type Paragraph, speakerLabels } from '#src/lib/text/cues.ts'
import { escapeHtml } from '#src/lib/text/html.ts'

/** Where a second of an episode is linked to, on its own page: what listens begins there. */
const secondHref = (seconds: number) => `?t=${seconds}`

const anchorOf = (seconds: number) => `t-${seconds}`

/** A link to a second, and to the paragraph of the transcript in which it is said, for who only reads. */
export function hrefOfSecond(seconds: number, paragraphs: readonly Paragraph[] = []): string {
	const said = paragraphs.findLast(({ start }) => start !== null && start <= seconds)
	return said?.start == null ? secondHref(seconds) : `${secondHref(seconds)}#${anchorOf(said.start)}`
}

/** A link by which the page's script plays from there (`page-links.ts`). */
const secondLink = (seconds: number, label: string, paragraphs: readonly Paragraph[], name = '') =>
	`<a${name} href="${hrefOfSecond(seconds, paragraphs)}" data-second="${seconds}">${label}</a>`

/** `12:34` or `1:02:03`, and nothing that is part of something longer. */
const TIME = new RegExp(String.raw`(?<![\d:.,-])(?:\d{1,2}:)?\d{1,3}:[0-5]\d(?![\d:]|[.,-]\d)${NOT_TIME_OF_DAY}`, 'g')

/** HTML with its text changed where that is no link yet. */
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
 * Times in the text of show notes become links to their second. Those beyond the end are of something else, and what is a
 * link already stays one.
 * @param html sanitized; nothing is made safe here.
 */
export const withTimeLinks = (html: string, duration: number | null, paragraphs: readonly Paragraph[] = []): string =>
	outsideLinks(html, (text) =>
		text.replaceAll(TIME, (time) => {
			const seconds = parseTime(time)
			if (seconds === undefined || (duration !== null && seconds >= duration)) return time
			return secondLink(seconds, time, paragraphs)
		}),
	)

/** Whether emphasis, as in `*this*`, is still open at the end of a text. */
const isOpen = (sign: string, text: string) =>
	new RegExp(String.raw`(?:^|[\s(])[${sign}]{1,3}(?=\S|$)(?!.*\S[${sign}])`, 's').test(text.slice(-300))

/** No sentence ends with more signs than this. */
const MOST_ENDING = 50

/** Strips from an address what belongs to the sentence around it: punctuation, unmatched brackets, closing emphasis. */
function withoutEnd(found: string, before: string): string {
	let address = found
	for (let taken = 0; taken < MOST_ENDING; taken++) {
		const last = address.at(-1) ?? ''
		const opening = { ')': '(', ']': '[' }[last]
		const isOthers =
			opening === undefined
				? /[*_]/.test(last) && isOpen(last, before)
				: address.split(last).length > address.split(opening).length
		if (!isOthers && !/[.,:;!?]/.test(last)) return address
		address = address.slice(0, -1)
	}
	return address
}

/** An address in text that is escaped, up to a quotation mark or bracket that stands behind it. */
const ADDRESS = /(?<![\p{L}\p{N}])https?:\/\/(?:(?!&(?:quot|#39|lt|gt);)[^\s<>"'])+/giu

/** Addresses in the text of show notes become links, over https: many hosts leave them as text. @param html sanitized. */
export const withWebLinks = (html: string): string =>
	outsideLinks(html, (text) =>
		text.replaceAll(ADDRESS, (found, at: number) => {
			if (found.length > 2 * LINK_LIMIT) return found
			const shown = withoutEnd(found, text.slice(0, at))
			const href = shown.replace(/^http:/i, 'https:')
			if (!isSafeLink(href.replaceAll('&amp;', '&'))) return found
			return `<a href="${href}" target="_blank" rel="noopener noreferrer">${shown}</a>${found.slice(shown.length)}`
		}),
	)

/** Plain text as paragraphs of HTML. */
export const plainToHtml = (text: string): string =>
	text
		.split(/\n\s*\n/)
		.map((paragraph) => paragraph.trim())
		.filter(Boolean)
		.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
		.join('')

/** The paragraphs of a transcript, each with its speaker where that is another one, and a link to itself at its second. */
export function transcriptHtml(paragraphs: readonly Paragraph[]): string {
	const labels = speakerLabels(paragraphs)
	return paragraphs
		.map(({ start, text }, at) => {
			const speaker = labels[at] ?? null
			const isNew = speaker !== null && speaker !== (labels[at - 1] ?? null)
			const who = isNew ? `<strong>${escapeHtml(speaker)}</strong> ` : ''
			if (start === null) return `<p class="said">${who}${escapeHtml(text)}</p>`
			const time = secondLink(start, clock(start), [{ start, speaker, text }], ' class="said-time"')
			return `<p class="said" id="${anchorOf(start)}">${time} ${who}${escapeHtml(text)}</p>`
		})
		.join('\n')
}

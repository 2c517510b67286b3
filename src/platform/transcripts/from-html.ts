import type { Cue } from '#src/lib/text/cues.ts'
import { timedText } from './from-text.ts'
import { plainText } from './plain-text.ts'
import { withSpokenNames } from './spoken-names.ts'
import { millisecondsOf } from './times.ts'
import { TranscriptError } from './transcript-error.ts'

const ELEMENT = /<(cite|time|p)\b([^<>]{0,500})>([\s\S]*?)(?=<\/\1\s*>|<(?:cite|time|p)\b|$)/gi

interface HtmlCues {
	cues: Cue[]
	isTimed: boolean
	warnings: string[]
}

/** Elements of a marked-up transcript, with their content. */
const WHOLE_ELEMENT = /<(cite|time|p)\b[^<>]{0,500}>[\s\S]*?(?:<\/\1\s*>|(?=<(?:cite|time|p)\b)|$)/gi
/** Anchored at the start of the text, so that thousands of `<head>` tags are scanned once. */
const HEAD = /^[\s\S]*?<\/head\s*>/i

function skippedWords(body: string): string[] {
	const words = plainText(body.replace(HEAD, ' ').replaceAll(WHOLE_ELEMENT, ' ')).split(' ').filter(Boolean).length
	return words > 0 ? [`${words} ${words === 1 ? 'word' : 'words'} outside of paragraphs were left out`] : []
}

/** Splits a page into lines, with an empty line between paragraphs. */
const linesOf = (body: string) =>
	body
		.replaceAll(/<br\b[^<>]{0,200}>/gi, '\n')
		.replaceAll(/<\/?(?:p|div|li|h[1-6])\b[^<>]{0,500}>/gi, '\n\n')
		.split('\n')
		.map((line) => plainText(line))
		.join('\n')

/**
 * Reads paragraphs without times if the page is a fragment and at least two paragraphs start with the same name.
 * Anything else may be an error page instead of a transcript.
 * @throws {TranscriptError}
 */
function fromParagraphs(body: string): Cue[] {
	const noNames = new TranscriptError('it is a web page without names or times')
	if (/<(?:html|head|body|title)\b/i.test(body)) throw noNames
	const paragraphs = [...body.matchAll(ELEMENT)].map(([, , , inside = '']) => plainText(inside)).filter(Boolean)
	const cues = withSpokenNames(paragraphs.map((text): Cue => ({ start: 0, end: 0, speaker: null, text })))
	const names = cues.flatMap(({ speaker }) => speaker ?? [])
	if (new Set(names).size === names.length) throw noNames
	return cues
}

/** Reads lines that start with times, as in plain text; otherwise paragraphs. @throws {TranscriptError} */
function fromLines(body: string): HtmlCues {
	const timed = timedText(linesOf(body))
	return timed
		? { cues: timed, isTimed: true, warnings: [] }
		: { cues: fromParagraphs(body), isTimed: false, warnings: skippedWords(body) }
}

/** Reads `cite` as the speaker, `time` as the start and `p` as the text. */
function fromElements(body: string): HtmlCues {
	const cues: Cue[] = []
	let speaker: string | null = null
	let at: number | undefined
	let isTimed = false
	for (const [, name = '', attributes = '', inside = ''] of body.matchAll(ELEMENT)) {
		const tag = name.toLowerCase()
		if (tag === 'cite') speaker = plainText(inside).replace(/:$/, '').slice(0, 128) || null
		else if (tag === 'time') {
			const datetime = /datetime\s*=\s*["']([^"']{1,20})["']/i.exec(attributes)?.[1]
			at = millisecondsOf(plainText(inside)) ?? (datetime === undefined ? undefined : millisecondsOf(datetime)) ?? at
			isTimed ||= at !== undefined
		} else {
			const content = plainText(inside)
			// A paragraph without its own time continues the previous one.
			if (content) cues.push({ start: at ?? 0, end: at ?? 0, speaker, text: content })
		}
	}
	for (const [index, cue] of cues.entries()) cue.end = Math.max(cue.end, cues[index + 1]?.start ?? cue.end)
	return { cues, isTimed, warnings: skippedWords(body) }
}

/**
 * Parses the HTML format of the podcast namespace, or a page of lines and paragraphs.
 * @throws {TranscriptError}
 */
export function fromHtml(text: string): HtmlCues {
	const body = text.replaceAll(/<(script|style)\b[^<>]{0,1000}>[^<]*(?:<(?!\/\1)[^<]*)*<\/\1\s*>/gi, ' ')
	return /<(?:cite|time)\b/i.test(body) ? fromElements(body) : fromLines(body)
}

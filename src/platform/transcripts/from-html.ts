import type { Cue } from '#src/lib/cues.ts'
import { plainText } from './plain-text.ts'
import { TranscriptError } from './transcript-error.ts'

/** `12:34`, `1:02:03` or `754.5` in milliseconds; undefined for what is no time. */
export function millisecondsOf(text: string): number | undefined {
	const trimmed = text.trim()
	if (!/^(?:\d{1,3}:)?\d{1,4}:\d{1,2}(?:[.,]\d{1,3})?$|^\d{1,6}(?:\.\d{1,3})?s?$/.test(trimmed)) return undefined
	const parts = trimmed.replace(',', '.').replace(/s$/, '').split(':').map(Number)
	return Math.round(parts.reduce((total, part) => total * 60 + part, 0) * 1000)
}

const PIECE = /<(cite|time|p)\b([^<>]{0,500})>([\s\S]*?)(?=<\/\1\s*>|<(?:cite|time|p)\b|$)/gi

/**
 * The HTML form of the podcast namespace: `cite` names who speaks, `time` when, `p` holds what is said. A page that has
 * paragraphs alone may be anything, such as the error of a server, and is refused.
 * @throws {TranscriptError}
 */
export function fromHtml(text: string): { cues: Cue[]; isTimed: boolean } {
	const body = text.replaceAll(/<(script|style)\b[^<>]{0,1000}>[^<]*(?:<(?!\/\1)[^<]*)*<\/\1\s*>/gi, ' ')
	if (!/<(?:cite|time)\b/i.test(body)) throw new TranscriptError('it is a web page without names or times')
	const cues: Cue[] = []
	let speaker: string | null = null
	let at: number | undefined
	let isTimed = false
	for (const [, name = '', attributes = '', inside = ''] of body.matchAll(PIECE)) {
		const tag = name.toLowerCase()
		if (tag === 'cite') speaker = plainText(inside).replace(/:$/, '').slice(0, 128) || null
		else if (tag === 'time') {
			const told = /datetime\s*=\s*["']([^"']{1,20})["']/i.exec(attributes)?.[1]
			at = millisecondsOf(plainText(inside)) ?? (told === undefined ? undefined : millisecondsOf(told)) ?? at
			isTimed ||= at !== undefined
		} else {
			const said = plainText(inside)
			// Where a paragraph has no time of its own it goes on from the one before.
			if (said) cues.push({ start: at ?? 0, end: at ?? 0, speaker, text: said })
		}
	}
	for (const [index, cue] of cues.entries()) cue.end = Math.max(cue.end, cues[index + 1]?.start ?? cue.end)
	return { cues, isTimed }
}

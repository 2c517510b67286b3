import { parseTime } from '#src/lib/dates/link-time.ts'

/** A part of a transcript, and the second at which it is spoken, if known. */
export interface SpokenLine {
	start: number | undefined
	text: string
}

/** A time at the beginning of a line, as YouTube and Zoom write it: `0:42`, `[1:02:03]`. */
const STAMP = /^[^\S\n]*[[(]?((?:\d{1,2}:)?\d{1,3}:[0-5]\d)(?:\.\d+)?[\])]?(?:[^\S\n]+[-–—])?(?:\s+|$)/
const BEFORE_STAMP = new RegExp(String.raw`\n(?=${STAMP.source.slice(1)})`)

/** Splits a transcript into paragraphs, or into timed parts if it begins with a time. */
export function linesOf(transcript: string): SpokenLine[] {
	const parts = transcript.split(STAMP.test(transcript.trimStart()) ? BEFORE_STAMP : /\n\s*\n/)
	return parts.flatMap((part) => {
		const [stamp = '', time = ''] = STAMP.exec(part.trimStart()) ?? []
		const text = part.trimStart().slice(stamp.length).trim()
		return text === '' ? [] : [{ start: parseTime(time), text }]
	})
}

const CUE = /^(?:(\d+):)?(\d+):(\d+)[.,]\d+[^\S\n]+-->.*\n((?:.+\n?)*)/gm

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Number of words from the start of a line to search for in the captions. */
const MATCH_WORDS = 6

/** Returns the second at which each line starts in these WebVTT captions; undefined if the words are not found. */
export function startsOf(lines: readonly string[], captions: string): Array<number | undefined> {
	const spoken = [...captions.replaceAll('\r', '').matchAll(CUE)].flatMap(
		([, hours = 0, minutes, seconds, text = '']) =>
			wordsOf(text.replaceAll(/<[^>]*>/g, '')).map((word) => ({
				word,
				start: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
			})),
	)
	let from = 0
	return lines.map((line) => {
		const wanted = wordsOf(line).slice(0, MATCH_WORDS)
		if (wanted.length === 0) return undefined
		const at = spoken.findIndex(
			(_, index) => index >= from && wanted.every((word, next) => spoken[index + next]?.word === word),
		)
		if (at < 0) return undefined
		from = at + 1
		return spoken[at]?.start
	})
}

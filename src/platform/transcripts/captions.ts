import { parseText } from 'media-captions'
import { vttTime } from '#src/lib/text/cues.ts'
import { plainText } from './plain-text.ts'
import { TranscriptError } from './transcript-error.ts'

export type CaptionFormat = 'vtt' | 'srt'

/** The part of the parser's cues that captions need. Times are in seconds. */
interface Caption {
	startTime: number
	endTime: number
	text: string
}

export interface Captions {
	/** The file as strict WebVTT, without the repetitions of rolling captions. */
	webVtt: string
	cues: readonly Caption[]
	/** Warnings about unreadable parts, one sentence each. */
	warnings: string[]
}

const MAX_WARNINGS = 5

/** Hours and fractions of a second are optional. */
const TIME = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{1,2}(?:[.,]\d{1,6})?`
const TIMING = new RegExp(String.raw`^[^\S\n]*(${TIME})[^\S\n]*-->[^\S\n]*(${TIME})(?=[^\S\n]|$)(.*)$`)
/** The start of a SubRip file: a caption's times, optionally below its number. */
const SRT_BEGINNING = new RegExp(
	String.raw`^(?:\d+\s*\n\s*)?${TIME}[^\S\n]*-->[^\S\n]*${TIME}[^\S\n]*(?:\n|[A-Za-z]\w?:)`,
)

/** Times separated by a comma, as in YouTube's SubViewer, or by the arrow into which a word processor turned `-->`. */
const OTHER_ARROW = new RegExp(
	String.raw`^([^\S\n]*${TIME}[^\S\n]*)(?:[-–—]>|[→⟶➔]|,(?=\d+:))([^\S\n]*${TIME}[^\S\n]*)$`,
	'gm',
)
/** Rewrites all timing lines with the arrow of WebVTT and SubRip. */
export const withArrows = (text: string): string => text.replaceAll(OTHER_ARROW, '$1-->$2')

/** SubRip positions (`X1:1`); any other text after the times is spoken. */
const SRT_SETTINGS = /^(?:\s+[A-Za-z]\w*:\S*)+\s*$/
const OTHER_BLOCK = /^(?:NOTE|STYLE|REGION)(?:\s|:|$)/

/** A WebVTT header without an empty line before the first cue. */
const BARE_HEADER = /^WEBVTT.*\n(?:(?!.*-->).+\n){0,20}(?=.*-->)/

/** Detects the format of captions, whatever their declared type. */
export function captionFormat(text: string): CaptionFormat | undefined {
	const head = text.slice(0, 2_000).trimStart()
	if (/^WEBVTT(?:\s|$)/.test(head)) return 'vtt'
	return SRT_BEGINNING.test(head) ? 'srt' : undefined
}

function milliseconds(time: string): number {
	const [clock = '', fraction = ''] = time.split(/[.,]/)
	const seconds = clock.split(':').reduce((total, digits) => total * 60 + Number(digits), 0)
	return seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
}

/**
 * Converts a timing line to strict WebVTT; returns other lines unchanged. A cue that ends before its start gets a
 * duration of one millisecond.
 */
function strictTiming(line: string, format: CaptionFormat): string {
	const [, from, to, rest = ''] = TIMING.exec(line) ?? []
	if (from === undefined || to === undefined) return line
	const start = milliseconds(from)
	const times = `${vttTime(start)} --> ${vttTime(Math.max(milliseconds(to), start + 1))}`
	if (format === 'vtt') return `${times}${rest}`
	return rest.trim() === '' || SRT_SETTINGS.test(rest) ? times : `${times}\n${rest.trim()}`
}

/**
 * Empties the blank lines between cues and puts a space into empty lines within a cue. Otherwise, the parser would
 * drop the text below an empty line.
 */
function withCuesSeparated(lines: readonly string[], format: CaptionFormat): string[] {
	const startsCue = (at: number) => /-->/.test(lines[at] ?? '') || /-->/.test(lines[at + 1] ?? '')
	let next = lines.length
	const nextFilledLine = lines.map(() => 0)
	for (let at = lines.length - 1; at >= 0; at--) {
		nextFilledLine[at] = next
		if (lines[at]?.trim() !== '') next = at
	}
	let isInCue = false
	return lines.map((line, at) => {
		if (line.includes('-->')) isInCue = true
		if (line.trim() !== '') return line
		const nextFilled = nextFilledLine[at] ?? lines.length
		const isOther = format === 'vtt' && OTHER_BLOCK.test(lines[nextFilled] ?? '')
		if (isOther) isInCue = false
		return nextFilled >= lines.length || isOther || startsCue(nextFilled) || !isInCue ? '' : ' '
	})
}

/** Maximum duration in seconds of a caption that only shows lines scrolling. */
const MAX_SCROLL = 0.05
/** Maximum gap between consecutive captions, in seconds. */
const MAX_GAP = 0.15

const linesOf = (text: string) => text.split('\n').filter((line) => plainText(line) !== '')

/** Maximum number of rolling lines: the rows of a CEA-608 screen. */
const MAX_ROLLING = 15
const MAX_ROLLING_WORDS = 40

/** Returns how many of the first lines, or words, of a cue repeat the end of the previous one. */
function repeatedStart(before: readonly string[], parts: readonly string[], limit: number): number {
	for (let count = Math.min(before.length, parts.length, limit); count > 0; count--)
		if (parts.slice(0, count).every((part, at) => part === before[before.length - count + at])) return count
	return 0
}

const follows = (before: Caption | undefined, cue: Caption): before is Caption =>
	before !== undefined && cue.startTime <= before.endTime + MAX_GAP
/** Checks whether so many cues repeat text that the captioning must cause it, not the speakers. */
const isRolling = (repeated: number, cues: readonly Caption[]) => repeated > 0 && repeated * 3 >= cues.length - 1

/**
 * Removes words that captions repeat within their line: a line that grows word by word becomes one caption, and no
 * caption starts with the last words of the previous one.
 */
function withoutRepeatedWords(cues: readonly Caption[]): readonly Caption[] {
	const words = cues.map(({ text }) => plainText(text).split(' '))
	const repeated = cues.map((cue, at) => {
		if (!follows(cues[at - 1], cue)) return 0
		const before = words[at - 1] ?? []
		const count = repeatedStart(before, words[at] ?? [], MAX_ROLLING_WORDS)
		// A single repeated word may be a coincidence.
		return count > 1 || count === before.length ? count : 0
	})
	if (!isRolling(repeated.filter((count) => count > 0).length, cues)) return cues
	const result: Caption[] = []
	for (const [at, cue] of cues.entries()) {
		const added = (words[at] ?? []).slice(repeated[at]).join(' ')
		const last = result.at(-1)
		if (repeated[at] && last && repeated[at] === words[at - 1]?.length)
			result[result.length - 1] = { ...last, endTime: cue.endTime, text: `${last.text} ${added}`.trim() }
		else result.push(repeated[at] ? { ...cue, text: added } : cue)
	}
	return result
}

/**
 * Removes repeated lines from roll-up captions, as live and automatic captioning produce them: each line appears again
 * above the next. If few cues repeat lines, the repetition was spoken, and the cues stay unchanged.
 */
function withoutRolling(cues: readonly Caption[]): readonly Caption[] {
	const plain = cues.map(({ text }) => linesOf(text).map((line) => plainText(line)))
	const repeated = cues.map((cue, at) => {
		return follows(cues[at - 1], cue) ? repeatedStart(plain[at - 1] ?? [], plain[at] ?? [], MAX_ROLLING) : 0
	})
	const rollingCues = cues.filter(({ startTime, endTime, text }, at) => {
		const count = repeated[at] ?? 0
		// Some files highlight the words of a line one after another.
		const isMarked = text !== cues[at - 1]?.text && text.includes('<')
		return count > 0 && (count < (plain[at]?.length ?? 0) || endTime - startTime <= MAX_SCROLL || isMarked)
	})
	if (!isRolling(rollingCues.length, cues)) return withoutRepeatedWords(cues)
	const result: Caption[] = []
	for (const [at, cue] of cues.entries()) {
		const count = repeated[at] ?? 0
		const lines = linesOf(cue.text).slice(count)
		const last = result.at(-1)
		// A line that stays on the screen extends the previous cue.
		if (lines.length === 0 && count > 0 && last) result[result.length - 1] = { ...last, endTime: cue.endTime }
		else result.push(count > 0 ? { ...cue, text: lines.join('\n') } : cue)
	}
	return result
}

const toWebVtt = (cues: readonly Caption[]) =>
	`WEBVTT\n\n${cues
		.map(
			({ startTime, endTime, text }) =>
				`${vttTime(Math.round(startTime * 1000))} --> ${vttTime(Math.round(endTime * 1000))}\n${text}\n`,
		)
		.join('\n')}`

function warningsOf(lines: ReadonlyArray<{ line: number; isTime: boolean }>): string[] {
	const all = lines.map(({ line, isTime }) => `line ${line} ${isTime ? 'has no valid time' : 'cannot be read'}`)
	const unique = [...new Set(all)]
	const hidden = unique.length - MAX_WARNINGS
	return hidden > 0
		? [...unique.slice(0, MAX_WARNINGS), `${hidden} more ${hidden === 1 ? 'line' : 'lines'} like these`]
		: unique
}

/**
 * Parses WebVTT or SubRip leniently. `text` must have line feeds only and no byte order mark.
 * @throws {TranscriptError} if it contains no caption.
 */
export async function readCaptions(text: string, format: CaptionFormat): Promise<Captions> {
	if (format === 'vtt' && !/^\s*WEBVTT(?:\s|$)/.test(text)) throw new TranscriptError('line 1 is not WEBVTT')
	const whole = format === 'vtt' ? text.replace(/^(\n+)(WEBVTT.*\n)/, '$2$1') : `WEBVTT\n\n${text}`
	const added = format === 'srt' ? 2 : BARE_HEADER.test(whole) ? 1 : 0
	const separated = withCuesSeparated(whole.replace(BARE_HEADER, '$&\n').split('\n'), format)
	const lines = separated.map((line) =>
		strictTiming(format === 'srt' ? line.replaceAll(/\{\\an?\d\}/g, '') : line, format),
	)
	const webVtt = lines.join('\n')
	// Text after the times was moved to a new line: map line numbers back to the original file.
	const originalLines = lines.flatMap((line, at) => line.split('\n').map(() => at + 1 - added))
	const { cues, errors } = await parseText(webVtt, { type: 'vtt', errors: true })
	const warnings = warningsOf(
		errors
			// An unknown setting loses no words.
			.filter(({ message }) => !message.includes('setting'))
			.map(({ message, line }) => ({ line: originalLines[line - 1] ?? line, isTime: message.includes('timestamp') })),
	)
	if (cues.length === 0) throw new TranscriptError(warnings[0] ?? 'it has no cues')
	const parsedCues = cues.map(({ startTime, endTime, text: content }) => ({ startTime, endTime, text: content }))
	const uniqueCues = withoutRolling(parsedCues)
	return { webVtt: uniqueCues === parsedCues ? webVtt : toWebVtt(uniqueCues), cues: uniqueCues, warnings }
}

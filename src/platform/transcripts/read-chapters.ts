import * as z from 'zod'
import { parseTime } from '#src/lib/link-time.ts'
import { isSafeLink } from '#src/lib/links.ts'
import { plainText } from './plain-text.ts'
import { instant } from './times.ts'
import { TranscriptError } from './transcript-error.ts'

/** A part of a recording. Times are whole milliseconds. */
export interface Chapter {
	start: number
	/** Null where nobody said; it then ends where the next one begins. */
	end: number | null
	title: string
	/** More on it, https. */
	url: string | null
}

export const MAX_CHAPTERS = 500
export const MAX_CHAPTER_TITLE = 300

const entry = z.object({
	startTime: instant.refine((ms) => ms >= 0 && ms <= 7 * 24 * 3_600_000),
	endTime: instant.optional().catch(undefined),
	title: z.string().catch(''),
	url: z.string().optional().catch(undefined),
	// Silent: it changes the picture, and is in no table of contents.
	toc: z.boolean().optional().catch(undefined),
})
/** Some leave out what is around the list. */
const file = z.union([z.object({ chapters: z.array(z.unknown()) }), z.array(z.unknown())])

/** Chapters in the order of their beginnings, one for each, without what has no title. */
export function orderedChapters(chapters: readonly Chapter[]): Chapter[] {
	const byStart = new Map<number, Chapter>()
	for (const chapter of [...chapters].sort((a, b) => a.start - b.start)) {
		const start = Math.max(0, Math.round(chapter.start))
		const title = plainText(chapter.title).slice(0, MAX_CHAPTER_TITLE)
		if (title === '' || byStart.has(start)) continue
		const end = chapter.end === null || chapter.end <= start ? null : Math.round(chapter.end)
		byStart.set(start, { start, end, title, url: chapter.url && isSafeLink(chapter.url) ? chapter.url : null })
	}
	return [...byStart.values()].slice(0, MAX_CHAPTERS)
}

/** The JSON form of chapters of the podcast namespace (1.2), whatever type its server calls it. @throws {TranscriptError} */
export function readChapters(text: string): Chapter[] {
	if (/^\s*</.test(text)) throw new TranscriptError('it is a web page')
	let parsed: unknown
	try {
		parsed = JSON.parse(text.replace(/^\ufeff/, ''))
	} catch {
		throw new TranscriptError('it is not valid JSON')
	}
	const whole = file.safeParse(parsed)
	if (!whole.success) throw new TranscriptError('it has no list of chapters')
	const entries = Array.isArray(whole.data) ? whole.data : whole.data.chapters
	const chapters = entries.flatMap((one): Chapter[] => {
		const read = entry.safeParse(one)
		if (!read.success || read.data.toc === false) return []
		const { startTime, endTime, title, url } = read.data
		return [{ start: startTime, end: endTime ?? null, title, url: url ?? null }]
	})
	if (chapters.length === 0) throw new TranscriptError('it has no chapters')
	return orderedChapters(chapters)
}

const CLOCK = String.raw`(?:\d{1,2}:)?\d{1,2}:\d{2}`
const BULLET = String.raw`^[^\S\n]*(?:(?:[^\p{L}\p{N}\s([]{1,3}|\d{1,3}[.)])\s*)?`
/** With a bullet, a sign or a number before it, parts of seconds, and the end of the chapter after its beginning. */
const TIME_FIRST = new RegExp(
	String.raw`${BULLET}[([]?(?<time>${CLOCK}|(?:\d{1,2}h ?)?\d{1,3}m(?: ?\d{1,2}s)?(?![\p{L}\p{N}]))(?:\.\d{1,3})?(?:\s*[-–—]\s*${CLOCK}(?:\.\d{1,3})?)?[)\]]?\s*(?:[-–—:|]\s*)?(?<title>\S.{0,298})$`,
	'u',
)
/** `Title (12:34)`, `Title - 12:34`. */
const TIME_LAST = new RegExp(
	String.raw`${BULLET}(?<title>[\p{L}\p{N}"'“‘¿¡].{0,298}?)\s*(?:\s|[-–—:|@])\s*[([]?(?<time>${CLOCK})[)\]]?[^\S\n]*$`,
	'u',
)
/** With a title of 300 characters and all around it. */
const LONGEST_LINE = 400
/** The first chapter is the beginning, or soon after it: `At 45:00 we talk` is none. */
const FIRST_WITHIN_MS = 5 * 60_000

/** The lines that `form` reads, as chapters; none where they are too few, or not in order. */
function chaptersIn(lines: readonly string[], form: RegExp): Chapter[] {
	const chapters = lines.flatMap((line): Chapter[] => {
		const { time = '', title = '' } = form.exec(line)?.groups ?? {}
		const seconds = parseTime(time.replaceAll(' ', ''))
		return seconds === undefined ? [] : [{ start: seconds * 1000, end: null, title: title.trim(), url: null }]
	})
	const isInOrder = chapters.every(({ start }, index) => index === 0 || start > (chapters[index - 1]?.start ?? 0))
	const isWhole = chapters.length >= 3 && isInOrder && (chapters[0]?.start ?? 0) <= FIRST_WITHIN_MS
	return isWhole ? orderedChapters(chapters) : []
}

/**
 * Chapters that show notes list as lines such as `(1:02:03) Title`, or else `Title (1:02:03)`: at least three, in order.
 * None otherwise.
 */
export function chaptersInNotes(text: string): Chapter[] {
	const lines = text.split('\n').filter((line) => line.length <= LONGEST_LINE)
	const first = chaptersIn(lines, TIME_FIRST)
	return first.length > 0 ? first : chaptersIn(lines, TIME_LAST)
}

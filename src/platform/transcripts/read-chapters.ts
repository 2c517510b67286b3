import * as z from 'zod'
import { NOT_TIME_OF_DAY, parseTime } from '#src/lib/dates/link-time.ts'
import { isSafeLink } from '#src/lib/site/links.ts'
import { plainText } from './plain-text.ts'
import { instant } from './times.ts'
import { TranscriptError } from './transcript-error.ts'

/** A chapter of a recording. Times are whole milliseconds. */
export interface Chapter {
	start: number
	/** Null if not given; the chapter then ends where the next one begins. */
	end: number | null
	title: string
	/** An https link to more information. */
	url: string | null
}

const MAX_CHAPTERS = 500
const MAX_CHAPTER_TITLE = 300

const entry = z.object({
	startTime: instant.refine((ms) => ms >= 0 && ms <= 7 * 24 * 3_600_000),
	endTime: instant.optional().catch(undefined),
	title: z.string().catch(''),
	url: z.string().optional().catch(undefined),
	// False for a chapter that only changes the picture and is not listed.
	toc: z.boolean().optional().catch(undefined),
})
/** Some files consist only of the list. */
const file = z.union([z.object({ chapters: z.array(z.unknown()) }), z.array(z.unknown())])

/** Sorts chapters by start, keeps one per start and drops those without a title. */
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

export interface ReadChapters {
	chapters: Chapter[]
	/** Warnings about unreadable parts, one sentence each. */
	warnings: string[]
}

/** Parses the podcast namespace's JSON chapters (1.2), whatever the content type. @throws {TranscriptError} */
export function readChapters(text: string): ReadChapters {
	if (/^\s*</.test(text)) throw new TranscriptError('it is a web page')
	let parsed: unknown
	try {
		parsed = JSON.parse(text.replace(/^\ufeff/, ''))
	} catch {
		throw new TranscriptError('it is not valid JSON')
	}
	const list = file.safeParse(parsed)
	if (!list.success) throw new TranscriptError('it has no list of chapters')
	const entries = Array.isArray(list.data) ? list.data : list.data.chapters
	const faults = new Map<string, number>()
	const chapters = entries.flatMap((one): Chapter[] => {
		const result = entry.safeParse(one)
		if (result.data?.toc === false) return []
		const fault = !result.success ? 'no valid time' : plainText(result.data.title) === '' ? 'no title' : undefined
		if (fault) faults.set(fault, (faults.get(fault) ?? 0) + 1)
		if (fault || !result.success) return []
		const { startTime, endTime, title, url } = result.data
		return [{ start: startTime, end: endTime ?? null, title, url: url ?? null }]
	})
	const warnings = [...faults].map(([fault, count]) => omittedWarning(count, entries.length, `with ${fault}`))
	if (chapters.length === 0) throw new TranscriptError(warnings[0] ?? 'it has no chapters')
	const ordered = orderedChapters(chapters)
	const omitted = chapters.length - ordered.length
	if (omitted > 0)
		warnings.push(
			omittedWarning(
				omitted,
				entries.length,
				`that start at the same time as another, or come after the ${MAX_CHAPTERS}th,`,
			),
		)
	return { chapters: ordered, warnings }
}

const omittedWarning = (count: number, total: number, which: string) =>
	`${count} of ${total} ${total === 1 ? 'chapter' : 'chapters'} ${which} ${count === 1 ? 'was' : 'were'} left out`

const CLOCK = String.raw`(?:\d{1,2}:)?\d{1,2}:\d{2}`
const BULLET = String.raw`^[^\S\n]*(?:(?:[^\p{L}\p{N}\s([]{1,3}|\d{1,3}[.)])\s*)?`
const ARROW = String.raw`(?:[-=]{1,2}>|[→-⇿➔-➾⟵-⟿⤀-⥿⬀-⭏])\uFE0F?`
const DASH = `(?:${ARROW}|[-–—])`
/** Separators between a time and a title. */
const SEPARATOR = `(?:${ARROW}|[-–—:|~•·›»=])`
const ANY_TIME = String.raw`(?:${CLOCK}|(?:\d{1,2}h ?)?\d{1,3}m(?: ?\d{1,2}s)?(?![\p{L}\p{N}]))(?:\.\d{1,3})?(?!:?\d)`
const SPAN = String.raw`(?<time>${ANY_TIME})(?:\s*${DASH}\s*${CLOCK}(?:\.\d{1,3})?)?[)\]]?${NOT_TIME_OF_DAY}`
/** `12:34 Title`, optionally with a bullet, sign or number before it, fractions of seconds, and an end time. */
const TIME_FIRST = new RegExp(
	String.raw`${BULLET}[([]?${SPAN}\s*(?:${SEPARATOR}\s*){0,2}(?<title>(?=.*[\p{L}\p{N}])\S.{0,298})$`,
	'u',
)
/** A time alone: the title is on the next line, or on the previous one. */
const TIME_ALONE = new RegExp(String.raw`${BULLET}[([]?${SPAN}\s*${SEPARATOR}?\s*$`, 'u')
/** `Title (12:34)`, `Title - 12:34`, optionally with an end time. */
const TIME_LAST = new RegExp(
	String.raw`${BULLET}(?<title>[\p{L}"'“‘¿¡].{0,298}?)\s*(?:\s|@|${SEPARATOR})\s*[([]?(?<time>${CLOCK})(?:\s*${DASH}\s*${CLOCK})?[)\]]?[^\S\n]*$`,
	'u',
)
/** Separator between chapters on one line: `(0:00) One (1:00) Two`, `0:00 One | 1:00 Two`. */
const NEXT_ON_LINE = new RegExp(String.raw`\s*[|,;•·/]?\s+(?=[([]?${SPAN.replace('?<time>', '?:')})`, 'u')
/** Maximum length of a list on one line. Notes may have lost all their line breaks. */
const MAX_LIST = 5_000
/** Dot leaders, as in a table of contents, or a colon. */
const TITLE_END = /(?:\s*\.{4,}|\s+\.{3}|:)$/
/** Maximum length of a line: fits a title of 300 characters with its time and separators. */
const MAX_LINE = 400
/** Latest start of the first chapter: `At 45:00 we talk` does not begin a list. */
const MAX_FIRST_START_MS = 5 * 60_000

const timeOf = (text: string) => parseTime(text.replaceAll(' ', '').replace(/\.\d+$/, ''))

const chapterAt = (seconds: number, title: string): Chapter => ({
	...{ start: seconds * 1000, end: null, title: title.trim().replace(TITLE_END, ''), url: null },
})

function chapterOf(line: string, pattern: RegExp): Chapter[] {
	const { time = '', title = '' } = pattern.exec(line)?.groups ?? {}
	const seconds = timeOf(time)
	return seconds === undefined ? [] : [chapterAt(seconds, title)]
}

/** Reads times on separate lines, each with its title below, or above if no line follows the last time. */
function chaptersOnTwoLines(lines: readonly string[]): Chapter[] {
	const nonEmpty = lines.filter((line) => line.trim() !== '')
	const times = nonEmpty.map((line) => timeOf(TIME_ALONE.exec(line)?.groups?.time ?? ''))
	const step = times.at(-1) === undefined ? 1 : -1
	return nonEmpty.flatMap((_, at): Chapter[] => {
		const [seconds, title] = [times[at], nonEmpty[at + step]]
		if (seconds === undefined || title === undefined || times[at + step] !== undefined) return []
		return [chapterAt(seconds, title)]
	})
}

/** Returns all chapters, or none if there are too few, they are out of order, or the first one starts too late. */
function ifComplete(chapters: readonly Chapter[]): Chapter[] {
	const isInOrder = chapters.every(({ start }, index) => index === 0 || start > (chapters[index - 1]?.start ?? 0))
	const isComplete = chapters.length >= 3 && isInOrder && (chapters[0]?.start ?? 0) <= MAX_FIRST_START_MS
	return isComplete ? orderedChapters(chapters) : []
}

/**
 * Returns the chapters in show notes: lines such as `(1:02:03) Title`, otherwise `Title (1:02:03)`, otherwise pairs
 * of lines, otherwise several on one line. Returns none if `wholeList` accepts none of these.
 */
export function chaptersInNotes(text: string): Chapter[] {
	const all = text.replaceAll(/(?<=\d)：(?=\d)/g, ':').split('\n')
	const lines = all.filter((line) => line.length <= MAX_LINE)
	const parsers = [
		() => lines.flatMap((line) => chapterOf(line, TIME_FIRST)),
		() => lines.flatMap((line) => chapterOf(line, TIME_LAST)),
		() => chaptersOnTwoLines(lines),
		() =>
			all
				.filter((line) => line.length <= MAX_LIST && TIME_FIRST.test(line.slice(0, MAX_LINE - 100)))
				.flatMap((line) => line.split(NEXT_ON_LINE).flatMap((part) => chapterOf(part, TIME_FIRST))),
	]
	for (const parse of parsers) {
		const chapters = ifComplete(parse())
		if (chapters.length > 0) return chapters
	}
	return []
}

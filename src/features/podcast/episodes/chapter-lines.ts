import { parseTime } from '#src/lib/dates/link-time.ts'
import { clock } from '#src/lib/text/cues.ts'

/** A chapter as edited, one per line. Times are seconds. */
export interface ChapterLine {
	start: number
	title: string
	url: string | null
}

/** Writes chapters as lines: start, title and optional link. */
export const toLines = (chapters: readonly ChapterLine[]): string =>
	chapters.map(({ start, title, url }) => `${clock(start)} ${title}${url ? ` ${url}` : ''}`).join('\n')

const LINE = /^[[(]?([\dhms:]+)[\])]?(?:\s*[-–—:]\s+|\s+)(.+?)(?:\s+(https?:\/\/\S+))?$/i

/** Parses lines as `toLines` writes them. The problem names the first invalid line. */
export function readLines(text: string): { chapters: ChapterLine[] } | { problem: string } {
	const chapters: ChapterLine[] = []
	for (const [at, line] of text.split('\n').entries()) {
		if (line.trim() === '') continue
		const [, time = '', title = '', url] = LINE.exec(line.trim()) ?? []
		const start = parseTime(time)
		if (start === undefined) return { problem: `Line ${at + 1} must start with a time, such as 12:34, and a title` }
		chapters.push({ start, title, url: url ?? null })
	}
	return { chapters }
}

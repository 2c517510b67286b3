import { formatDay } from '#src/lib/dates/dates.ts'
import { zoneOfPage } from '#src/lib/dates/reader-zone.ts'
import { wallClock } from '#src/lib/dates/zoned-time.ts'
import type { Hit } from './contract.ts'

/** A search with another text in the place of a word of it, where that stands by itself. */
export const replaceWord = (typed: string, word: string, by: string) =>
	typed.replace(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u'), () => by)

/** What a hit is called. */
export const HIT_LABELS: Readonly<Record<Hit['kind'], string>> = {
	episode: 'Episode',
	chapter: 'Chapter',
	passage: 'Said in an episode',
	course: 'Course',
	module: 'Module',
	question: 'Question',
	answer: 'Answer',
	session: 'Coaching session',
}

/** Where a hit is read: what is said in a recording at its paragraph, without a player that waits at the second. */
export const readingAddress = ({ kind, url }: Hit): string =>
	kind === 'passage' && url.includes('#') ? url.replace(/[?&]t=\d+(?=#)/, '') : url

const OF_A_RECORDING: ReadonlySet<Hit['kind']> = new Set(['episode', 'chapter', 'passage'])

/**
 * The day of a hit, as the screen that it leads to has it: a recording's is the same for all its listeners; what members
 * do has that of the reader's clocks, where their browser has told them.
 */
export const dayOf = (kind: Hit['kind'], at: string): string => {
	const zone = OF_A_RECORDING.has(kind) ? undefined : zoneOfPage()
	return formatDay(wallClock(Date.parse(at), zone ?? 'UTC'), { zone: 'utc' })
}

import { formatDay } from '#src/lib/dates/dates.ts'
import { zoneOfPage } from '#src/lib/dates/reader-zone.ts'
import { wallClock } from '#src/lib/dates/zoned-time.ts'
import type { Hit } from './contract.ts'

export const replaceWord = (typed: string, word: string, by: string) =>
	typed.replace(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u'), () => by)

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

/** Returns the URL for reading a hit. For a recording, this is its paragraph, without the time for the player. */
export const readingAddress = ({ kind, url }: Hit): string =>
	kind === 'passage' && url.includes('#') ? url.replace(/[?&]t=\d+(?=#)/, '') : url

const OF_A_RECORDING: ReadonlySet<Hit['kind']> = new Set(['episode', 'chapter', 'passage'])

/** Formats a hit's day as on its screen: for recordings the same for everyone, for posts in the viewer's time zone. */
export const dayOf = (kind: Hit['kind'], at: string): string => {
	const zone = OF_A_RECORDING.has(kind) ? undefined : zoneOfPage()
	return formatDay(wallClock(Date.parse(at), zone ?? 'UTC'), { zone: 'utc' })
}

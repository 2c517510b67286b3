import { formatUtcDay } from '#src/lib/dates/days.ts'
import type { Episode } from '../contract.ts'
import { formatDuration } from '../episodes/episode-format.ts'

/** Date and length of an episode, such as `Nov 18, 2026 · 34:10`. */
export function EpisodeFacts({ episode }: { episode: Pick<Episode, 'pubDate' | 'duration'> }) {
	const duration = formatDuration(episode.duration)
	return (
		<p className="mt-1 text-tiny text-on-navy-muted tabular-nums">
			<time dateTime={episode.pubDate ?? undefined}>{formatUtcDay(episode.pubDate)}</time>
			{duration && (
				<>
					<span aria-hidden="true"> · </span>
					<span className="sr-only">, length </span>
					{duration}
				</>
			)}
		</p>
	)
}

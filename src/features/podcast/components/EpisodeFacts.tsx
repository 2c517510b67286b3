import { classes } from '#src/components/ui/styles.ts'
import { formatUtcDay } from '#src/lib/dates/days.ts'
import type { Episode } from '../contract.ts'
import { formatDuration } from '../episodes/episode-format.ts'

type Props = { episode: Pick<Episode, 'pubDate' | 'duration'>; color?: 'text-muted' | 'text-on-navy-muted' }

/** Date and length of an episode, such as `Nov 18, 2026 · 34:10`. */
export function EpisodeFacts({ episode, color = 'text-on-navy-muted' }: Props) {
	const duration = formatDuration(episode.duration)
	return (
		<p className={classes('mt-1 text-tiny tabular-nums', color)}>
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

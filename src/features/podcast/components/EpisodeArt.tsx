import { Picture } from '#src/components/ui/Picture.tsx'
import { classes } from '#src/components/ui/styles.ts'
import type { CoverChoice } from '#src/lib/cover.ts'
import type { Episode } from '../contract.ts'

type Props = {
	episode: Pick<Episode, 'title' | 'imageUrl'>
	/** That of the feed, which stands for an episode without one of its own: such a one is drawn. */
	feedImage: string | null | undefined
	/** Of a drawn cover, where it is to differ from what stands beside it. */
	choice?: CoverChoice | undefined
	className: string
}

/** The episode's own image, or a drawn cover where it has none or the image does not load. */
export function EpisodeArt({ episode, feedImage, choice, className }: Props) {
	return (
		<Picture
			src={episode.imageUrl === feedImage ? null : episode.imageUrl}
			title={episode.title}
			choice={choice}
			className={classes('overflow-hidden ring-1 ring-navy-rule', className)}
			referrerPolicy="no-referrer"
		/>
	)
}

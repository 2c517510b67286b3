import { Picture } from '#src/components/ui/Picture.tsx'
import { classes } from '#src/components/ui/styles.ts'
import type { Episode } from '../contract.ts'

type Props = {
	episode: Pick<Episode, 'id' | 'imageUrl'>
	/** That of the feed, which stands for an episode without one of its own: such a one is drawn. */
	feedImage: string | null | undefined
	className: string
}

/** The episode's own image, or a drawn cover where it has none or the image does not load. */
export function EpisodeArt({ episode, feedImage, className }: Props) {
	return (
		<Picture
			src={episode.imageUrl === feedImage ? null : episode.imageUrl}
			of={episode.id}
			className={classes('overflow-hidden ring-1 ring-navy-rule', className)}
			referrerPolicy="no-referrer"
		/>
	)
}

import { Picture } from '#src/components/ui/Picture.tsx'
import { classes } from '#src/components/ui/styles.ts'
import type { Episode } from '../contract.ts'

type Props = { episode: Pick<Episode, 'title' | 'imageUrl'>; className: string }

/** The episode's image, or a drawn cover where it has none or the image does not load. */
export function EpisodeArt({ episode, className }: Props) {
	return (
		<Picture
			src={episode.imageUrl}
			title={episode.title}
			className={classes('overflow-hidden ring-1 ring-navy-rule', className)}
			referrerPolicy="no-referrer"
		/>
	)
}

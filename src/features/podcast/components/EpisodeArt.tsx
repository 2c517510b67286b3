import { Picture } from '#src/components/ui/Picture.tsx'
import { classes } from '#src/components/ui/styles.ts'
import type { Episode } from '../contract.ts'

type Props = {
	episode: Pick<Episode, 'id' | 'imageUrl'>
	/** The feed's image. An episode with the same image gets a generated cover instead. */
	feedImage: string | null | undefined
	className: string
}

/** The episode's own image; a generated cover if it has none or the image fails to load. */
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

import { useState } from 'react'
import { Cover } from '#src/components/ui/Cover.tsx'
import { classes } from '#src/components/ui/styles.ts'
import type { Episode } from '../contract.ts'

type Props = { episode: Pick<Episode, 'title' | 'imageUrl'>; className: string }

/** The episode's image, or a drawn cover where it has none or the image does not load. Decoration: the title is beside it. */
export function EpisodeArt({ episode, className }: Props) {
	const [failedUrl, setFailedUrl] = useState<string>()
	const box = classes('overflow-hidden ring-1 ring-navy-rule', className)
	const { imageUrl } = episode
	if (!imageUrl || imageUrl === failedUrl)
		return <Cover title={episode.title} className={classes('object-cover', box)} />
	return (
		<img
			src={imageUrl}
			alt=""
			width={88}
			height={88}
			loading="lazy"
			decoding="async"
			referrerPolicy="no-referrer"
			className={classes('object-cover', box)}
			ref={(image) => {
				if (!image) return
				const fail = () => setFailedUrl(imageUrl)
				// One that failed before React came has no event left to tell of it.
				if (image.complete && image.currentSrc && image.naturalWidth === 0) fail()
				image.addEventListener('error', fail)
				return () => image.removeEventListener('error', fail)
			}}
		/>
	)
}

import { Image } from 'lucide-react'
import { useState } from 'react'
import { isMediaPath } from '#src/lib/site/links.ts'

/** Previews the picture at a URL. Sends no referrer, so that its host does not learn which page shows it. */
export function PicturePreview({ src }: { src: string }) {
	const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
	const isUrl = /^(https:\/\/[^/]+\/|\/[^/])/.test(src)
	return (
		<span className="picture-preview" role="img" aria-label={labelOf(isUrl ? state : 'none')}>
			{!isUrl && <Image aria-hidden="true" strokeWidth={1.5} />}
			{isUrl && state !== 'failed' && (
				// biome-ignore lint/a11y/noNoninteractiveElementInteractions: load and error events are not interactions
				<img
					src={src}
					alt=""
					referrerPolicy="no-referrer"
					onLoad={() => setState('shown')}
					onError={() => setState('failed')}
				/>
			)}
			{isUrl && state === 'failed' && <span>No picture found</span>}
		</span>
	)
}

const labelOf = (state: 'none' | 'loading' | 'shown' | 'failed') =>
	({
		none: 'No picture',
		loading: 'The picture is loading',
		shown: 'The picture at this address',
		failed: 'There is no picture at this address',
	})[state]

/** Previews an uploaded picture. Other URLs would be fetched on every keystroke. */
export const UploadedPicture = ({ src = '' }: { src?: string | undefined }) =>
	isMediaPath(src.trim()) && <PicturePreview key={src} src={src.trim()} />

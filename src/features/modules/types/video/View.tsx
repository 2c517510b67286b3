import { useEffect } from 'react'
import { Tabs } from '#src/components/ui/lists/Tabs.tsx'
import type { ViewProps } from '../../components/reading-state.ts'
import { readData } from '../registry.ts'
import { startVideos } from './play.ts'
import { videoData } from './schema.ts'
import { Transcript } from './Transcript.tsx'
import { VideoCover } from './VideoCover.tsx'

/** The React version of `Page.astro`, for the author's preview and for modules that are not public. */
export function View({ module, frameHosts }: ViewProps) {
	useEffect(startVideos, [])
	// The video code changes the DOM of the cover and the transcript, so changed data needs new elements.
	const { additionalContent } = module
	const data = readData(videoData, additionalContent)
	const video = <VideoCover key={additionalContent} module={module} frameHosts={frameHosts} />
	return (
		<div className="mt-6">
			{data.transcript.trim() === '' ? (
				video
			) : (
				<Tabs
					className="video-view"
					label={`Video and transcript of ${module.title}`}
					tabs={[
						{ value: 'video', label: 'Video', content: video },
						{
							value: 'transcript',
							label: 'Transcript',
							content: <Transcript key={additionalContent} video={data} frameHosts={frameHosts} />,
						},
					]}
				/>
			)}
		</div>
	)
}

import { useEffect } from 'react'
import { Tabs } from '#src/components/ui/lists/Tabs.tsx'
import type { ViewProps } from '../../components/reading-state.ts'
import { readData } from '../registry.ts'
import { startVideos } from './play.ts'
import { paragraphs, videoData } from './schema.ts'
import { VideoCover } from './VideoCover.tsx'

/** The same as `Page.astro`, in React: for the author's preview and for modules that are not public. */
export function View({ module, frameHosts }: ViewProps) {
	useEffect(startVideos, [])
	// The player replaces the cover in the page, so a changed video needs a new element.
	const video = <VideoCover key={module.additionalContent} module={module} frameHosts={frameHosts} />
	const spoken = paragraphs(readData(videoData, module.additionalContent).transcript)
	if (spoken.length === 0) return <div className="mt-6">{video}</div>
	const text = (
		<div className="prose">
			{spoken.map((part, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: paragraphs may have equal texts, and never move
				<p key={index}>{part}</p>
			))}
		</div>
	)
	return (
		<div className="mt-6">
			<Tabs
				label={`Video and transcript of ${module.title}`}
				tabs={[
					{ value: 'video', label: 'Video', content: video },
					{ value: 'transcript', label: 'Transcript', content: text },
				]}
			/>
		</div>
	)
}

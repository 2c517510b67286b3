import { ExternalLink, Play } from 'lucide-react'
import { useState } from 'react'
import { Cover } from '#src/components/ui/Cover.tsx'
import { Tabs } from '#src/components/ui/lists/Tabs.tsx'
import type { ViewProps } from '../../components/reading-state.ts'
import { readData } from '../registry.ts'
import { type Player, playerNames, playerOf } from './player-address.ts'
import { frameAttributes } from './player-frame.ts'
import { paragraphs, videoData } from './schema.ts'

type FacadeProps = { id: string; title: string; poster: string; player: Player; onPlay(): void }

/** Shows the poster or the drawn cover until play is pressed. Loads no player of another site before that. */
function Facade({ id, title, poster, player, onPlay }: FacadeProps) {
	const name = playerNames[player.kind]
	return (
		<div className="video-frame">
			{poster === '' ? (
				<Cover of={id} className="absolute inset-0 size-full" />
			) : (
				<img className="absolute inset-0 size-full object-cover" src={poster} alt="" referrerPolicy="no-referrer" />
			)}
			<button type="button" className="video-play" onClick={onPlay}>
				<Play aria-hidden="true" fill="currentColor" strokeWidth={0} />
				<span className="sr-only">Play video: {title}</span>
			</button>
			{name && <span className="video-note">Plays from {name}</span>}
		</div>
	)
}

function PlayingVideo({ title, player, captions }: { title: string; player: Player; captions: string }) {
	if (player.kind === 'file')
		return (
			<div className="video-frame">
				<video className="absolute inset-0 size-full" src={player.src} controls autoPlay playsInline title={title}>
					{captions && <track kind="captions" srcLang="en" label="English" default src={captions} />}
				</video>
			</div>
		)
	return (
		<div className="video-frame">
			<iframe
				className="absolute inset-0 size-full"
				src={player.src}
				title={title}
				allow={frameAttributes.allow}
				referrerPolicy={frameAttributes.referrerPolicy}
				allowFullScreen={frameAttributes.allowFullscreen}
			/>
		</div>
	)
}

type VideoProps = {
	id: string
	title: string
	link: string
	captions: string
	poster: string
	duration: string
	frameHosts?: readonly string[] | undefined
}

function Video({ id, title, link, captions, poster, duration, frameHosts }: VideoProps) {
	const [isPlaying, setIsPlaying] = useState(false)
	const player = playerOf(link, frameHosts)
	if (link === '') return <p className="text-muted">This video is not available yet.</p>
	return (
		<>
			{player.kind !== 'none' &&
				(isPlaying ? (
					<PlayingVideo title={title} player={player} captions={captions} />
				) : (
					<Facade id={id} title={title} poster={poster} player={player} onPlay={() => setIsPlaying(true)} />
				))}
			<p className="video-facts">
				<span>{duration && `Duration: ${duration}`}</span>
				<a
					className="link inline-flex min-h-11 items-center gap-2"
					href={link}
					target="_blank"
					rel="noopener noreferrer"
				>
					Open the video in a new tab
					<ExternalLink aria-hidden="true" className="size-4" strokeWidth={1.75} />
				</a>
			</p>
		</>
	)
}

/** The author's preview. Members get `Page.astro`, which needs no React. */
export function View({ module, frameHosts }: ViewProps) {
	const { videoUrl, duration, transcript, captionsUrl, posterUrl } = readData(videoData, module.additionalContent)
	const video = (
		<Video
			id={module.id}
			title={module.title}
			link={videoUrl}
			captions={captionsUrl}
			poster={posterUrl}
			duration={duration}
			frameHosts={frameHosts}
		/>
	)
	const spoken = paragraphs(transcript)
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

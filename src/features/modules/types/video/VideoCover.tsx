import { ExternalLink, Play } from 'lucide-react'
import { Cover } from '#src/components/ui/Cover.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import type { ShownModule } from '../../components/reading-state.ts'
import { readData } from '../registry.ts'
import { playerNames, playerOf } from './player-address.ts'
import { videoData } from './schema.ts'

type Props = { module: ShownModule; frameHosts?: readonly string[] | undefined }

/**
 * Shows the cover of a video, which `play.ts` replaces with the player, and a link to the video. Loads no player before
 * a click.
 */
export function VideoCover({ module: { id, title, additionalContent }, frameHosts }: Props) {
	const { videoUrl, captionsUrl, posterUrl, duration } = readData(videoData, additionalContent)
	if (videoUrl === '') return <p className="text-muted">This video is not available yet.</p>
	const player = playerOf(videoUrl, frameHosts)
	const name = playerNames[player.kind]
	return (
		<>
			{player.kind !== 'none' && (
				<div className="video-frame needs-js">
					{posterUrl === '' ? (
						<Cover of={id} className="absolute inset-0 size-full" />
					) : (
						<img
							className="absolute inset-0 size-full object-cover"
							src={posterUrl}
							alt=""
							loading="lazy"
							referrerPolicy="no-referrer"
						/>
					)}
					<button
						type="button"
						className="video-play"
						data-play={player.kind}
						data-src={player.src}
						data-title={title}
						data-captions={captionsUrl || undefined}
					>
						<Play aria-hidden="true" fill="currentColor" strokeWidth={0} />
						<span className="sr-only">Play video: {title}</span>
					</button>
					{name && <span className="video-note">Plays from {name}</span>}
					<LoadFailed id={id} />
				</div>
			)}
			<p className="video-facts">
				<span>{duration && `Duration: ${duration}`}</span>
				<a
					className="link inline-flex min-h-11 items-center gap-2"
					href={videoUrl}
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

/** The error that `play.ts` shows if the player's code cannot be loaded. */
const LoadFailed = ({ id }: { id: string }) => (
	<div hidden data-failed role="alert" className="video-failed">
		<p>The video player could not be loaded. Check your connection.</p>
		<p className="flex flex-wrap items-center justify-center gap-x-4">
			<button type="button" className={buttonClass()} data-again>
				Try again
			</button>
			{/* A reload helps if a new release has replaced the player's code. */}
			<a className="link" href={`?m=${encodeURIComponent(id)}`}>
				Reload the page
			</a>
		</p>
	</div>
)

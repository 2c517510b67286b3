import { ExternalLink, SkipBack, SkipForward } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Episode } from '../../contract.ts'
import type { PlayerActions } from '../../player/player-actions.ts'
import { hasNext, hasPrevious, type PlayerState } from '../../player/player-state.ts'
import { EpisodeArt } from '../EpisodeArt.tsx'
import { EpisodeFacts } from '../EpisodeFacts.tsx'
import { useAnnouncement } from '../listening/use-announcement.ts'
import { StatusIcon } from '../StatusIcon.tsx'
import { useCardInView } from './card-in-view.ts'
import { SeekSlider } from './SeekSlider.tsx'
import { VolumeControl } from './VolumeControl.tsx'

type Props = {
	episode: Episode | undefined
	state: PlayerState
	player: PlayerActions
	loading: boolean
	/** Link to the podcast in Spotify, or empty. */
	spotifyUrl: string
}

export function PlayerCard({ episode, state, player, loading, spotifyUrl }: Props) {
	const announcement = useAnnouncement(state, episode?.title)
	const card = useCardInView(episode?.id)
	return (
		<section
			ref={card}
			aria-label="Podcast player"
			className="rounded-2xl border border-navy-rule bg-navy-surface p-5 min-[30rem]:p-6"
		>
			<p role="status" className="sr-only">
				{announcement}
			</p>
			{episode ? (
				<Selected episode={episode} state={state} player={player} spotifyUrl={spotifyUrl} />
			) : loading ? (
				<p className="py-16 text-center text-on-navy-muted">Loading podcast...</p>
			) : (
				<div className="py-14 text-center">
					<h3 className="text-subtitle">No Episode Selected</h3>
					<p className="mt-2 text-on-navy-muted">Select an episode from the list to start listening</p>
				</div>
			)}
		</section>
	)
}

type SelectedProps = Pick<Props, 'state' | 'player' | 'spotifyUrl'> & { episode: Episode }

function Selected({ episode, state, player, spotifyUrl }: SelectedProps) {
	return (
		<>
			<div className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-4.5">
				<EpisodeArt
					key={episode.id}
					episode={episode}
					feedImage={state.podcast?.image}
					className="size-22 rounded-[0.65rem]"
				/>
				<div>
					<p className="mb-1 text-tiny text-on-navy-muted noscript:hidden">{statusText(state)}</p>
					<h3 className="text-subtitle">{episode.title}</h3>
					<EpisodeFacts episode={episode} />
				</div>
			</div>
			{episode.description && <p className="mt-4.5 line-clamp-3 text-ui text-on-navy-muted">{episode.description}</p>}
			{state.hasFailed && (
				<p className="mt-4.5 border-l-2 border-brass-on-navy pl-3 text-ui">
					This episode could not be played. Press Play to try again{spotifyUrl && ', or listen in Spotify'}.
				</p>
			)}
			<div className="mt-2 noscript:hidden">
				{/* Remount for each episode, so that it does not inherit a drag. */}
				<SeekSlider key={episode.id} state={state} player={player} />
				<div className="mt-3 flex flex-wrap items-center justify-between gap-x-2">
					<Transport state={state} player={player} />
					<VolumeControl state={state} player={player} />
				</div>
			</div>
			{spotifyUrl && (
				<a href={spotifyUrl} target="_blank" rel="noopener" className="btn btn-line mt-4 w-full">
					Open in Spotify
					<ExternalLink aria-hidden="true" className="size-4 opacity-70" strokeWidth={1.75} />
				</a>
			)}
		</>
	)
}

function statusText(state: PlayerState): string {
	if (state.status === 'playing') return 'Now playing'
	if (state.status === 'loading') return 'Loading'
	if (state.hasFailed) return 'Not playing'
	return state.position > 0 ? 'Paused' : 'Ready to play'
}

function Transport({ state, player }: { state: PlayerState; player: PlayerActions }) {
	const paused = state.status === 'paused'
	return (
		<div className="-ml-2 flex flex-wrap items-center gap-1.5">
			<StepButton label="Previous episode" disabled={!hasPrevious(state)} onPress={() => player.previous()}>
				<SkipBack aria-hidden="true" className="size-5" fill="currentColor" strokeWidth={2} />
			</StepButton>
			<button
				type="button"
				aria-label={paused ? 'Play' : 'Pause'}
				onClick={() => player.toggle()}
				className="grid size-13.5 place-items-center rounded-full bg-on-navy text-navy transition-colors hover:bg-white"
			>
				<StatusIcon status={state.status} className="size-6" />
			</button>
			<StepButton label="Next episode" disabled={!hasNext(state)} onPress={() => player.next()}>
				<SkipForward aria-hidden="true" className="size-5" fill="currentColor" strokeWidth={2} />
			</StepButton>
		</div>
	)
}

type StepProps = { label: string; disabled: boolean; onPress: () => void; children: ReactNode }

function StepButton({ label, disabled, onPress, children }: StepProps) {
	return (
		<button type="button" aria-label={label} disabled={disabled} onClick={onPress} className="icon-btn rounded-full">
			{children}
		</button>
	)
}

import { useId } from 'react'
import { Skeleton } from '#src/components/ui/Skeleton.tsx'
import { classes } from '#src/components/ui/styles.ts'
import type { Episode } from '../contract.ts'
import { episodePath } from '../episodes/episode-path.ts'
import { HOME_EPISODES } from '../episodes/home-episodes.ts'
import type { PlayerActions } from '../player/player-actions.ts'
import type { PlayerState, PlayerStatus } from '../player/player-state.ts'
import { EpisodeArt } from './EpisodeArt.tsx'
import { EpisodeFacts } from './EpisodeFacts.tsx'
import { StatusIcon } from './StatusIcon.tsx'

const SKELETON_ROWS = ['first', 'second', 'third']

type Props = {
	episodes: Episode[]
	feedImage: string | null | undefined
	state: PlayerState
	player: PlayerActions
	loading: boolean
	failed: boolean
	onRetry?: (() => void) | undefined
}

export function EpisodeList({ episodes, feedImage, state, player, loading, failed, onRetry }: Props) {
	const headingId = useId()
	return (
		<section aria-labelledby={headingId} aria-busy={loading}>
			<h3 id={headingId} className="mb-4 text-subtitle">
				Latest Episodes
			</h3>
			{loading ? (
				<SkeletonRows />
			) : failed ? (
				<LoadFailure onRetry={onRetry} />
			) : episodes.length === 0 ? (
				<p className="border-y border-navy-rule py-6 text-on-navy-muted">No episodes available</p>
			) : (
				<ul className="border-t border-navy-rule">
					{episodes.slice(0, HOME_EPISODES).map((episode) => (
						<EpisodeRow
							key={episode.id}
							episode={episode}
							feedImage={feedImage}
							selected={episode.id === state.episodeId}
							status={episode.id === state.episodeId ? state.status : 'paused'}
							onChoose={() => player.choose(episode.id)}
						/>
					))}
				</ul>
			)}
		</section>
	)
}

type RowProps = {
	episode: Episode
	feedImage: string | null | undefined
	selected: boolean
	status: PlayerStatus
	onChoose: () => void
}

function EpisodeRow({ episode, feedImage, selected, status, onChoose }: RowProps) {
	return (
		<li
			aria-current={selected || undefined}
			className="group relative grid grid-cols-[3.25rem_minmax(0,1fr)_auto] items-center gap-x-4 border-b border-navy-rule px-1 py-4"
		>
			<EpisodeArt episode={episode} feedImage={feedImage} className="size-13 rounded-control" />
			<div>
				<h4 className="text-[1.0625rem] leading-snug font-title">
					<Title episode={episode} />
				</h4>
				<EpisodeFacts episode={episode} />
			</div>
			<RowButton title={episode.title} selected={selected} status={status} onChoose={onChoose} />
			{/* Without JavaScript: the browser's native player. */}
			<noscript className="col-span-full">
				<audio
					className="mt-3 w-full scheme-dark"
					controls
					preload="none"
					src={episode.audioUrl}
					aria-label={episode.title}
				/>
			</noscript>
		</li>
	)
}

/** Links to the episode's page if it has one, above the hit area of the play button. */
function Title({ episode: { title, slug } }: { episode: Episode }) {
	if (!slug) return <span>{title}</span>
	return (
		<a
			className="relative z-1 py-1 underline decoration-transparent underline-offset-4 hover:decoration-current"
			href={episodePath(slug)}
		>
			{title}
		</a>
	)
}

/** A button whose hit area is the whole row. */
function RowButton({ title, selected, status, onChoose }: Omit<RowProps, 'episode' | 'feedImage'> & { title: string }) {
	const playing = status !== 'paused'
	return (
		<button
			type="button"
			onClick={onChoose}
			aria-label={`${playing ? 'Pause' : 'Play'} ${title}`}
			className={classes(
				'grid size-(--key) place-items-center rounded-full border transition-colors after:absolute after:inset-0 noscript:hidden',
				selected
					? 'border-brass-on-navy bg-brass-on-navy text-navy'
					: 'border-on-navy/30 group-hover:border-on-navy/70',
			)}
		>
			<StatusIcon status={status} className="size-4.5" />
		</button>
	)
}

function SkeletonRows() {
	return (
		<ul className="border-t border-navy-rule" aria-hidden="true">
			{SKELETON_ROWS.map((row) => (
				<li
					key={row}
					className="grid grid-cols-[3.25rem_minmax(0,1fr)_auto] items-center gap-4 border-b border-navy-rule px-1 py-4"
				>
					<Skeleton className="size-13" />
					<div>
						<Skeleton className="mb-2.5 h-4 w-4/5 max-w-72" />
						<Skeleton className="h-3 w-32" />
					</div>
					<Skeleton className="size-(--key) rounded-full!" />
				</li>
			))}
		</ul>
	)
}

function LoadFailure({ onRetry }: { onRetry: (() => void) | undefined }) {
	return (
		<div className="flex flex-wrap items-center justify-between gap-4 border-y border-navy-rule py-6">
			<p role="alert">Failed to fetch podcast data</p>
			{onRetry && (
				<button type="button" className="btn btn-line" onClick={onRetry}>
					Try again
				</button>
			)}
		</div>
	)
}

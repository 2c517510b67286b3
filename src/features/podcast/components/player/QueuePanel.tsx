import { useStore } from '@nanostores/react'
import { GripVertical, Play, Plus, X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { useQuery } from '#src/lib/api/query.ts'
import { formatDuration } from '../../episodes/episode-format.ts'
import { QUEUE_LENGTH } from '../../player/player-queue.ts'
import { type PlayerEpisode, selectedEpisode } from '../../player/player-state.ts'
import { getPodcastQuery } from '../../queries.ts'
import { $keepsPlaying, playQueued, queue } from '../listening/page-listening.ts'
import { pagePlayer } from './page-player.ts'

/** Number of latest episodes offered for the queue. */
const SUGGESTION_COUNT = 20

/** The queue in playback order, and the latest episodes to add. */
export function QueuePanel({ onClose }: { onClose: () => void }) {
	const episodes = useStore(queue.$episodes)
	const keepsPlaying = useStore($keepsPlaying)
	const [announcement, setAnnouncement] = useState('')
	const heading = useRef<HTMLHeadingElement>(null)
	const id = useId()
	useEffect(() => heading.current?.focus(), [])
	return (
		// biome-ignore lint/a11y/noNoninteractiveElementInteractions: handles Escape from the controls inside
		<section
			className="player-queue"
			aria-labelledby={id}
			onKeyDown={(event) => {
				if (event.key !== 'Escape') return
				event.stopPropagation()
				onClose()
				document.querySelector<HTMLElement>('.player-queue-button')?.focus()
			}}
		>
			<div className="wrap">
				<div className="player-queue-head">
					<h2 id={id} ref={heading} tabIndex={-1}>
						Up next
					</h2>
					<label className="player-check">
						<input
							type="checkbox"
							checked={keepsPlaying}
							onChange={({ target }) => $keepsPlaying.set(target.checked)}
						/>
						Keep playing
					</label>
					{episodes.length > 0 && (
						<button type="button" className="player-text-button" onClick={() => queue.clear()}>
							Clear
						</button>
					)}
				</div>
				<p role="status" className="sr-only">
					{announcement}
				</p>
				{episodes.length === 0 ? (
					<p className="player-queue-empty">Your queue is empty. Add an episode.</p>
				) : (
					<QueueRows episodes={episodes} onAnnounce={setAnnouncement} />
				)}
				<Latest queued={episodes} onAnnounce={setAnnouncement} />
			</div>
		</section>
	)
}

type RowsProps = { episodes: readonly PlayerEpisode[]; onAnnounce: (text: string) => void }

function QueueRows({ episodes, onAnnounce }: RowsProps) {
	const list = useRef<HTMLOListElement>(null)
	function move(episode: PlayerEpisode, to: number): void {
		queue.move(episode.id, to)
		const index = queue.$episodes.get().findIndex(({ id }) => id === episode.id)
		onAnnounce(`${episode.title}: ${index + 1} of ${episodes.length}`)
	}
	/** Returns the index of the row at this height. */
	function rowAt(y: number): number {
		const rows = [...(list.current?.children ?? [])]
		const below = rows.findIndex((row) => y < row.getBoundingClientRect().bottom)
		return below < 0 ? rows.length - 1 : below
	}
	return (
		<ol ref={list} className="player-queue-rows">
			{episodes.map((episode, index) => (
				<li key={episode.id}>
					<Grip
						title={episode.title}
						onMove={(by) => move(episode, index + by)}
						onDrag={(y) => move(episode, rowAt(y))}
					/>
					<Title episode={episode} />
					<button
						type="button"
						className="icon-btn"
						aria-label={`Play ${episode.title}`}
						onClick={() => playQueued(episode)}
					>
						<Play aria-hidden="true" className="size-4" fill="currentColor" strokeWidth={0} />
					</button>
					<button
						type="button"
						className="icon-btn"
						aria-label={`Remove ${episode.title}`}
						onClick={() => {
							queue.remove(episode.id)
							onAnnounce(`Removed: ${episode.title}`)
						}}
					>
						<X aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
					</button>
				</li>
			))}
		</ol>
	)
}

type GripProps = { title: string; onMove: (by: 1 | -1) => void; onDrag: (y: number) => void }

/** The handle to drag a row, or to move it with the arrow keys. */
function Grip({ title, onMove, onDrag }: GripProps) {
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
		event.preventDefault()
		event.stopPropagation()
		onMove(event.key === 'ArrowUp' ? -1 : 1)
	}
	const onPointerDown = ({ currentTarget, pointerId }: PointerEvent) => currentTarget.setPointerCapture(pointerId)
	const onPointerMove = ({ currentTarget, pointerId, clientY }: PointerEvent) => {
		if (currentTarget.hasPointerCapture(pointerId)) onDrag(clientY)
	}
	return (
		<button
			type="button"
			className="icon-btn player-grip"
			aria-label={`Move ${title}`}
			aria-description="With the up and down arrow keys"
			onKeyDown={onKeyDown}
			onPointerDown={onPointerDown}
			onPointerMove={onPointerMove}
		>
			<GripVertical aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
		</button>
	)
}

function Title({ episode }: { episode: PlayerEpisode }) {
	return (
		<span className="player-queue-title">
			<span>{episode.title}</span>
			<span>{formatDuration(episode.duration)}</span>
		</span>
	)
}

type LatestProps = { queued: readonly PlayerEpisode[]; onAnnounce: (text: string) => void }

function Latest({ queued, onAnnounce }: LatestProps) {
	const { data, isError, refetch } = useQuery(getPodcastQuery(SUGGESTION_COUNT))
	const state = useStore(pagePlayer.$state)
	const suggestions = data?.episodes.filter(
		({ id }) => id !== selectedEpisode(state)?.id && !queued.some((one) => one.id === id),
	)
	function add({ id, title, audioUrl, duration, imageUrl, slug = null }: PlayerEpisode): void {
		const added = queue.add({ id, title, audioUrl, duration, imageUrl, slug })
		onAnnounce(added === 'full' ? `The queue is full: ${QUEUE_LENGTH} episodes` : `Added: ${title}`)
	}
	return (
		<div className="player-latest">
			<h3>Latest Episodes</h3>
			{isError && (
				<p role="alert">
					Failed to fetch podcast data.{' '}
					<button type="button" className="player-text-button" onClick={() => void refetch()}>
						Try again
					</button>
				</p>
			)}
			{!isError && !suggestions && <p>Loading podcast...</p>}
			{queued.length >= QUEUE_LENGTH && <p>The queue is full: {QUEUE_LENGTH} episodes.</p>}
			<ul className="player-queue-rows">
				{suggestions?.map((episode) => (
					<li key={episode.id}>
						<Title episode={episode} />
						<button
							type="button"
							className="icon-btn"
							disabled={queued.length >= QUEUE_LENGTH}
							aria-label={`Add ${episode.title} to the queue`}
							onClick={() => add(episode)}
						>
							<Plus aria-hidden="true" className="size-5" strokeWidth={1.75} />
						</button>
					</li>
				))}
			</ul>
		</div>
	)
}

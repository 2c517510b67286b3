import type { ReactNode } from 'react'
import type { SinglePlayer } from '../../player/player-actions.ts'
import { chapterAt, type PlayerEpisode, type PlayerState } from '../../player/player-state.ts'
import { EpisodeArt } from '../EpisodeArt.tsx'
import { useAnnouncement } from '../listening/use-announcement.ts'
import { useCardInView } from './card-in-view.ts'
import { HAS_START_TIME, PlayButton, playLabel, SkipButton, SleepSelect, SpeedSelect } from './PlayerControls.tsx'
import { QueueButton, useQueuePanel } from './PlayerQueueButton.tsx'
import { pagePlayer } from './page-player.ts'
import { keyHandler } from './player-keys.ts'
import { SeekSlider } from './SeekSlider.tsx'
import { VolumeControl } from './VolumeControl.tsx'

type Props = {
	episode: PlayerEpisode
	state: PlayerState
	/** Used instead of the page's player while another episode is open. */
	player?: SinglePlayer
	/** True if the page shows the title and the picture above the player. */
	isOnPage?: boolean
	children?: ReactNode
}

/** The full player, for places with enough room. */
export function FullPlayer({ episode, state, player = pagePlayer, isOnPage = false, children }: Props) {
	const announcement = useAnnouncement(state, episode.title)
	const panel = useQueuePanel()
	const card = useCardInView(episode.id)
	return (
		// biome-ignore lint/a11y/noNoninteractiveElementInteractions: handles keys of the controls inside
		<section ref={card} className="full-player" aria-label="Podcast player" onKeyDown={keyHandler(player)}>
			<p role="status" className="sr-only">
				{announcement}
			</p>
			{!isOnPage && <Head episode={episode} state={state} />}
			<Notice state={state} chapter={isOnPage ? chapterAt(episode, state.position)?.title : undefined} />
			<SeekSlider key={episode.id} state={state} player={player} hasHours />
			<div className="full-player-keys">
				<SkipButton to="back" player={player} />
				<PlayButton state={state} player={player} isLarge />
				<SkipButton to="ahead" player={player} />
			</div>
			<div className="full-player-tools">
				<SpeedSelect rate={state.rate} />
				<SleepSelect hasChapters={Boolean(episode.chapters?.length)} />
				<QueueButton isOpen={panel.Panel !== undefined} onPress={panel.toggle} />
				<VolumeControl state={state} player={player} />
			</div>
			{children}
			{panel.Panel && <panel.Panel onClose={panel.close} />}
		</section>
	)
}

function Head({ episode, state }: Pick<Props, 'episode' | 'state'>) {
	return (
		<div className="full-player-head">
			<EpisodeArt
				key={episode.id}
				episode={episode}
				feedImage={state.podcast?.image}
				className="size-22 rounded-[0.65rem]"
			/>
			<div>
				<p className="text-tiny text-on-navy-muted">{state.podcast?.title}</p>
				<h1 className="text-subtitle">{episode.title}</h1>
				<p className="mt-1 text-small text-on-navy-muted">{chapterAt(episode, state.position)?.title}</p>
			</div>
		</div>
	)
}

/** A message to read before pressing Play; otherwise the chapter, if one is passed. */
function Notice({ state, chapter }: { state: PlayerState; chapter: string | undefined }) {
	const label = playLabel(state)
	const message = state.hasFailed
		? 'This episode could not be played. Press Play to try again.'
		: state.isPastEnd
			? 'This time is past the end'
			: HAS_START_TIME.test(label)
				? label
				: ''
	return (
		<div className="full-player-notice">
			<p role="status">{message}</p>
			{chapter && message === '' && <p>{chapter}</p>}
		</div>
	)
}

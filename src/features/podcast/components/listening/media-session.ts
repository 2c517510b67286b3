import {
	hasNext,
	hasPrevious,
	type PlayerState,
	SKIP_AHEAD_SECONDS,
	SKIP_BACK_SECONDS,
	selectedEpisode,
} from '../../player/player-state.ts'
import type { Player } from '../../player/player-store.ts'

/** The part of `navigator.mediaSession` that the player uses. */
export type MediaSessionLike = Pick<MediaSession, 'playbackState' | 'setActionHandler'> &
	Partial<Pick<MediaSession, 'setPositionState'>> & { metadata: unknown }

/**
 * Shows the player on the lock screen and handles media keys: play, pause, seek, and previous and next in a list. For a
 * single episode, previous and next skip within it. Shows nothing before the first play, as browsers do.
 * @param toMetadata builds the browser's `MediaMetadata`.
 * @returns a function that disconnects.
 */
export function connectMediaSession(
	player: Player,
	session: MediaSessionLike,
	toMetadata: (data: MediaMetadataInit) => unknown,
): () => void {
	let previous: PlayerState | undefined
	return player.$state.listen((state) => {
		if (!previous && state.status === 'paused') return
		const isOtherEpisode = state.podcast !== previous?.podcast || state.episodeId !== previous.episodeId
		if (isOtherEpisode || state.isSingle !== previous?.isSingle) {
			session.metadata = toMetadata(metadataOf(state))
			setHandlers(player, session, state)
		}
		if (state.status !== previous?.status) session.playbackState = state.status === 'paused' ? 'paused' : 'playing'
		showPosition(session, state)
		previous = state
	})
}

function metadataOf(state: PlayerState): MediaMetadataInit {
	const episode = selectedEpisode(state)
	const image = episode?.imageUrl ?? state.podcast?.image
	const podcast = state.podcast?.title ?? ''
	return { title: episode?.title ?? '', artist: podcast, album: podcast, artwork: image ? [{ src: image }] : [] }
}

function setHandlers(player: Player, session: MediaSessionLike, state: PlayerState): void {
	const setHandler: MediaSessionLike['setActionHandler'] = (action, handler) => {
		try {
			session.setActionHandler(action, handler)
		} catch {
			// A browser throws for an unknown action; the others still work.
		}
	}
	setHandler('play', () => player.play())
	setHandler('pause', () => player.pause())
	setHandler('seekto', ({ seekTime }) => {
		if (seekTime !== undefined) player.seek(seekTime)
	})
	if (state.isSingle) {
		setHandler('seekbackward', ({ seekOffset }) => player.skip(-(seekOffset || SKIP_BACK_SECONDS)))
		setHandler('seekforward', ({ seekOffset }) => player.skip(seekOffset || SKIP_AHEAD_SECONDS))
		// Headset keys.
		setHandler('previoustrack', () => player.skip(-SKIP_BACK_SECONDS))
		setHandler('nexttrack', () => player.skip(SKIP_AHEAD_SECONDS))
		return
	}
	setHandler('previoustrack', hasPrevious(state) ? () => player.previous() : null)
	setHandler('nexttrack', hasNext(state) ? () => player.next() : null)
}

function showPosition(session: MediaSessionLike, state: PlayerState): void {
	if (state.duration === null) return
	// The browser throws for a position beyond the duration.
	const position = Math.min(state.position, state.duration)
	session.setPositionState?.({ duration: state.duration, position, playbackRate: state.rate })
}

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
	let shown: PlayerState | undefined
	return player.$state.listen((state) => {
		if (!shown && state.status === 'paused') return
		const isOther = state.podcast !== shown?.podcast || state.episodeId !== shown.episodeId
		if (isOther || state.isSingle !== shown?.isSingle) {
			session.metadata = toMetadata(metadataOf(state))
			setHandlers(player, session, state)
		}
		if (state.status !== shown?.status) session.playbackState = state.status === 'paused' ? 'paused' : 'playing'
		showPosition(session, state)
		shown = state
	})
}

function metadataOf(state: PlayerState): MediaMetadataInit {
	const episode = selectedEpisode(state)
	const image = episode?.imageUrl ?? state.podcast?.image
	const podcast = state.podcast?.title ?? ''
	return { title: episode?.title ?? '', artist: podcast, album: podcast, artwork: image ? [{ src: image }] : [] }
}

function setHandlers(player: Player, session: MediaSessionLike, state: PlayerState): void {
	const handle: MediaSessionLike['setActionHandler'] = (action, handler) => {
		try {
			session.setActionHandler(action, handler)
		} catch {
			// A browser throws for an unknown action; the others still work.
		}
	}
	handle('play', () => player.play())
	handle('pause', () => player.pause())
	handle('seekto', ({ seekTime }) => {
		if (seekTime !== undefined) player.seek(seekTime)
	})
	if (state.isSingle) {
		handle('seekbackward', ({ seekOffset }) => player.skip(-(seekOffset || SKIP_BACK_SECONDS)))
		handle('seekforward', ({ seekOffset }) => player.skip(seekOffset || SKIP_AHEAD_SECONDS))
		// Headset keys.
		handle('previoustrack', () => player.skip(-SKIP_BACK_SECONDS))
		handle('nexttrack', () => player.skip(SKIP_AHEAD_SECONDS))
		return
	}
	handle('previoustrack', hasPrevious(state) ? () => player.previous() : null)
	handle('nexttrack', hasNext(state) ? () => player.next() : null)
}

function showPosition(session: MediaSessionLike, state: PlayerState): void {
	if (state.duration === null) return
	// The browser throws for a position beyond the duration.
	const position = Math.min(state.position, state.duration)
	session.setPositionState?.({ duration: state.duration, position, playbackRate: state.rate })
}

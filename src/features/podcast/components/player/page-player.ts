import { keepOneSound, onOtherSound, soundStarts } from '#src/lib/one-sound.ts'
import { Player } from '../../player/player-store.ts'
import { connectMediaSession } from '../listening/media-session.ts'
import { PLAYING_EVENT } from './player-signal.ts'

/**
 * The player of the page: one, whatever islands show it, with one audio element made at the first play.
 * Importing this on the server is safe: nothing of the browser is touched before a person plays.
 */
export const pagePlayer = new Player(() => new Audio())

if (typeof navigator !== 'undefined' && 'mediaSession' in navigator && 'MediaMetadata' in globalThis)
	connectMediaSession(pagePlayer, navigator.mediaSession, (data) => new MediaMetadata(data))

if (typeof window !== 'undefined') {
	// Also in the window of the player alone, which has no header.
	keepOneSound()
	onOtherSound(pagePlayer, () => pagePlayer.pause())
	pagePlayer.$state.listen(({ status }, before) => {
		if (status === 'paused' || before?.status !== 'paused') return
		window.dispatchEvent(new Event(PLAYING_EVENT))
		soundStarts(pagePlayer)
	})
}

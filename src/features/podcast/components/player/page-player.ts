import { announcePlayback, enforceSinglePlayback, onOtherPlayback } from '#src/lib/single-playback.ts'
import { Player } from '../../player/player-store.ts'
import { connectMediaSession } from '../listening/media-session.ts'
import { PLAYING_EVENT } from './player-signal.ts'

/**
 * The page's only player, shared by all islands, with one audio element created at the first play.
 * Safe to import on the server: nothing uses the browser until then.
 */
export const pagePlayer = new Player(() => new Audio())

if (typeof navigator !== 'undefined' && 'mediaSession' in navigator && 'MediaMetadata' in globalThis)
	connectMediaSession(pagePlayer, navigator.mediaSession, (data) => new MediaMetadata(data))

/** Loads the router. Without the router, the next page shows the player paused. */
async function keepPlayingOnNextPage(): Promise<void> {
	const { startRouter } = await import('#src/components/site/page/router.ts')
	startRouter(() => pagePlayer.$state.get().status !== 'paused')
}

if (typeof window !== 'undefined') {
	// The header calls this too, but the separate player window has no header.
	enforceSinglePlayback()
	onOtherPlayback(pagePlayer, () => pagePlayer.pause())
	pagePlayer.$state.listen(({ status }, before) => {
		if (status === 'paused' || before?.status !== 'paused') return
		window.dispatchEvent(new Event(PLAYING_EVENT))
		announcePlayback(pagePlayer)
		void keepPlayingOnNextPage()
	})
}

import { closeBar, saveHandover } from '../listening/page-listening.ts'

/** The page of the separate player window. */
const POP_OUT_PATH = '/podcast/player'

/**
 * Opens a separate window that continues playback, and closes the player here. If the browser blocks the window,
 * returns false and keeps playing here. The window gets a copy of this tab's session storage, with the handover.
 */
export function popOut(): boolean {
	saveHandover()
	const opened = window.open(POP_OUT_PATH, 'second-chair-player', 'popup,width=420,height=640')
	if (!opened) return false
	closeBar()
	return true
}

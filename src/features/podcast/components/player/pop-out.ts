import { closeBar, handOver } from '../listening/page-listening.ts'

/** The page of the separate player window. */
const POP_OUT_PATH = '/podcast/player'

/**
 * Opens the player in its own window, which continues from this page; the player here closes. Returns false, and
 * plays on here, if the browser blocks the window. The window gets a copy of this tab's session storage.
 */
export function popOut(): boolean {
	handOver()
	const opened = window.open(POP_OUT_PATH, 'second-chair-player', 'popup,width=420,height=640')
	if (!opened) return false
	closeBar()
	return true
}

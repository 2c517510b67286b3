import { closeBar, handOver } from '../listening/page-listening.ts'

/** Where the player stands alone. */
export const POP_OUT_PATH = '/podcast/player'

/**
 * Opens the player in a window of its own, which takes over where this page is; here it is closed. False where the
 * browser opens none: then it goes on here. The window gets a copy of what this tab keeps.
 */
export function popOut(): boolean {
	handOver()
	const opened = window.open(POP_OUT_PATH, 'second-chair-player', 'popup,width=420,height=640')
	if (!opened) return false
	closeBar()
	return true
}

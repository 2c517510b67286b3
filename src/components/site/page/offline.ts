/** Longest that the worker waits for a quiet moment of the page, in milliseconds. */
const AT_LAST_MS = 10_000

/**
 * Has the browser fetch the worker that opens public pages without a network (`public/sw.js`), once the page has
 * nothing else to do: nobody waits for it.
 */
export function startOffline(): void {
	if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
	const { serviceWorker } = navigator
	async function register(): Promise<void> {
		await serviceWorker.register('/sw.js')
		// This page was there before it, and is read as well.
		if (!serviceWorker.controller) (await serviceWorker.ready).active?.postMessage('read')
	}
	const begin = () => void register().catch(() => undefined)
	const later = () =>
		'requestIdleCallback' in window
			? requestIdleCallback(begin, { timeout: AT_LAST_MS })
			: setTimeout(begin, AT_LAST_MS / 2)
	if (document.readyState === 'complete') later()
	else window.addEventListener('load', later, { once: true })
}

/** Maximum wait for an idle moment, in milliseconds. */
const MAX_WAIT_MS = 10_000

/** Registers the service worker that serves public pages offline (`public/sw.js`), once the page is idle. */
export function startOffline(): void {
	if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
	const { serviceWorker } = navigator
	async function register(): Promise<void> {
		await serviceWorker.register('/sw.js')
		// Cache this page too, which was loaded before the worker started.
		if (!serviceWorker.controller) (await serviceWorker.ready).active?.postMessage('read')
	}
	const begin = () => void register().catch(() => undefined)
	const whenIdle = () =>
		'requestIdleCallback' in window
			? requestIdleCallback(begin, { timeout: MAX_WAIT_MS })
			: setTimeout(begin, MAX_WAIT_MS / 2)
	if (document.readyState === 'complete') whenIdle()
	else window.addEventListener('load', whenIdle, { once: true })
}

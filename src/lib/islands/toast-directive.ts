import type { ClientDirective } from 'astro'
import { fetchAhead } from './fetch-ahead.ts'
import { KEPT_TOAST_KEY, sessionStore, TOAST_EVENT } from './toast-signal.ts'

/**
 * `client:toast`: hydrates with the first toast, or immediately if one is stored for this page. Astro inlines this
 * file: importing the toast store would create a second copy of it.
 */
const toastDirective: ClientDirective = (load, _options, element) => {
	// The first toast often reports a lost network, so a failed load is retried with the next toast, silently.
	element.addEventListener('astro:hydration-error', (event) => {
		event.stopPropagation()
		window.addEventListener(TOAST_EVENT, bring)
	})
	const bring = async () => {
		window.removeEventListener(TOAST_EVENT, bring)
		fetchAhead(element)
		const hydrate = await load()
		await hydrate()
	}
	if (sessionStore()?.getItem(KEPT_TOAST_KEY)) void bring()
	else window.addEventListener(TOAST_EVENT, bring)
}

export default toastDirective

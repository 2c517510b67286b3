import type { ClientDirective } from 'astro'
import { fetchAhead } from './fetch-ahead.ts'
import { KEPT_TOAST_KEY, sessionStore, TOAST_EVENT } from './toast-signal.ts'

/**
 * `client:toast`: the island arrives with the first toast, or at once when one was kept for this page.
 * Astro bundles this file by itself and inlines it: it must not import the toast store, of which it would get a copy.
 */
const toastDirective: ClientDirective = (load, _options, element) => {
	// The first toast is often what says that there is no network: then the next one asks again, and nobody is told.
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

import type { ClientDirective } from 'astro'
import { hydrate } from './hydrate.ts'
import { KEPT_TOAST_KEY, sessionStore, TOAST_EVENT } from './toast-signal.ts'

/**
 * `client:toast`: hydrates with the first toast, or immediately if one is stored for this page. Astro inlines this
 * file: importing the toast store would create a second copy of it.
 */
const toastDirective: ClientDirective = (load, _options, element) => {
	const bring = () => void hydrate(element, load)
	const bringWithToast = () => window.addEventListener(TOAST_EVENT, bring, { once: true })
	// The first toast often reports a lost network, so a failed load is retried with the next toast, silently.
	element.addEventListener('astro:hydration-error', (event) => {
		event.stopPropagation()
		bringWithToast()
	})
	if (sessionStore()?.getItem(KEPT_TOAST_KEY)) bring()
	else bringWithToast()
}

export default toastDirective

import type { ClientDirective } from 'astro'
import { repeatEarlyInput, waker } from './early-input.ts'
import { sessionStore } from './toast-signal.ts'

/*
 * As in features/podcast: the event of `player-signal.ts`, and where `listening-storage.ts` keeps what the page before
 * played, and where somebody stopped. Astro bundles this file by itself and inlines it: it must not import either.
 */
const LISTEN_EVENT = 'second-chair:listen'
const HANDOVER_KEY = 'second-chair:draft:playing'
/** A member's id may follow. */
const PLACES_KEY = 'second-chair:draft:listening'

/** Whether this browser knows where somebody stopped in it: the page says so, and goes on there. */
function isBegun(name: string): boolean {
	try {
		return Object.keys(localStorage).some(
			(key) => key.startsWith(PLACES_KEY) && localStorage.getItem(key)?.includes(name),
		)
	} catch {
		// Storage that is refused remembers nothing.
		return false
	}
}

/** Whether the address asks for a second: `?t=` or `#t=`. */
const asksForTime = () => /[?&]t=/.test(location.search) || /^#t=/.test(location.hash)

/**
 * `client:listening`: the island wakes when somebody touches it, and at once where the address names a second of the
 * episode, the page before played it, or somebody stopped in it. The value is the id of the episode.
 */
const listeningDirective: ClientDirective = (load, { value }, element) => {
	const wake = waker(element, load)
	repeatEarlyInput(element, wake)
	for (const name of ['pointerover', 'focusin'])
		element.addEventListener(name, () => void wake(), { passive: true, once: true })
	window.addEventListener(LISTEN_EVENT, () => void wake(), { once: true })
	// Somebody put a second behind the address of the page that they have.
	window.addEventListener('hashchange', () => asksForTime() && void wake())
	const name = JSON.stringify(value)
	if (asksForTime() || sessionStore()?.getItem(HANDOVER_KEY)?.includes(name) || isBegun(name)) void wake()
}

export default listeningDirective

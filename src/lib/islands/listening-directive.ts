import type { ClientDirective } from 'astro'
import { repeatEarlyInput, waker } from './early-input.ts'
import { isBegun, wasPlaying } from './saved-listening.ts'

/** As in `player-signal.ts` of the podcast. Astro bundles this file by itself and inlines it: it must not import that. */
const LISTEN_EVENT = 'second-chair:listen'

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
	if (asksForTime() || wasPlaying(name) || isBegun(name)) void wake()
}

export default listeningDirective

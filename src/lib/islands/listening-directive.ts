import type { ClientDirective } from 'astro'
import { replayEarlyInput } from './early-input.ts'
import { isStarted, wasPlaying } from './saved-listening.ts'

/** Repeats the name in the podcast's `player-signal.ts`, which an inlined directive must not import. */
const LISTEN_EVENT = 'second-chair:listen'

/** Returns whether the URL has a position: `?t=` or `#t=`. */
const hasPosition = () => /[?&]t=/.test(location.search) || /^#t=/.test(location.hash)

/**
 * `client:listening`: hydrates the island when touched, or immediately if the URL has a position, the previous page
 * was playing the episode, or the listener stopped within it. The value is the id of the episode.
 */
const listeningDirective: ClientDirective = (load, { value }, element) => {
	const wake = replayEarlyInput(element, load)
	for (const name of ['pointerover', 'focusin'])
		element.addEventListener(name, () => void wake(), { passive: true, once: true })
	window.addEventListener(LISTEN_EVENT, () => void wake(), { once: true })
	// A position was added to the URL of the open page.
	window.addEventListener('hashchange', () => hasPosition() && void wake())
	const name = JSON.stringify(value)
	if (hasPosition() || wasPlaying(name) || isStarted(name)) void wake()
}

export default listeningDirective

import type { ClientDirective } from 'astro'
import { hydrate } from './hydrate.ts'
import { wasPlaying } from './saved-listening.ts'

/** The same as in the podcast's `player-signal.ts`, which an inlined directive must not import. */
const PLAYING_EVENT = 'second-chair:playing'

/**
 * `client:playing`: hydrates when something starts to play, or immediately if the previous page was playing. With a
 * value only the former: the page has its own player.
 */
const playingDirective: ClientDirective = (load, { value }, element) => {
	const bring = () => void hydrate(element, load)
	if (!value && wasPlaying()) bring()
	else window.addEventListener(PLAYING_EVENT, bring, { once: true })
}

export default playingDirective

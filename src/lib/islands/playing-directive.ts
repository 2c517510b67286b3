import type { ClientDirective } from 'astro'
import { fetchAhead } from './fetch-ahead.ts'
import { wasPlaying } from './saved-listening.ts'

/** The same as in the podcast's `player-signal.ts`, which an inlined directive must not import. */
const PLAYING_EVENT = 'second-chair:playing'

/**
 * `client:playing`: hydrates when something starts to play, or immediately if the previous page was playing. With a
 * value only the former: the page has its own player.
 */
const playingDirective: ClientDirective = (load, { value }, element) => {
	const bring = async () => {
		window.removeEventListener(PLAYING_EVENT, bring)
		fetchAhead(element)
		const hydrate = await load()
		await hydrate()
	}
	if (!value && wasPlaying()) void bring()
	else window.addEventListener(PLAYING_EVENT, bring)
}

export default playingDirective

import type { ClientDirective } from 'astro'
import { fetchAhead } from './fetch-ahead.ts'
import { wasPlaying } from './saved-listening.ts'

/** As in `player-signal.ts` of the podcast. Astro bundles this file by itself and inlines it: it must not import that. */
const PLAYING_EVENT = 'second-chair:playing'

/**
 * `client:playing`: the island arrives when something begins to play, or at once where the page before played something.
 * With a value only the first: the page has a player of its own.
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

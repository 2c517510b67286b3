import type { ClientDirective } from 'astro'
import { fetchAhead } from './fetch-ahead.ts'
import { sessionStore } from './toast-signal.ts'

/*
 * As in features/podcast: the event of `player-signal.ts`, and where `listening-storage.ts` keeps what the page before
 * played. Astro bundles this file by itself and inlines it: it must not import either.
 */
const PLAYING_EVENT = 'second-chair:playing'
const HANDOVER_KEY = 'second-chair:draft:playing'

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
	if (!value && sessionStore()?.getItem(HANDOVER_KEY)) void bring()
	else window.addEventListener(PLAYING_EVENT, bring)
}

export default playingDirective

import type { ClientDirective } from 'astro'
import { replayEarlyInput } from './early-input.ts'
import { sessionStore } from './toast-signal.ts'

/** Stored state that only the hydrated island can show. */
interface StoredState {
	/** Key of a draft in this tab. */
	draft?: string
	/** Property name in the state of the history entry. */
	state?: string
}

// Repeats the prefix of draft-storage.ts: Astro inlines this file, so it has almost no imports.
const isStored = ({ draft, state }: StoredState) =>
	(draft !== undefined && sessionStore()?.getItem(`second-chair:draft:${draft}`) != null) ||
	(state !== undefined && Boolean(history.state?.[state]))

/**
 * `client:touched`: hydrates the island when it is pointed at, focused or used, and immediately if the tab has stored
 * state for it. For forms on public pages: visitors who only read load no React. Replays earlier input, including
 * fields that the browser restored after a reload or Back.
 */
const touchedDirective: ClientDirective = (load, { value }, element) => {
	const wake = replayEarlyInput(element, load)
	if (isStored((value ?? {}) as StoredState)) void wake()
	for (const name of ['pointerover', 'focusin', 'input'])
		element.addEventListener(name, () => void wake(), { passive: true, once: true })
}

export default touchedDirective

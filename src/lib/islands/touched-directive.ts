import type { ClientDirective } from 'astro'
import { replayEarlyInput } from './early-input.ts'
import { sessionStore } from './toast-signal.ts'

/** Stored state that only the hydrated island can show. */
interface Kept {
	/** Key of a draft in this tab. */
	draft?: string
	/** Name in the state of the history entry. */
	state?: string
}

// The prefix of draft-storage.ts. Astro inlines this file, so it has nearly no imports.
const isKept = ({ draft, state }: Kept) =>
	(draft !== undefined && sessionStore()?.getItem(`second-chair:draft:${draft}`) != null) ||
	(state !== undefined && Boolean(history.state?.[state]))

/**
 * `client:touched`: hydrates the island when it is pointed at, focused or used, and immediately if the tab has stored
 * state for it. For forms that visitors may open: a reader loads no React. Replays earlier input, including fields
 * that the browser restored after a reload or Back.
 */
const touchedDirective: ClientDirective = (load, { value }, element) => {
	const wake = replayEarlyInput(element, load)
	if (isKept((value ?? {}) as Kept)) void wake()
	for (const name of ['pointerover', 'focusin', 'input'])
		element.addEventListener(name, () => void wake(), { passive: true, once: true })
}

export default touchedDirective

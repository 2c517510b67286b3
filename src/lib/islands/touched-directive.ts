import type { ClientDirective } from 'astro'
import { repeatEarlyInput, waker } from './early-input.ts'
import { sessionStore } from './toast-signal.ts'

/** Where a page has something kept that only the awake island can show. */
interface Kept {
	/** The key of a draft in this tab. */
	draft?: string
	/** A name in the state of the page in the tab's history. */
	state?: string
}

// The prefix is that of draft-storage.ts. Astro inlines this file, so it stays nearly free of imports.
const isKept = ({ draft, state }: Kept) =>
	(draft !== undefined && sessionStore()?.getItem(`second-chair:draft:${draft}`) != null) ||
	(state !== undefined && Boolean(history.state?.[state]))

/**
 * `client:touched`: the island wakes when somebody points at it, focuses it or does something to it, and at once where
 * the tab keeps something for it. For forms that everybody may open: who only looks loads no React. What comes before
 * the island is awake is not lost, also what the browser put into its fields again after a reload or Back.
 */
const touchedDirective: ClientDirective = (load, { value }, element) => {
	const wake = waker(element, load)
	const { wakeWithFields } = repeatEarlyInput(element, wake)
	if (isKept((value ?? {}) as Kept)) wakeWithFields()
	for (const name of ['pointerover', 'focusin', 'input'])
		element.addEventListener(name, wakeWithFields, { passive: true, once: true })
}

export default touchedDirective

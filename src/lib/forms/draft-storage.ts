const PREFIX = 'second-chair:draft:'

/** Where a draft waits: in this browser until it is sent, or in this tab until it is closed. */
export type DraftStore = 'browser' | 'tab'

// Asked for each time: storage that is refused throws at the first touch.
const storage = (place: DraftStore) => (place === 'tab' ? sessionStorage : localStorage)

/** What was kept under `key`, or undefined. */
export function readDraft(key: string, place: DraftStore = 'browser'): string | undefined {
	try {
		return storage(place).getItem(PREFIX + key) ?? undefined
	} catch {
		// Storage may be refused: then nothing is kept, and nothing else changes.
		return undefined
	}
}

/** Sent to the window when a draft of this tab was kept or forgotten; of other tabs `storage` tells. */
export const DRAFT_CHANGED = 'second-chair:draft'

/** Whose page this was: somebody logged out. What it writes when it is left must not bring anything back. */
const gone = new Set<string>()

const isOfGone = (key: string) => gone.size > 0 && key.split(':').some((part) => gone.has(part))

/** From here on this page keeps nothing of that person; what was kept stands. */
export function keepNoMoreOf(userId: string): void {
	gone.add(userId)
}

/** Whether this page still keeps what that person does. */
export const isDraftOf = (userId: string | null): boolean => userId === null || !gone.has(userId)

/** Keeps `text` under `key`; undefined takes it away. Name the person in the key: two members may share a machine. */
export function keepDraft(key: string, text: string | undefined, place: DraftStore = 'browser'): void {
	if (isOfGone(key)) return
	try {
		if (text === undefined) storage(place).removeItem(PREFIX + key)
		else storage(place).setItem(PREFIX + key, text)
		globalThis.window?.dispatchEvent(new Event(DRAFT_CHANGED))
	} catch {
		// A full storage costs the draft, not the writing.
	}
}

/**
 * Forgets all drafts of a person who logs out, those of this tab too: whoever sits down next must not find them
 * (docs/decisions/019). Each tab that shows them does so, since none reaches what another keeps.
 */
export function forgetDraftsOf(userId: string): void {
	keepNoMoreOf(userId)
	for (const place of ['browser', 'tab'] as const)
		try {
			const kept = storage(place)
			for (const key of Object.keys(kept))
				if (key.startsWith(PREFIX) && key.split(':').includes(userId)) kept.removeItem(key)
		} catch {
			// What cannot be reached was not kept either.
		}
}

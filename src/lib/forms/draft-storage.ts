const PREFIX = 'second-chair:draft:'

/** Storage of a draft: in the browser until it is sent, or in the tab until it is closed. */
export type DraftStore = 'browser' | 'tab'

// Accessed each time: blocked storage throws on first access.
const storage = (place: DraftStore) => (place === 'tab' ? sessionStorage : localStorage)

/** Reads the draft under `key`, or undefined. */
export function readDraft(key: string, place: DraftStore = 'browser'): string | undefined {
	try {
		return storage(place).getItem(PREFIX + key) ?? undefined
	} catch {
		// Blocked storage only means no draft.
		return undefined
	}
}

/** Event on the window when a draft of this tab changed; for other tabs there is the `storage` event. */
export const DRAFT_CHANGED = 'second-chair:draft'

/** Users that logged out during this page. Its last writes must not restore their drafts. */
const gone = new Set<string>()

const isOfGone = (key: string) => gone.size > 0 && key.split(':').some((part) => gone.has(part))

/** Stops this page from storing drafts of the user; existing ones stay. */
export function stopStoringFor(userId: string): void {
	gone.add(userId)
}

/** Tells whether this page still stores drafts of the user. */
export const mayStoreFor = (userId: string | null): boolean => userId === null || !gone.has(userId)

/** Stores `text` under `key`; undefined deletes it. The key must contain the user: members may share a machine. */
export function keepDraft(key: string, text: string | undefined, place: DraftStore = 'browser'): void {
	if (isOfGone(key)) return
	try {
		if (text === undefined) storage(place).removeItem(PREFIX + key)
		else storage(place).setItem(PREFIX + key, text)
		globalThis.window?.dispatchEvent(new Event(DRAFT_CHANGED))
	} catch {
		// A full storage loses the draft but not the input.
	}
}

/**
 * Deletes all drafts of a user who logs out, including those of this tab: the next user of the machine must not find
 * them (docs/decisions/019). Each open tab does this, since tabs cannot access each other's storage.
 */
export function forgetDraftsOf(userId: string): void {
	stopStoringFor(userId)
	for (const place of ['browser', 'tab'] as const)
		try {
			const kept = storage(place)
			for (const key of Object.keys(kept))
				if (key.startsWith(PREFIX) && key.split(':').includes(userId)) kept.removeItem(key)
		} catch {
			// Blocked storage has no drafts.
		}
}

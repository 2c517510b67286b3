import { keepStored, readStored, type StoragePlace, storageAt } from '../browser-storage.ts'

const PREFIX = 'second-chair:draft:'

export const readDraft = (key: string, place?: StoragePlace) => readStored(PREFIX + key, place)

/** Event on the window when a draft of this tab changed; for other tabs there is the `storage` event. */
export const DRAFT_CHANGED = 'second-chair:draft'

/** Users that logged out during this page. Its last writes must not restore their drafts. */
const gone = new Set<string>()

const isOfGone = (key: string) => gone.size > 0 && key.split(':').some((part) => gone.has(part))

/** Stops this page from storing drafts of the user; existing ones stay. */
export function stopStoringFor(userId: string): void {
	gone.add(userId)
}

export const mayStoreFor = (userId: string | null): boolean => userId === null || !gone.has(userId)

/** Stores `text` under `key`; undefined deletes it. The key must contain the user: members may share a machine. */
export function keepDraft(key: string, text: string | undefined, place?: StoragePlace): void {
	if (isOfGone(key)) return
	keepStored(PREFIX + key, text, place)
	globalThis.window?.dispatchEvent(new Event(DRAFT_CHANGED))
}

/**
 * Deletes all drafts of a user who logs out, including those of this tab: the next user of the machine must not find
 * them (docs/decisions/019). Each open tab does this, since tabs cannot access each other's storage.
 */
export function forgetDraftsOf(userId: string): void {
	stopStoringFor(userId)
	for (const place of ['browser', 'tab'] as const)
		try {
			const kept = storageAt(place)
			for (const key of Object.keys(kept))
				if (key.startsWith(PREFIX) && key.split(':').includes(userId)) kept.removeItem(key)
		} catch {
			// Blocked storage has no drafts.
		}
}

import { keepStored, readStored, type StoragePlace, storageAt } from '../browser-storage.ts'

export const DRAFT_PREFIX = 'second-chair:draft:'

export const readDraft = (key: string, place?: StoragePlace) => readStored(DRAFT_PREFIX + key, place)

/** Event on the window when this tab changed a draft. Other tabs get the `storage` event. */
export const DRAFT_CHANGED = 'second-chair:draft'

/** Users who logged out while this page was open. The page's last writes must not restore their drafts. */
const loggedOut = new Set<string>()

const belongsTo = (key: string, userId: string) => key.split(':').includes(userId)
const belongsToLoggedOut = (key: string) => [...loggedOut].some((userId) => belongsTo(key, userId))

/** Stops this page from storing drafts of the user. Existing drafts stay. */
export function stopStoringFor(userId: string): void {
	loggedOut.add(userId)
}

export const mayStoreFor = (userId: string | null): boolean => userId === null || !loggedOut.has(userId)

/** Stores `text` under `key`; undefined deletes it. The key must contain the user id: members may share a computer. */
export function storeDraft(key: string, text: string | undefined, place?: StoragePlace): void {
	if (belongsToLoggedOut(key)) return
	keepStored(DRAFT_PREFIX + key, text, place)
	globalThis.window?.dispatchEvent(new Event(DRAFT_CHANGED))
}

/** Unsent text of this page's forms, by the key of its draft. */
const unsent = new Map<string, { text: string; place: StoragePlace | undefined }>()

/** Remembers a form's unsent text, which would be lost with the page after a logout; undefined once it is sent. */
export function trackUnsent(key: string, text: string | undefined, place?: StoragePlace): void {
	if (text === undefined) unsent.delete(key)
	else unsent.set(key, { text, place })
}

export const hasUnsent = (userId: string): boolean => [...unsent.keys()].some((key) => belongsTo(key, userId))

/** Stores drafts again for a user who signed in again while the page was open, including the page's unsent text. */
export function resumeStoringFor(userId: string): void {
	loggedOut.delete(userId)
	for (const [key, { text, place }] of unsent) if (belongsTo(key, userId)) storeDraft(key, text, place)
}

/** Stored data other than unsent text: positions, filters, searches, and answers that the server also has. */
const NO_TEXT = ['enrolled', 'filter', 'listening', 'playing', 'queue', 'known-queue', 'quiz', 'searches']

/** Returns whether this browser stores a user's unsent text, which a logout would delete. */
export function isTextStored(userId: string): boolean {
	try {
		return (['browser', 'tab'] as const)
			.flatMap((place) => Object.keys(storageAt(place)))
			.filter((key) => key.startsWith(DRAFT_PREFIX))
			.map((key) => key.slice(DRAFT_PREFIX.length))
			.some((key) => belongsTo(key, userId) && !NO_TEXT.some((kind) => key.split(':').includes(kind)))
	} catch {
		return false
	}
}

/**
 * Deletes all drafts of a user who logs out, including drafts in tab storage: the next user of the computer must not
 * find them (docs/decisions/019). Each open tab does this, since tabs cannot access each other's storage.
 */
export function deleteDraftsOf(userId: string): void {
	stopStoringFor(userId)
	for (const place of ['browser', 'tab'] as const)
		try {
			const storage = storageAt(place)
			for (const key of Object.keys(storage))
				if (key.startsWith(DRAFT_PREFIX) && belongsTo(key, userId)) storage.removeItem(key)
		} catch {
			// Blocked storage has no drafts.
		}
}

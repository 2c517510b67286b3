/*
 * Storage keys of the podcast's `listening-storage.ts`: the handover from the previous page, and saved positions. A key
 * can end with a member's id. Astro inlines directives, so they must not import that file.
 */
export const HANDOVER_KEY = 'second-chair:draft:playing'
const POSITIONS_KEY = 'second-chair:draft:listening'

/** Returns whether a key with this prefix has a value that contains `text`. False if storage is blocked. */
export function isStored(storageOf: () => Storage, prefix: string, text = ''): boolean {
	try {
		const storage = storageOf()
		return Object.keys(storage).some((key) => key.startsWith(prefix) && storage.getItem(key)?.includes(text))
	} catch {
		return false
	}
}

/** Returns whether the previous page in this tab was playing the episode with this id. */
export const wasPlaying = (name: string) => isStored(() => sessionStorage, HANDOVER_KEY, name)

/** Returns whether this browser has a position within the episode with this id. */
export const isStarted = (name: string) => isStored(() => localStorage, POSITIONS_KEY, name)

/** Where a string is stored: in the browser, or in the tab until the tab is closed. */
export type StoragePlace = 'browser' | 'tab'

/** Returns the storage. Blocked storage (private windows) throws on each access. */
export const storageAt = (place: StoragePlace) => (place === 'tab' ? sessionStorage : localStorage)

/** Reads a stored string; undefined if there is none or storage is blocked. */
export function readStored(key: string, place: StoragePlace = 'browser'): string | undefined {
	try {
		return storageAt(place).getItem(key) ?? undefined
	} catch {
		return undefined
	}
}

/** Stores a string; undefined deletes the stored one. */
export function keepStored(key: string, text: string | undefined, place: StoragePlace = 'browser'): void {
	try {
		if (text === undefined) storageAt(place).removeItem(key)
		else storageAt(place).setItem(key, text)
	} catch {
		// The string is lost if storage is blocked or full. Every caller works without it.
	}
}

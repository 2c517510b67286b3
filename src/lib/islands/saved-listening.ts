/*
 * Where `listening-storage.ts` of the podcast keeps what the page before played, and where somebody stopped: a member's id
 * may follow. Astro bundles directives by themselves and inlines them: they must not import that file.
 */
const HANDOVER_KEY = 'second-chair:draft:playing'
const PLACES_KEY = 'second-chair:draft:listening'

/** Whether something that names `text` is kept under a key that begins so. Storage that is refused remembers nothing. */
function isKept(of: () => Storage, begins: string, text: string): boolean {
	try {
		const storage = of()
		return Object.keys(storage).some((key) => key.startsWith(begins) && storage.getItem(key)?.includes(text))
	} catch {
		return false
	}
}

/** Whether the page before in this tab played something, or the episode with this id. */
export const wasPlaying = (name = '') => isKept(() => sessionStorage, HANDOVER_KEY, name)

/** Whether this browser knows where somebody stopped in the episode with this id. */
export const isBegun = (name: string) => isKept(() => localStorage, PLACES_KEY, name)

import { $user, storedUser } from './auth-state.ts'
import { keepDraft, readDraft } from './draft-storage.ts'

// What a list was narrowed to last, so that the menu leads back to it. Of a member it goes with the drafts when they
// log out; of a visitor, who never does, with the tab.

const whose = () => ($user.get() ?? storedUser())?.id
const keyOf = (path: string, userId: string | undefined) => `filter:${path}:${userId ?? 'visitor'}`
const placeOf = (userId: string | undefined) => (userId === undefined ? 'tab' : 'browser')

/** What is to be remembered once it is known for whom: a page may be narrowed before. By the path of its list. */
const waiting = new Map<string, string>()
let isListening = false

function keepWaiting(): void {
	for (const [path, query] of waiting) rememberFilter(path, query)
	waiting.clear()
}

/** Remembers what the list at `path` shows: the query of its address, without the question mark; empty for all of it. */
export function rememberFilter(path: string, query: string): void {
	const userId = whose()
	// A member whom nobody has named yet is no visitor: whoever sits here after they logged out would find it.
	if (userId === undefined && $user.get() === undefined) {
		waiting.set(path, query)
		if (!isListening) $user.listen((user) => user !== undefined && keepWaiting())
		isListening = true
		return
	}
	keepDraft(keyOf(path, userId), query === '' ? undefined : query, placeOf(userId))
}

/** The address of the list at `path`, with what it was narrowed to last. */
export function rememberedAddress(path: string): string {
	const userId = whose()
	const query = readDraft(keyOf(path, userId), placeOf(userId))
	return query ? `${path}?${new URLSearchParams(query)}` : path
}

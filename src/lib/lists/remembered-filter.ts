import { $user, storedUser } from '../api/auth-state.ts'
import { readCookie, SIGNED_IN_COOKIE } from '../api/csrf.ts'
import { keepDraft, readDraft } from '../forms/draft-storage.ts'

// The last filters of each list, for the links of the menu. A logout deletes a member's filters with the drafts. A
// visitor's filters are deleted with the tab.

const whose = () => ($user.get() ?? storedUser())?.id
const keyOf = (path: string, userId: string | undefined) => `filter:${path}:${userId ?? 'visitor'}`
const placeOf = (userId: string | undefined) => (userId === undefined ? 'tab' : 'browser')

/** Filters to store once the member is known, by the path of the list. */
const waiting = new Map<string, string>()
let isListening = false

function keepWaiting(): void {
	// Drop the filters if the user turns out to be signed out, or the next user would find them.
	for (const [path, query] of $user.get() ? waiting : []) rememberFilter(path, query)
	waiting.clear()
}

/** Stores the filters of the list at `path` as a query string without the question mark; empty for no filter. */
export function rememberFilter(path: string, query: string): void {
	const userId = whose()
	if (userId === undefined && readCookie(SIGNED_IN_COOKIE) !== undefined) {
		waiting.set(path, query)
		if (!isListening) $user.listen((user) => user !== undefined && keepWaiting())
		isListening = true
		return
	}
	waiting.delete(path)
	keepDraft(keyOf(path, userId), query === '' ? undefined : query, placeOf(userId))
}

/** Returns the address of the list at `path` with its last filters. */
export function rememberedAddress(path: string): string {
	const userId = whose()
	const query = readDraft(keyOf(path, userId), placeOf(userId))
	return query ? `${path}?${new URLSearchParams(query)}` : path
}

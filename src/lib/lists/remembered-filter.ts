import { $user, storedUser } from '../api/auth-state.ts'
import { readCookie, SIGNED_IN_COOKIE } from '../api/csrf.ts'
import { readDraft, storeDraft } from '../forms/draft-storage.ts'

// The last filters of each list, for the links of the menu. A logout deletes a member's filters with the drafts. A
// visitor's filters are deleted with the tab.

const currentUserId = () => ($user.get() ?? storedUser())?.id
const keyOf = (path: string, userId: string | undefined) => `filter:${path}:${userId ?? 'visitor'}`
const storageOf = (userId: string | undefined) => (userId === undefined ? 'tab' : 'browser')

/** Filters to store once the member is known, by the path of the list. */
const pending = new Map<string, string>()
let isListening = false

function storePending(): void {
	// Drop the filters if the user turns out to be signed out, or the next user would find them.
	for (const [path, query] of $user.get() ? pending : []) rememberFilter(path, query)
	pending.clear()
}

/** Stores the filters of the list at `path` as a query string without the question mark; empty for no filter. */
export function rememberFilter(path: string, query: string): void {
	const userId = currentUserId()
	if (userId === undefined && readCookie(SIGNED_IN_COOKIE) !== undefined) {
		pending.set(path, query)
		if (!isListening) $user.listen((user) => user !== undefined && storePending())
		isListening = true
		return
	}
	pending.delete(path)
	storeDraft(keyOf(path, userId), query === '' ? undefined : query, storageOf(userId))
}

/** Returns the URL of the list at `path` with its last filters. */
export function rememberedAddress(path: string): string {
	const userId = currentUserId()
	const query = readDraft(keyOf(path, userId), storageOf(userId))
	return query ? `${path}?${new URLSearchParams(query)}` : path
}

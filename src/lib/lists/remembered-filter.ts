import { $user, storedUser } from '../api/auth-state.ts'
import { readCookie, SIGNED_IN_COOKIE } from '../api/csrf.ts'
import { keepDraft, readDraft } from '../forms/draft-storage.ts'

// What a list was narrowed to last, so that the menu leads back to it. Of a member it goes with the drafts when they
// log out; of a visitor, who never does, with the tab.

const whose = () => ($user.get() ?? storedUser())?.id
const keyOf = (path: string, userId: string | undefined) => `filter:${path}:${userId ?? 'visitor'}`
const placeOf = (userId: string | undefined) => (userId === undefined ? 'tab' : 'browser')

/** What is to be remembered of a member once it is known which: a page may be narrowed before. By the path of its list. */
const waiting = new Map<string, string>()
let isListening = false

function keepWaiting(): void {
	// Nobody's, where they turn out to be signed out: whoever sits here next would find it.
	for (const [path, query] of $user.get() ? waiting : []) rememberFilter(path, query)
	waiting.clear()
}

/** Remembers what the list at `path` shows: the query of its address, without the question mark; empty for all of it. */
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

/** The address of the list at `path`, with what it was narrowed to last. */
export function rememberedAddress(path: string): string {
	const userId = whose()
	const query = readDraft(keyOf(path, userId), placeOf(userId))
	return query ? `${path}?${new URLSearchParams(query)}` : path
}

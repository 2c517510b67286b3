import { $user } from '#src/lib/api/auth-state.ts'
import type { StoragePlace } from '#src/lib/browser-storage.ts'
import { keepDraft, readDraft } from '#src/lib/forms/draft-storage.ts'

const MAX = 5

/** Returns the storage key and place: for members, this browser until logout, as for drafts; for visitors, this tab. */
function place(): [key: string, place: StoragePlace] {
	const user = $user.get()
	return user ? [`searches:${user.id}`, 'browser'] : ['searches', 'tab']
}

export function recentSearches(): string[] {
	try {
		const kept: unknown = JSON.parse(readDraft(...place()) ?? '[]')
		return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string').slice(0, MAX) : []
	} catch {
		return []
	}
}

/** Remembers a search whose result was opened. */
export function rememberSearch(typed: string): void {
	const words = typed.trim()
	if (words.length < 2) return
	const [key, where] = place()
	const others = recentSearches().filter((one) => one.toLowerCase() !== words.toLowerCase())
	keepDraft(key, JSON.stringify([words, ...others].slice(0, MAX)), where)
}

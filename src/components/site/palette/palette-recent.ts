import { $user } from '#src/lib/api/auth-state.ts'
import type { StoragePlace } from '#src/lib/browser-storage.ts'
import { readDraft, storeDraft } from '#src/lib/forms/draft-storage.ts'

const MAX = 5

/** Returns the storage key and place: for members, this browser until logout, as for drafts; for visitors, this tab. */
function storage(): [key: string, place: StoragePlace] {
	const user = $user.get()
	return user ? [`searches:${user.id}`, 'browser'] : ['searches', 'tab']
}

export function recentSearches(): string[] {
	try {
		const saved: unknown = JSON.parse(readDraft(...storage()) ?? '[]')
		return Array.isArray(saved) ? saved.filter((one): one is string => typeof one === 'string').slice(0, MAX) : []
	} catch {
		return []
	}
}

/** Remembers a search whose result was opened. */
export function rememberSearch(typed: string): void {
	const text = typed.trim()
	if (text.length < 2) return
	const [key, place] = storage()
	const others = recentSearches().filter((one) => one.toLowerCase() !== text.toLowerCase())
	storeDraft(key, JSON.stringify([text, ...others].slice(0, MAX)), place)
}

import { $user } from '#src/lib/api/auth-state.ts'
import { PAGE_USER_HEADER } from '#src/lib/api/csrf.ts'
import { plainGet } from '#src/lib/api/plain-get.ts'
import type { SearchTab } from '#src/lib/lists/search-tabs.ts'

/** The part of a hit from `GET /api/search` that the palette shows. */
export interface FoundHit {
	title: string
	titleMarks: Array<[start: number, end: number]>
	text: string
	textMarks: Array<[start: number, end: number]>
	url: string
	context: string
}
export interface Answer {
	groups: Array<{ kind: SearchTab; hits: FoundHit[] }>
	corrected: Array<{ query: string }> | null
	failed?: string
	/** The page belongs to a member but the response does not: the session expired or another user signed in. */
	hasEnded?: boolean
	/** Titles with the typed prefix, from `GET /api/search/suggest`: they match unfinished words. */
	titles: Title[]
}
interface Title {
	kind: string
	title: string
	url: string
}

/** Number of hits per group, and of titles. */
const HITS = 3
/** Maximum number of parts of one page among the hits of a group (`OF_OWNER` of the search). */
const PARTS = 2

/** Cached answers since the palette was opened: deleting a letter needs no request. */
const known = new Map<string, Answer>()
export const forgetAnswers = () => known.clear()

const FAILED = 'The search failed. Please try again.'

const failure = (failed: string): Answer => ({ groups: [], corrected: null, failed, titles: [] })

/** Identifies a page by its address without second and part, and by its title: a chapter has its own. */
const pageOf = ({ url, title }: Pick<FoundHit, 'url' | 'title'>) => `${url.replace(/[?&]t=\d+|#.*/g, '')} ${title}`

/** Keeps the best hit of each page: a list this short has no room for its other parts. */
function oncePerPage(hits: FoundHit[]): FoundHit[] {
	const best = new Map(hits.toReversed().map((hit) => [pageOf(hit), hit]))
	return hits.filter((hit) => best.get(pageOf(hit)) === hit).slice(0, HITS)
}

/** Searches with plain fetch instead of `call(search)`: the API client would load its schemas. */
export async function searchQuickly(typed: string, signal: AbortSignal): Promise<Answer> {
	const before = known.get(typed)
	if (before) return before
	try {
		const [answered, titles] = await Promise.all([
			fetch(`/api/search?${new URLSearchParams({ q: typed, limit: String(HITS * PARTS) })}`, {
				credentials: 'same-origin',
				signal,
			}),
			// Without titles the hits are still useful.
			plainGet<Title[]>(`/api/search/suggest?${new URLSearchParams({ q: typed })}`, signal),
		])
		if (!answered.ok) return failure(answered.status < 500 ? await answered.text() : FAILED)
		const shownTo = $user.get()?.id
		const hasEnded = shownTo !== undefined && answered.headers.get(PAGE_USER_HEADER) !== shownTo
		const all = (await answered.json()) as Omit<Answer, 'titles'>
		const found = { ...all, groups: all.groups.map((group) => ({ ...group, hits: oncePerPage(group.hits) })) }
		// Skip titles that are among the hits, which have highlights.
		const shown = new Set(found.groups.flatMap(({ hits }) => hits.map(pageOf)))
		const others = (titles ?? []).filter((one) => !shown.has(pageOf(one)))
		const answer = { ...found, hasEnded, titles: others.slice(0, HITS) }
		if (!hasEnded) known.set(typed, answer)
		return answer
	} catch {
		return failure(FAILED)
	}
}

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
	/** The page was rendered for a member but the response was not: the session expired or another user signed in. */
	hasEnded?: boolean
	/** Titles that match unfinished words, from `GET /api/search/suggest`. */
	titles: Title[]
}
interface Title {
	kind: string
	title: string
	url: string
}

/** Number of hits per group, and of titles. */
const HITS = 3
/** Maximum number of hits of one page in a group (`OF_OWNER` in the search). */
const HITS_PER_PAGE = 2

/** Answers cached since the palette was opened, so that deleting a letter needs no request. */
const cachedAnswers = new Map<string, Answer>()
export const clearAnswers = () => cachedAnswers.clear()

const FAILED = 'The search failed. Please try again.'

const failure = (failed: string): Answer => ({ groups: [], corrected: null, failed, titles: [] })

/**
 * Identifies a page by its URL without position and fragment, and by the title, because chapters have their own titles.
 */
const pageOf = ({ url, title }: Pick<FoundHit, 'url' | 'title'>) => `${url.replace(/[?&]t=\d+|#.*/g, '')} ${title}`

/** Keeps the best hit of each page, because the list is too short for several hits of one page. */
function oncePerPage(hits: FoundHit[]): FoundHit[] {
	const best = new Map(hits.toReversed().map((hit) => [pageOf(hit), hit]))
	return hits.filter((hit) => best.get(pageOf(hit)) === hit).slice(0, HITS)
}

/** Searches with plain fetch instead of `call(search)`, to avoid loading the API client and its schemas. */
export async function searchQuickly(typed: string, signal: AbortSignal): Promise<Answer> {
	const cached = cachedAnswers.get(typed)
	if (cached) return cached
	try {
		const [response, titles] = await Promise.all([
			fetch(`/api/search?${new URLSearchParams({ q: typed, limit: String(HITS * HITS_PER_PAGE) })}`, {
				credentials: 'same-origin',
				signal,
			}),
			// If the titles fail, the hits are still useful.
			plainGet<Title[]>(`/api/search/suggest?${new URLSearchParams({ q: typed })}`, signal),
		])
		if (!response.ok) return failure(response.status < 500 ? await response.text() : FAILED)
		const shownTo = $user.get()?.id
		const hasEnded = shownTo !== undefined && response.headers.get(PAGE_USER_HEADER) !== shownTo
		const all = (await response.json()) as Omit<Answer, 'titles'>
		const merged = { ...all, groups: all.groups.map((group) => ({ ...group, hits: oncePerPage(group.hits) })) }
		// Skip titles that are also hits, because hits have highlights.
		const shown = new Set(merged.groups.flatMap(({ hits }) => hits.map(pageOf)))
		const newTitles = (titles ?? []).filter((one) => !shown.has(pageOf(one)))
		const answer = { ...merged, hasEnded, titles: newTitles.slice(0, HITS) }
		if (!hasEnded) cachedAnswers.set(typed, answer)
		return answer
	} catch {
		return failure(FAILED)
	}
}

import { $user } from '#src/lib/api/auth-state.ts'
import { PAGE_USER_HEADER } from '#src/lib/api/csrf.ts'
import type { SearchTab } from '#src/lib/lists/search-tabs.ts'

/** What the palette shows of an answer of `GET /api/search`. */
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
	/** The sentence of a refusal. */
	failed?: string
	/** The page is a member's, and the answer is not: their sign-in has ended, or somebody else has signed in. */
	hasEnded?: boolean
	/** Titles that begin as was typed, of `GET /api/search/suggest`: also where a long word is not finished. */
	titles: Title[]
}
export interface Title {
	kind: string
	title: string
	url: string
}

/** Hits of each group, and titles. */
const HITS = 3

/** Answers since the palette was opened: who goes a letter back has been answered already. */
const known = new Map<string, Answer>()
export const forgetAnswers = () => known.clear()

const FAILED = 'The search did not work. Please try again.'

const ask = (path: string, query: Record<string, string>, signal: AbortSignal) =>
	fetch(`${path}?${new URLSearchParams(query)}`, { credentials: 'same-origin', signal })

/** Without them there is still what was found. */
async function titlesFor(q: string, signal: AbortSignal): Promise<Title[]> {
	const answered = await ask('/api/search/suggest', { q }, signal).catch(() => undefined)
	return answered?.ok ? ((await answered.json()) as Title[]) : []
}

const failure = (failed: string): Answer => ({ groups: [], corrected: null, failed, titles: [] })

/** By hand what `call(search)` does elsewhere: the API client would bring its schemas along. */
export async function searchQuickly(typed: string, signal: AbortSignal): Promise<Answer> {
	const before = known.get(typed)
	if (before) return before
	try {
		const [answered, titles] = await Promise.all([
			ask('/api/search', { q: typed, limit: String(HITS) }, signal),
			titlesFor(typed, signal),
		])
		if (!answered.ok) return failure(answered.status < 500 ? await answered.text() : FAILED)
		const shownTo = $user.get()?.id
		const hasEnded = shownTo !== undefined && answered.headers.get(PAGE_USER_HEADER) !== shownTo
		const found = (await answered.json()) as Omit<Answer, 'titles'>
		// What was found is shown with its words marked.
		const shown = new Set(found.groups.flatMap(({ hits }) => hits.map(({ url }) => url)))
		const answer = { ...found, hasEnded, titles: titles.filter(({ url }) => !shown.has(url)).slice(0, HITS) }
		if (!hasEnded) known.set(typed, answer)
		return answer
	} catch {
		return failure(FAILED)
	}
}

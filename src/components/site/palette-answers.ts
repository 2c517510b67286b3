import type { SearchTab } from '#src/lib/search-tabs.ts'

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
}

/** Hits of each group. */
const HITS = 3

/** Answers of this page: who goes a letter back has been answered already. */
const known = new Map<string, Answer>()

const failure = (failed: string): Answer => ({ groups: [], corrected: null, failed })

/** By hand what `call(search)` does elsewhere: the API client would bring its schemas along. */
export async function searchQuickly(typed: string, signal: AbortSignal): Promise<Answer> {
	const before = known.get(typed)
	if (before) return before
	try {
		const query = new URLSearchParams({ q: typed, limit: String(HITS) })
		const answered = await fetch(`/api/search?${query}`, { credentials: 'same-origin', signal })
		if (!answered.ok) return failure(answered.status < 500 ? await answered.text() : 'The search did not work')
		const answer = (await answered.json()) as Answer
		known.set(typed, answer)
		return answer
	} catch {
		return failure('The search did not work. Please try again.')
	}
}

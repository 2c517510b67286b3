/** What a search is narrowed to, in the order in which results are shown. */
export const SEARCH_TABS = ['podcast', 'courses', 'questions', 'coaching'] as const
export type SearchTab = (typeof SEARCH_TABS)[number]

export const TAB_NAMES: Readonly<Record<SearchTab, string>> = {
	podcast: 'Podcast',
	courses: 'Courses',
	questions: 'Questions',
	coaching: 'Coaching',
}

/** Longest search, in characters. */
export const LONGEST_SEARCH = 200

/** The page of results. */
export const SEARCH_PATH = '/search'

/** The address of a page of results. */
export function searchAddress(q: string, tab?: SearchTab | null, cursor?: string): string {
	const query = new URLSearchParams({ ...(q ? { q } : {}), ...(tab ? { in: tab } : {}), ...(cursor ? { cursor } : {}) })
	return query.size > 0 ? `${SEARCH_PATH}?${query}` : SEARCH_PATH
}

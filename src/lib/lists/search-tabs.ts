/** Tabs of the search, in the order of the results. */
export const SEARCH_TABS = ['podcast', 'courses', 'questions', 'coaching'] as const
export type SearchTab = (typeof SEARCH_TABS)[number]

export const TAB_NAMES: Readonly<Record<SearchTab, string>> = {
	podcast: 'Podcast',
	courses: 'Courses',
	questions: 'Questions',
	coaching: 'Coaching',
}

/** Maximum length of a search, in characters. */
export const MAX_SEARCH = 200

export const SEARCH_PATH = '/search'

export function searchAddress(q: string, tab?: SearchTab | null, cursor?: string): string {
	const query = new URLSearchParams({ ...(q ? { q } : {}), ...(tab ? { in: tab } : {}), ...(cursor ? { cursor } : {}) })
	return query.size > 0 ? `${SEARCH_PATH}?${query}` : SEARCH_PATH
}

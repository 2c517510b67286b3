import { useCallback, useEffect, useState } from 'react'
import { rememberFilter } from './remembered-filter.ts'

/** Filters of a list by parameter name; an empty string means no filter. */
type Filters = Readonly<Record<string, string>>

/** Returns the active filters, trimmed. */
export const activeFilters = (filters: Filters): Record<string, string> =>
	Object.fromEntries(
		Object.entries(filters).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
	)

/** Returns the active filters as a query string without the question mark. */
export const queryOf = (filters: Filters): string => String(new URLSearchParams(activeFilters(filters)))

interface Options {
	/** Path of the list, if its menu link should restore the last filters (`remembered-lists.ts`). */
	remember?: string
}

/**
 * Syncs a list's filters to the URL, so that Back, bookmarks and shared links restore them. The initial filters come
 * from the server, which rendered the first page.
 */
export function useUrlFilters<F extends Filters>(initial: F, { remember }: Options = {}) {
	const [filters, setFilters] = useState(initial)
	useEffect(() => {
		const url = new URL(window.location.href)
		// Use a fixed order, so that each view has one URL.
		for (const name of Object.keys(filters)) url.searchParams.delete(name)
		for (const [name, value] of Object.entries(activeFilters(filters))) url.searchParams.set(name, value)
		if (url.href !== window.location.href) window.history.replaceState(window.history.state, '', url)
		if (remember !== undefined) rememberFilter(remember, queryOf(filters))
	}, [filters, remember])
	return {
		filters,
		/** Whether the filters are those of the server-rendered page. */
		isInitial: queryOf(filters) === queryOf(initial),
		isFiltered: queryOf(filters) !== '',
		setFilters: useCallback((next: Partial<F>) => setFilters((now) => ({ ...now, ...next })), []),
	}
}

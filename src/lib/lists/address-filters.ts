import { useCallback, useEffect, useState } from 'react'
import { rememberFilter } from './remembered-filter.ts'

/** Filters of a list by parameter name; empty for none. */
type Filters = Readonly<Record<string, string>>

/** Returns the active filters, trimmed. */
export const narrowing = (filters: Filters): Record<string, string> =>
	Object.fromEntries(
		Object.entries(filters).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
	)

/** Returns the active filters as a query string without the question mark. */
export const queryOf = (filters: Filters): string => String(new URLSearchParams(narrowing(filters)))

interface Options {
	/** Path of the list, if its menu link should restore the last filters (`remembered-lists.ts`). */
	remember?: string
}

/**
 * Syncs the filters of a list to the address, for Back, bookmarks and shared links. The initial filters come from the
 * server, which rendered the first page.
 */
export function useAddressFilters<F extends Filters>(first: F, { remember }: Options = {}) {
	const [filters, setFilters] = useState(first)
	useEffect(() => {
		const address = new URL(window.location.href)
		// Use a fixed order, so that each view has one address.
		for (const name of Object.keys(filters)) address.searchParams.delete(name)
		for (const [name, value] of Object.entries(narrowing(filters))) address.searchParams.set(name, value)
		if (address.href !== window.location.href) window.history.replaceState(window.history.state, '', address)
		if (remember !== undefined) rememberFilter(remember, queryOf(filters))
	}, [filters, remember])
	return {
		filters,
		/** Whether the filters are those of the server-rendered page. */
		isFirst: queryOf(filters) === queryOf(first),
		isNarrowed: queryOf(filters) !== '',
		setFilters: useCallback((next: Partial<F>) => setFilters((now) => ({ ...now, ...next })), []),
	}
}

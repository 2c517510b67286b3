import { useCallback, useEffect, useState } from 'react'
import { rememberFilter } from './remembered-filter.ts'

/** What narrows a list, by the names of its address; empty for what does not. */
type Filters = Readonly<Record<string, string>>

/** Of what can narrow a list, what does, trimmed: what its first page is asked for. */
export const narrowing = (filters: Filters): Record<string, string> =>
	Object.fromEntries(
		Object.entries(filters).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
	)

/** The same as the query of an address, without the question mark; empty where nothing narrows the list. */
export const queryOf = (filters: Filters): string => String(new URLSearchParams(narrowing(filters)))

interface Options {
	/** The path of the list, where the menu shall lead back to it as it was narrowed (`remembered-lists.ts`). */
	remember?: string
}

/**
 * What narrows a list, which the address follows: Back, a bookmark and a shared link show the same. What the address
 * asked for comes from the server, which made the first page of it.
 */
export function useAddressFilters<F extends Filters>(first: F, { remember }: Options = {}) {
	const [filters, setFilters] = useState(first)
	useEffect(() => {
		const address = new URL(window.location.href)
		// In one order, in whichever they were chosen: one view has one address.
		for (const name of Object.keys(filters)) address.searchParams.delete(name)
		for (const [name, value] of Object.entries(narrowing(filters))) address.searchParams.set(name, value)
		if (address.href !== window.location.href) window.history.replaceState(window.history.state, '', address)
		if (remember !== undefined) rememberFilter(remember, queryOf(filters))
	}, [filters, remember])
	return {
		filters,
		/** Whether the list is as the server made it. */
		isFirst: queryOf(filters) === queryOf(first),
		isNarrowed: queryOf(filters) !== '',
		setFilters: useCallback((next: Partial<F>) => setFilters((now) => ({ ...now, ...next })), []),
	}
}

import { useCallback, useEffect, useState } from 'react'
import { rememberFilter } from '#src/lib/lists/remembered-filter.ts'
import { DIFFICULTIES } from '../../contract.ts'
import { type Filter, NO_FILTER } from './catalogue-filter.ts'

export type CatalogueTab = 'mine' | 'all'

export interface CatalogueAddress {
	tab: CatalogueTab
	filter: Filter
}

/** Parses the URL of the catalog. Unknown values become the defaults. */
export function readAddress(search: string): CatalogueAddress {
	const given = new URLSearchParams(search)
	return {
		tab: given.get('tab') === 'all' ? 'all' : 'mine',
		filter: {
			search: given.get('search') ?? '',
			difficulty: DIFFICULTIES.find((level) => level === given.get('difficulty')) ?? 'all',
		},
	}
}

/** Returns the URL `from` with this tab and filter in its query. Defaults are omitted. */
export function writeAddress(from: string, { tab, filter }: CatalogueAddress): string {
	const address = new URL(from)
	const set = (name: string, value: string, isDefault: boolean) =>
		isDefault ? address.searchParams.delete(name) : address.searchParams.set(name, value)
	set('tab', tab, tab === 'mine')
	set('search', filter.search.trim(), filter.search.trim() === '')
	set('difficulty', filter.difficulty, filter.difficulty === 'all')
	return address.href
}

/**
 * Keeps tab, search and difficulty in the URL, for Back and for sharing. The page is one file for every URL, so the URL
 * is read after hydration. Until then, no tab is selected.
 */
export function useCatalogueAddress() {
	const [shown, setShown] = useState<Partial<CatalogueAddress> & { filter: Filter }>({ filter: NO_FILTER })
	useEffect(() => {
		// Back may lead to another page, which the player's router swaps in a moment later.
		const read = () => window.location.pathname === '/courses' && setShown(readAddress(window.location.search))
		const address = readAddress(window.location.search)
		// Input from before hydration takes precedence.
		setShown(({ tab, filter }) => ({
			tab: tab ?? address.tab,
			filter: {
				search: filter.search || address.filter.search,
				difficulty: filter.difficulty === 'all' ? address.filter.difficulty : filter.difficulty,
			},
		}))
		window.addEventListener('popstate', read)
		return () => window.removeEventListener('popstate', read)
	}, [])
	const { tab, filter } = shown
	useEffect(() => {
		if (!tab) return
		window.history.replaceState(window.history.state, '', writeAddress(window.location.href, { tab, filter }))
		rememberFilter(
			'/courses',
			new URL(writeAddress(`${window.location.origin}/courses`, { tab, filter })).search.slice(1),
		)
	}, [tab, filter])
	return {
		tab,
		filter,
		setTab: useCallback((next: CatalogueTab) => setShown((now) => ({ ...now, tab: next })), []),
		setFilter: useCallback((next: Filter) => setShown((now) => ({ ...now, filter: next })), []),
	}
}

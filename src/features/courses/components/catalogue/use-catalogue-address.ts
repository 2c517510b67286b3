import { useCallback, useEffect, useState } from 'react'
import { rememberFilter } from '#src/lib/lists/remembered-filter.ts'
import { DIFFICULTIES } from '../../contract.ts'
import { type Filter, NO_FILTER } from './catalogue-filter.ts'

export type CatalogueTab = 'mine' | 'all'

export interface CatalogueState {
	tab: CatalogueTab
	filter: Filter
}

/** Parses the URL of the catalog. Unknown values become the defaults. */
export function parseCatalogueUrl(search: string): CatalogueState {
	const params = new URLSearchParams(search)
	return {
		tab: params.get('tab') === 'all' ? 'all' : 'mine',
		filter: {
			search: params.get('search') ?? '',
			difficulty: DIFFICULTIES.find((level) => level === params.get('difficulty')) ?? 'all',
		},
	}
}

/** Returns the URL `from` with this tab and filter in its query. Defaults are omitted. */
export function catalogueUrl(from: string, { tab, filter }: CatalogueState): string {
	const url = new URL(from)
	const set = (name: string, value: string, isDefault: boolean) =>
		isDefault ? url.searchParams.delete(name) : url.searchParams.set(name, value)
	set('tab', tab, tab === 'mine')
	set('search', filter.search.trim(), filter.search.trim() === '')
	set('difficulty', filter.difficulty, filter.difficulty === 'all')
	return url.href
}

/**
 * Keeps tab, search and difficulty in the URL, for Back and for sharing. The page is one file for every URL, so the URL
 * is read after hydration. Until then, no tab is selected.
 */
export function useCatalogueUrl() {
	const [state, setState] = useState<Partial<CatalogueState> & { filter: Filter }>({ filter: NO_FILTER })
	useEffect(() => {
		// Back may lead to another page, which the player's router swaps in a moment later.
		const read = () => window.location.pathname === '/courses' && setState(parseCatalogueUrl(window.location.search))
		const fromUrl = parseCatalogueUrl(window.location.search)
		// Input from before hydration takes precedence.
		setState(({ tab, filter }) => ({
			tab: tab ?? fromUrl.tab,
			filter: {
				search: filter.search || fromUrl.filter.search,
				difficulty: filter.difficulty === 'all' ? fromUrl.filter.difficulty : filter.difficulty,
			},
		}))
		window.addEventListener('popstate', read)
		return () => window.removeEventListener('popstate', read)
	}, [])
	const { tab, filter } = state
	useEffect(() => {
		if (!tab) return
		window.history.replaceState(window.history.state, '', catalogueUrl(window.location.href, { tab, filter }))
		rememberFilter(
			'/courses',
			new URL(catalogueUrl(`${window.location.origin}/courses`, { tab, filter })).search.slice(1),
		)
	}, [tab, filter])
	return {
		tab,
		filter,
		setTab: useCallback((next: CatalogueTab) => setState((now) => ({ ...now, tab: next })), []),
		setFilter: useCallback((next: Filter) => setState((now) => ({ ...now, filter: next })), []),
	}
}

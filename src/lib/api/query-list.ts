import { InfiniteQueryObserver, infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Page } from '../site/page.ts'
import { useIsHydrating } from '../use-is-hydrating.ts'
import { callPage, type ItemOf } from './api-client.ts'
import type { CallInput, Contract } from './contract.ts'
import { argsOf, keyOf, type Query } from './query.ts'
import { isBrowser, queryClient, renderingClient } from './query-client.ts'

// Apart from query.ts: public pages ask for single answers, and do not carry the paging.

/** A list that comes in pages. */
export interface List<Item> extends Query<Page<Item>> {
	readonly queryFn: (context: { signal: AbortSignal; cursor?: string | undefined }) => Promise<Page<Item>>
	/** Fetched anew this often, in milliseconds. */
	readonly refetchInterval?: number
}

/** A list endpoint, page by page. The next page is where the server says (`Link: rel="next"`). */
export const list = <C extends Contract>(
	contract: C,
	input: CallInput<C>,
	options: Pick<List<unknown>, 'refetchInterval'> = {},
): List<ItemOf<C>> => ({
	...options,
	queryKey: keyOf(contract, input, 'pages'),
	queryFn: ({ signal, cursor }) => callPage(contract, ...argsOf<C>(input, { signal, cursor })),
})

interface ListState<Item> {
	/** All that was fetched so far. */
	items: Item[]
	/** How many there are on the server, as its last answer said. */
	total: number
	error: Error | null
	/** It could not be fetched, and nothing of it is there: nobody knows whether it is empty. */
	isMissing: boolean
	/** Nothing is there yet to show. */
	isPending: boolean
	isFetching: boolean
	hasMore: boolean
	isLoadingMore: boolean
	loadMore: () => void
	refetch: () => unknown
}

/** A list as the library wants it. */
function forLibrary<Item>({ queryFn, ...rest }: List<Item>, initial: Page<Item> | undefined) {
	return infiniteQueryOptions({
		...rest,
		queryFn: ({ pageParam, signal }) => queryFn({ signal, cursor: pageParam }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page: Page<Item>) => page.next,
		placeholderData: keepPreviousData,
		...(initial ? { initialData: () => ({ pages: [initial], pageParams: [undefined] }) } : {}),
	})
}

type Options<Item> = ReturnType<typeof forLibrary<Item>>

// As in query.ts: what the server says and the render that takes it over, and afterwards what was fetched.
const rendered = <Item>(all: Options<Item>) => new InfiniteQueryObserver(renderingClient, all).getCurrentResult()
function useInBrowser<Item>(all: Options<Item>) {
	const fetched = useInfiniteQuery(all, queryClient)
	return useIsHydrating() ? rendered(all) : fetched
}
const useResult = isBrowser ? useInBrowser : rendered

/**
 * Fetches a list page by page. While other filters are asked for, the former list stays.
 * @param options.initial the first page, as the server rendered it.
 */
export function useList<Item>(
	given: List<Item>,
	{ initial }: { initial?: Page<Item> | undefined } = {},
): ListState<Item> {
	const query = useResult(forLibrary(given, initial))
	const pages = query.data?.pages ?? []
	const items = pages.flatMap((page) => page.items)
	return {
		items,
		total: pages.at(-1)?.total ?? 0,
		error: query.error,
		isMissing: query.error !== null && items.length === 0,
		isPending: query.isPending,
		isFetching: query.isFetching,
		hasMore: query.hasNextPage,
		isLoadingMore: query.isFetchingNextPage,
		loadMore: () => void query.fetchNextPage(),
		refetch: query.refetch,
	}
}

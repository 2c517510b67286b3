import { InfiniteQueryObserver, infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Page } from '../site/page.ts'
import { useIsHydrating } from '../use-is-hydrating.ts'
import { callPage, type ItemOf } from './api-client.ts'
import type { CallInput, Contract } from './contract.ts'
import { argsOf, keyOf, type Query } from './query.ts'
import { isBrowser, queryClient, renderingClient } from './query-client.ts'

export interface List<Item> extends Query<Page<Item>> {
	readonly queryFn: (context: { signal: AbortSignal; cursor?: string | undefined }) => Promise<Page<Item>>
	/** Refetch interval, in milliseconds. */
	readonly refetchInterval?: number
}

/** Describes a paginated list endpoint. The server names the next page (`Link: rel="next"`). */
export const list = <C extends Contract>(
	contract: C,
	input: CallInput<C>,
	options: Pick<List<unknown>, 'refetchInterval'> = {},
): List<ItemOf<C>> => ({
	...options,
	queryKey: keyOf(contract, input, 'pages'),
	queryFn: ({ signal, cursor }) => callPage(contract, ...argsOf<C>(input, { signal, cursor })),
})

/** Describes the query of a whole list. Follows the server's next links to the end. */
export const wholeList = <C extends Contract>(
	contract: C,
	input: CallInput<C>,
	options: Pick<Query<unknown>, 'staleTime'> = {},
): Query<ItemOf<C>[]> => ({
	...options,
	queryKey: keyOf(contract, input, 'whole'),
	async queryFn({ signal }) {
		const items: ItemOf<C>[] = []
		let cursor: string | undefined
		do {
			const page = await callPage(contract, ...argsOf<C>(input, { signal, cursor }))
			items.push(...page.items)
			cursor = page.next
		} while (cursor !== undefined)
		return items
	},
})

export interface ListState<Item> {
	/** All items fetched so far. */
	items: Item[]
	/** The total on the server, as of its last response. */
	total: number
	/** The error of fetching the list. */
	error: Error | null
	/** The error of fetching the next page. The items stay, and `loadMore` retries. */
	moreError: Error | null
	/** The fetch failed and there are no items to show, so the list is not necessarily empty. */
	isMissing: boolean
	isPending: boolean
	/** The items are those of the previous filters, or have not arrived yet. */
	isLoading: boolean
	isFetching: boolean
	hasMore: boolean
	isLoadingMore: boolean
	loadMore: () => void
	refetch: () => unknown
}

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

// As in query.ts: returns the server's state during hydration, then the fetched state.
const serverResult = <Item>(options: Options<Item>) =>
	new InfiniteQueryObserver(renderingClient, options).getCurrentResult()
function useInBrowser<Item>(options: Options<Item>) {
	const fetched = useInfiniteQuery(options, queryClient)
	return useIsHydrating() ? serverResult(options) : fetched
}
const useResult = isBrowser ? useInBrowser : serverResult

/**
 * Fetches a list page by page. Keeps the previous list while other filters load.
 * @param options.initial the first page, as the server rendered it.
 */
export function useList<Item>(
	listQuery: List<Item>,
	{ initial }: { initial?: Page<Item> | undefined } = {},
): ListState<Item> {
	const query = useResult(forLibrary(listQuery, initial))
	const pages = query.data?.pages ?? []
	const items = pages.flatMap((page) => page.items)
	return {
		items,
		total: pages.at(-1)?.total ?? 0,
		error: query.isFetchNextPageError ? null : query.error,
		moreError: query.isFetchNextPageError ? query.error : null,
		isMissing: query.error !== null && items.length === 0,
		isPending: query.isPending,
		isLoading: query.isPending || query.isPlaceholderData,
		isFetching: query.isFetching,
		hasMore: query.hasNextPage,
		isLoadingMore: query.isFetchingNextPage,
		loadMore: () => void query.fetchNextPage(),
		refetch: query.refetch,
	}
}

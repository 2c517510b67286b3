import { infiniteQueryOptions } from '@tanstack/react-query'
import { callPage } from '#src/lib/api-client.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { listPosts, type PostKind } from './contract.ts'

/** Posts per page. */
export const PAGE_SIZE = 30

/** One kind, or all of them. */
export type KindFilter = PostKind | ''

export const postsQuery = (kind: KindFilter) =>
	infiniteQueryOptions({
		queryKey: ['moderation', 'posts', kind],
		queryFn: ({ pageParam, signal }) =>
			callPage(listPosts, { query: { limit: PAGE_SIZE, cursor: pageParam, kind: kind || undefined }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page) => page.next,
	})

export const refreshPosts = () => queryClient.invalidateQueries({ queryKey: ['moderation'] })

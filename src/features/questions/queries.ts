import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, callPage } from '#src/lib/api-client.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { getQuestion, listCategories, listQuestions } from './contract.ts'

/** Questions per page of the list. */
export const PAGE_SIZE = 20

/** What the list shows: a category, words, or everything. */
export interface Filters {
	category: string
	search: string
}

export const categoriesQuery = queryOptions({
	queryKey: ['questions', 'categories'],
	queryFn: () => call(listCategories),
})

/** Pages of the list. */
export const questionsQuery = ({ category, search }: Filters) =>
	infiniteQueryOptions({
		queryKey: ['questions', 'list', category, search],
		queryFn: ({ pageParam, signal }) =>
			callPage(listQuestions, {
				query: {
					limit: PAGE_SIZE,
					cursor: pageParam,
					category: category || undefined,
					search: search.trim() ? search : undefined,
				},
				signal,
			}),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page) => page.next,
	})

export const questionQuery = (id: string) =>
	queryOptions({ queryKey: ['questions', 'one', id], queryFn: () => call(getQuestion, { params: { id } }) })

/** After a change: the lists and the question itself are asked for anew. */
export const refreshQuestions = () => queryClient.invalidateQueries({ queryKey: ['questions'] })

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
// Not .tsx, because .tsx tests run in jsdom and this test covers server rendering.
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { queryClient } from './query-client.ts'

const never = () => Promise.reject(new Error('Nothing is fetched on the server'))

function One({ initial }: { initial?: string }) {
	const start = initial === undefined ? {} : { initialData: initial }
	const { data } = useQuery({ queryKey: ['own'], queryFn: never, ...start }, queryClient)
	return createElement('p', null, data ?? 'nothing')
}

function Many({ initial }: { initial: string }) {
	const { data } = useInfiniteQuery(
		{
			queryKey: ['pages'],
			queryFn: never,
			initialPageParam: 0,
			getNextPageParam: () => undefined,
			initialData: { pages: [initial], pageParams: [0] },
		},
		queryClient,
	)
	return createElement('p', null, data.pages[0])
}

test.each([One, Many])('never leaks data rendered for one reader to the next: %o', (Island) => {
	expect(renderToString(createElement(Island, { initial: 'first reader' }))).toBe('<p>first reader</p>')
	expect(renderToString(createElement(Island, { initial: 'second reader' }))).toBe('<p>second reader</p>')
})

test('never leaks a query rendered without data', () => {
	renderToString(createElement(One, { initial: 'first reader' }))
	expect(renderToString(createElement(One))).toBe('<p>nothing</p>')
})

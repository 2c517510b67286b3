import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { queryClient } from './query-client.ts'

const never = () => Promise.reject(new Error('Nothing is fetched on the server'))

function One({ initial }: { initial?: string }) {
	const start = initial === undefined ? {} : { initialData: initial }
	const { data } = useQuery({ queryKey: ['own'], queryFn: never, ...start }, queryClient)
	return <p>{data ?? 'nothing'}</p>
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
	return <p>{data.pages[0]}</p>
}

test.each([One, Many])('what was rendered for one reader never reaches the next: %o', (Island) => {
	expect(renderToString(<Island initial="first reader" />)).toBe('<p>first reader</p>')
	expect(renderToString(<Island initial="second reader" />)).toBe('<p>second reader</p>')
})

test('nor one that was rendered without data', () => {
	renderToString(<One initial="first reader" />)
	expect(renderToString(<One />)).toBe('<p>nothing</p>')
})

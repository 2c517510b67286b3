import { useQuery } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { queryClient } from './query-client.ts'

const query = { queryKey: ['who'], queryFn: () => Promise.reject(new Error('nothing is fetched here')) }

function Island({ initial }: { initial?: string }) {
	const { data } = useQuery({ ...query, ...(initial === undefined ? {} : { initialData: initial }) }, queryClient)
	return createElement('p', null, data ?? 'nothing')
}

test('what one page was rendered from is in no other page', () => {
	expect(renderToString(createElement(Island, { initial: 'Ruth' }))).toBe('<p>Ruth</p>')
	expect(renderToString(createElement(Island, { initial: 'Marcus' }))).toBe('<p>Marcus</p>')
	expect(renderToString(createElement(Island))).toBe('<p>nothing</p>')
})

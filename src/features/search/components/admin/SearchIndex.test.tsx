// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import type { SearchStatus } from '../../contract.ts'
import { SearchIndex } from './SearchIndex.tsx'

const idle: SearchStatus = {
	...{ parts: 1_240, words: 9_120, waiting: 0, lastRebuild: '2026-11-01T08:00:00.000Z', running: false },
	...{ step: null, answersDone: null },
}
const running: SearchStatus = { ...idle, lastRebuild: null, running: true, step: 'things', waiting: 812 }
let status: SearchStatus

beforeEach(() => {
	status = idle
	vi.stubGlobal(
		'fetch',
		vi.fn(async (url: string, options?: RequestInit) => {
			if (url.includes('csrf')) return Response.json({ csrfToken: 'x' })
			if (options?.method === 'POST') {
				status = running
				return new Response(null, { status: 204 })
			}
			return Response.json(status)
		}),
	)
})
afterEach(() => {
	cleanup()
	queryClient.clear()
	vi.unstubAllGlobals()
})

test('rebuilds the index, and shows the progress and the last time', async () => {
	const user = userEvent.setup()
	render(<SearchIndex initial={idle} />)
	screen.getByText(/covers 1,240 passages of episodes, courses and sessions, and the forum\. It knows 9,120 words/)
	screen.getByText(/Last rebuilt/)
	expect(screen.getByRole('status').textContent).toBe('')
	await user.click(screen.getByRole('button', { name: 'Rebuild' }))
	await screen.findByText(/812 to go/)
	expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(true)
	status = { ...running, waiting: 0, step: 'answers', answersDone: 43 }
	expect((await screen.findByRole<HTMLProgressElement>('progressbar', {}, { timeout: 4_000 })).value).toBe(43)
	expect(screen.getByRole('status').textContent).toContain('43% done')
	status = { ...running, waiting: 0, step: 'words' }
	await screen.findByText(/Counting words/, {}, { timeout: 4_000 })
	status = { ...idle, lastRebuild: '2026-11-23T08:00:00.000Z' }
	await screen.findByRole('button', { name: 'Rebuild' }, { timeout: 4_000 })
	expect(screen.getByRole('status').textContent).toBe('')
}, 15_000)

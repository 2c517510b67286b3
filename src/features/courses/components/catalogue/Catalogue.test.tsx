import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { $user } from '#src/lib/api/auth-state.ts'
import { queryClient } from '#src/lib/api/query-client.ts'
import { answerCalls, held } from '#tests/support/site/island-server.ts'
import type { Course } from '../../contract.ts'
import { Catalogue } from './Catalogue.tsx'

const ALL = 'GET /api/courses'
const OWN = 'GET /api/user/courses'

beforeEach(() => {
	queryClient.clear()
	$user.set(null)
	window.history.replaceState(null, '', '/courses')
	// jsdom does not support <search>, so React warns once.
	const consoleError = console.error
	vi.spyOn(console, 'error').mockImplementation((...parts) => {
		if (!parts.includes('search')) consoleError(...parts)
	})
})

const courseOf = (id: string, title: string, difficulty: Course['difficulty'] = 'beginner'): Course => ({
	id,
	title,
	description: 'What it is about',
	difficulty,
	imageUrl: null,
	isPublished: true,
	moduleCount: 3,
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-01T00:00:00.000Z',
})
const fees = courseOf('fees', 'Raising fees')
const calls = courseOf('calls', 'Screening callers', 'advanced')
const resume = courseOf('resume', 'The résumé of a firm')
const first = [fees, calls]

const member = { id: 'u1', name: 'Dana', username: 'dana', email: 'dana@example.com', role: 'user' } as const
const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search courses' })
const difficulty = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Difficulty' })
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

function open(answers: Parameters<typeof answerCalls>[0] = {}, total = first.length) {
	const made = answerCalls(answers)
	render(<Catalogue first={first} total={total} />)
	return { user: userEvent.setup(), made }
}

test('filters by words and difficulty, shows the count and updates the URL', async () => {
	const { user, made } = open()
	await user.type(search(), ' CALLERS screen')
	await waitFor(() => expect(titles()).toEqual(['Screening callers']))
	expect(screen.getByRole('status').textContent).toBe('1 course found')
	await user.selectOptions(difficulty(), 'beginner')
	expect(await screen.findByText('No matching courses found')).toBeDefined()
	await user.clear(search())
	await waitFor(() => expect(titles()).toEqual(['Raising fees']))
	await user.type(search(), 'fees')
	expect(window.location.search).toBe('?difficulty=beginner&search=fees')
	// The page already contains all courses, so it makes no request.
	expect(made).toEqual([])
})

test('clears a search without matches and focuses the search field', async () => {
	const { user } = open()
	await user.type(search(), 'divorce')
	await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
	expect(search().value).toBe('')
	expect(document.activeElement).toBe(search())
	await waitFor(() => expect(titles()).toEqual(['Raising fees', 'Screening callers']))
})

test('searches courses that are not on the page, and shows that it is loading', async () => {
	const { until, release } = held<unknown>()
	const { user } = open({ [ALL]: () => until }, 3)
	await user.type(search(), 'resume')
	expect(await screen.findByText('Loading courses...')).toBeDefined()
	expect(screen.queryByText('No matching courses found')).toBeNull()
	release([...first, resume])
	await waitFor(() => expect(titles()).toEqual(['The résumé of a firm']))
})

test('keeps the words of a failed search and offers a retry', async () => {
	let isAway = true
	const { user } = open(
		{
			[ALL]: () => {
				if (isAway) throw new TypeError('Failed to fetch')
				return [...first, resume]
			},
		},
		3,
	)
	await user.type(search(), 'resume')
	expect(await screen.findByText('Failed to fetch courses')).toBeDefined()
	expect(search().value).toBe('resume')
	isAway = false
	await user.click(screen.getByRole('button', { name: 'Try again' }))
	await waitFor(() => expect(titles()).toEqual(['The résumé of a firm']))
})

test('applies the search and filters from the URL', async () => {
	window.history.replaceState(null, '', '/courses?search=fees&difficulty=beginner')
	open()
	await waitFor(() => expect(titles()).toEqual(['Raising fees']))
	expect([search().value, difficulty().value]).toEqual(['fees', 'beginner'])
})

test('links a member without courses to the All tab, and focuses it', async () => {
	const { user } = open({ [OWN]: () => [] })
	act(() => $user.set(member))
	await user.click(await screen.findByRole('button', { name: 'Browse Courses' }))
	const tab = screen.getByRole('tab', { name: 'All Courses' })
	expect(tab.getAttribute('aria-selected')).toBe('true')
	await waitFor(() => expect(document.activeElement).toBe(tab))
	expect(window.location.search).toBe('?tab=all')
	await waitFor(() => expect(titles()).toEqual(['Raising fees', 'Screening callers']))
})

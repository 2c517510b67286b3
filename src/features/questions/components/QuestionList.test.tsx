import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import { answerCalls, held } from '#tests/support/site/island-server.ts'
import type { Category } from '../category-contract.ts'
import type { QuestionSummary } from '../contract.ts'
import type { Filters } from '../queries.ts'
import { QuestionList } from './QuestionList.tsx'

const NOW = Date.UTC(2026, 5, 1, 12)
const category = (id: string, name: string, parentCategoryId: string | null = null): Category => ({
	...{ id, name, slug: id, parentCategoryId, questionCount: 1, titlesPublic: false, version: 1 },
})
const CATEGORIES = [category('c1', 'Ethics'), category('c2', 'Practice Specific'), category('c3', 'Family law', 'c2')]
const dana = { name: 'Dana Whitfield', username: 'dana' }
const tomas = { name: 'Tomas Keller', username: 'tomas' }
const question = (id: string, overrides: Partial<QuestionSummary> = {}): QuestionSummary => ({
	...{ id, title: `Question ${id}`, preview: 'How do you handle this?', titleMarks: [], previewMarks: [] },
	...{ categoryId: 'c1', category: { name: 'Ethics' }, author: dana, commentCount: 0, isLocked: false },
	...{ createdAt: '2026-05-01T12:00:00.000Z', lastActivityAt: '2026-06-01T10:00:00.000Z', lastAuthor: null },
	...{ isUnread: false, newCount: 0, hasHelpful: false, ...overrides },
})
const NO_FILTERS: Filters = { category: '', search: '', show: '', sort: '' }
const until = { comment: 7, question: 5 }

type ListOptions = { items?: QuestionSummary[]; count?: number; filters?: Partial<Filters>; watched?: string[] }
const questionList = ({ items = [question('q1')], count = 0, filters = {}, watched = [] }: ListOptions = {}) => (
	<QuestionList
		categories={CATEGORIES}
		filters={{ ...NO_FILTERS, ...filters }}
		initial={{ items, total: items.length, next: undefined }}
		unread={{ count, until }}
		watched={watched}
		now={NOW}
	/>
)

beforeEach(() => {
	// jsdom lacks the element `search`, so React warns once.
	const { error } = console
	vi.spyOn(console, 'error').mockImplementation((...args) => {
		if (!(String(args[0]).includes('unrecognized in this browser') && args[1] === 'search')) error(...args)
	})
	queryClient.clear()
	window.history.replaceState(null, '', '/questions')
})

const tab = (name: string) =>
	within(screen.getByRole('navigation', { name: 'Which questions' })).getByRole('link', { name })

test('shows the last author, the time since the last activity, and what is unread', () => {
	const answered = question('q1', { commentCount: 3, lastAuthor: tomas, isUnread: true, newCount: 2, hasHelpful: true })
	const html = renderToString(questionList({ items: [answered, question('q2', { isLocked: true })] }))
	document.body.innerHTML = html
	const [first, second] = screen.getAllByRole('listitem')
	expect(first?.textContent).toBe(
		'UnreadQuestion q1Dana Whitfield, May 1, 2026: How do you handle this?EthicsTomas Keller · 2 h2 hours ago2 newHelpful3 comments',
	)
	expect(second?.textContent).toContain('EthicsLockedNo answer yet · 2 h')
	expect(second?.textContent).not.toContain('Unread')
	document.body.innerHTML = ''
})

test('shows "Former member" for a last author whose account was deleted', () => {
	render(questionList({ items: [question('q1', { commentCount: 1 })] }))
	expect(screen.getByText('Former member')).toBeDefined()
})

test.each([
	[0, 'Unread'],
	[11, 'Unread 11'],
	[100, 'Unread 99+'],
])('shows %i unread questions as %s', (count, name) => {
	render(questionList({ count }))
	expect(tab(name).getAttribute('href')).toBe('/questions?show=unread')
	expect(screen.queryByRole('button', { name: 'Mark all as read' }) !== null).toBe(count > 0)
})

test('keeps the other filters in the links of tabs and orders', () => {
	render(questionList({ filters: { show: 'mine', sort: 'newest', category: 'c1' } }))
	expect(tab('All').getAttribute('href')).toBe('/questions?category=c1&sort=newest')
	const orders = within(screen.getByRole('navigation', { name: 'Order' }))
	expect(orders.getByRole('link', { name: 'Last activity' }).getAttribute('href')).toBe(
		'/questions?category=c1&show=mine',
	)
	expect(orders.getByRole('link', { name: 'Newest first' }).getAttribute('aria-current')).toBe('page')
})

test.each([{ show: 'unread' }, { show: 'unanswered' }, { search: 'retainer' }] as const)(
	'offers no order for %j',
	(filters) => {
		render(questionList({ filters }))
		expect(screen.queryByRole('navigation', { name: 'Order' })).toBeNull()
	},
)

test('marks the counted questions as read, and refreshes the list and the count', async () => {
	const bodies: unknown[] = []
	const calls = answerCalls({
		'PUT /api/questions/read': (body) => void bodies.push(body),
		'GET /api/questions': () => [question('q1'), question('q3', { isUnread: true })],
		'GET /api/questions/unread': () => ({ count: 1, until: { comment: 8, question: 6 } }),
	})
	render(questionList({ items: [question('q1', { isUnread: true })], count: 1 }))
	await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
	// A question with a newer answer is unread, and can also be marked.
	await screen.findByText('Question q3')
	expect(bodies).toEqual([{ until }])
	await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
	await waitFor(() => expect(bodies).toEqual([{ until }, { until: { comment: 8, question: 6 } }]))
	expect(calls.filter((call) => call === 'PUT /api/questions/read')).toHaveLength(2)
})

test('leaves questions unread if marking them fails, and sends no second request while one is pending', async () => {
	const { until: answered, release } = held<Response>()
	const calls = answerCalls({ 'PUT /api/questions/read': () => answered })
	render(questionList({ items: [question('q1', { isUnread: true })], count: 1 }))
	const button = screen.getByRole('button', { name: 'Mark all as read' })
	await userEvent.click(button)
	await userEvent.click(button)
	release(new Response('The service is busy.', { status: 503 }))
	await waitFor(() => expect(button).toHaveProperty('disabled', false))
	expect(tab('Unread 1')).toBeDefined()
	expect(screen.getByText('Unread', { selector: 'li *' })).toBeDefined()
	expect(calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1)
})

test('marks only the whole list as read', () => {
	render(questionList({ count: 3, filters: { category: 'c1' } }))
	expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
	expect(screen.getByRole('button', { name: 'Clear filters' })).toBeDefined()
})

test('shows a question once if two pages contain it', async () => {
	answerCalls({ 'GET /api/questions': () => [question('q1'), question('q2')] })
	const initial = { items: [question('q1')], total: 2, next: 'next' }
	render(
		<QuestionList
			{...{ categories: CATEGORIES, filters: NO_FILTERS, initial, unread: { count: 0, until }, watched: [], now: NOW }}
		/>,
	)
	await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
	await screen.findByText('Question q2')
	expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

test('watches the chosen category unless its parent is watched', async () => {
	const bodies: unknown[] = []
	answerCalls({ 'PUT /api/questions/categories/c1/watch': (body) => void bodies.push(body) })
	const { unmount } = render(questionList({ filters: { category: 'c1' } }))
	await userEvent.click(screen.getByRole('button', { name: 'Watch' }))
	const button = await screen.findByRole('button', { name: 'Watching' })
	expect(button.getAttribute('aria-pressed')).toBe('true')
	await waitFor(() => expect(button).toHaveProperty('disabled', false))
	await userEvent.click(button)
	await waitFor(() => expect(bodies).toEqual([{ isWatched: true }, { isWatched: false }]))
	unmount()
	render(questionList({ filters: { category: 'c3' }, watched: ['c2'] }))
	expect(screen.getByText('Watched with Practice Specific')).toBeDefined()
	expect(screen.queryByRole('button', { name: /Watch/ })).toBeNull()
})

test('explains why the list is empty', () => {
	const { unmount } = render(questionList({ items: [], filters: { show: 'unread' } }))
	expect(screen.getByText('Nothing unread')).toBeDefined()
	expect(screen.getByRole('link', { name: 'Show all questions' }).getAttribute('href')).toBe('/questions')
	unmount()
	render(questionList({ items: [] }))
	expect(screen.getByText('No questions yet')).toBeDefined()
})

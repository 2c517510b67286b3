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
const question = (id: string, more: Partial<QuestionSummary> = {}): QuestionSummary => ({
	...{ id, title: `Question ${id}`, preview: 'How do you handle this?', titleMarks: [], previewMarks: [] },
	...{ categoryId: 'c1', category: { name: 'Ethics' }, author: dana, commentCount: 0, isLocked: false },
	...{ createdAt: '2026-05-01T12:00:00.000Z', lastActivityAt: '2026-06-01T10:00:00.000Z', lastAuthor: null },
	...{ isUnread: false, newCount: 0, hasHelpful: false, ...more },
})
const NO_FILTERS: Filters = { category: '', search: '', show: '', sort: '' }
const until = { comment: 7, question: 5 }

type Given = { items?: QuestionSummary[]; count?: number; filters?: Partial<Filters>; watched?: string[] }
const list = ({ items = [question('q1')], count = 0, filters = {}, watched = [] }: Given = {}) => (
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
	vi.spyOn(console, 'error').mockImplementation((...said) => {
		if (!(String(said[0]).includes('unrecognized in this browser') && said[1] === 'search')) error(...said)
	})
	queryClient.clear()
	window.history.replaceState(null, '', '/questions')
})

const tab = (name: string) =>
	within(screen.getByRole('navigation', { name: 'Which questions' })).getByRole('link', { name })

test('a row shows the last author, the time since the last activity, and what is unread', () => {
	const answered = question('q1', { commentCount: 3, lastAuthor: tomas, isUnread: true, newCount: 2, hasHelpful: true })
	const html = renderToString(list({ items: [answered, question('q2', { isLocked: true })] }))
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
	render(list({ items: [question('q1', { commentCount: 1 })] }))
	expect(screen.getByText('Former member')).toBeDefined()
})

test.each([
	[0, 'Unread'],
	[11, 'Unread 11'],
	[100, 'Unread 99+'],
])('%i unread questions are shown as %s', (count, name) => {
	render(list({ count }))
	expect(tab(name).getAttribute('href')).toBe('/questions?show=unread')
	expect(screen.queryByRole('button', { name: 'Mark all as read' }) !== null).toBe(count > 0)
})

test('tabs and orders keep the other filters', () => {
	render(list({ filters: { show: 'mine', sort: 'newest', category: 'c1' } }))
	expect(tab('All').getAttribute('href')).toBe('/questions?category=c1&sort=newest')
	const orders = within(screen.getByRole('navigation', { name: 'Order' }))
	expect(orders.getByRole('link', { name: 'Last activity' }).getAttribute('href')).toBe(
		'/questions?category=c1&show=mine',
	)
	expect(orders.getByRole('link', { name: 'Newest first' }).getAttribute('aria-current')).toBe('page')
})

test.each([{ show: 'unread' }, { show: 'unanswered' }, { search: 'retainer' }] as const)(
	'%j has only one order',
	(filters) => {
		render(list({ filters }))
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
	render(list({ items: [question('q1', { isUnread: true })], count: 1 }))
	await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
	// An answer that has arrived since is unread, and can also be marked.
	await screen.findByText('Question q3')
	expect(bodies).toEqual([{ until }])
	await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
	await waitFor(() => expect(bodies).toEqual([{ until }, { until: { comment: 8, question: 6 } }]))
	expect(calls.filter((call) => call === 'PUT /api/questions/read')).toHaveLength(2)
})

test('leaves questions unread if marking them fails, and sends no second request while one is pending', async () => {
	const { until: answered, release } = held<Response>()
	const calls = answerCalls({ 'PUT /api/questions/read': () => answered })
	render(list({ items: [question('q1', { isUnread: true })], count: 1 }))
	const button = screen.getByRole('button', { name: 'Mark all as read' })
	await userEvent.click(button)
	await userEvent.click(button)
	release(new Response('The service is busy.', { status: 503 }))
	await waitFor(() => expect(button).toHaveProperty('disabled', false))
	expect(tab('Unread 1')).toBeDefined()
	expect(screen.getByText('Unread', { selector: 'li *' })).toBeDefined()
	expect(calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1)
})

test('only the whole list can be marked as read', () => {
	render(list({ count: 3, filters: { category: 'c1' } }))
	expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
	expect(screen.getByRole('button', { name: 'Clear filters' })).toBeDefined()
})

test('a question on two pages is shown once', async () => {
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

test('the chosen category can be watched unless its parent is watched', async () => {
	const bodies: unknown[] = []
	answerCalls({ 'PUT /api/questions/categories/c1/watch': (body) => void bodies.push(body) })
	const { unmount } = render(list({ filters: { category: 'c1' } }))
	await userEvent.click(screen.getByRole('button', { name: 'Watch' }))
	const button = await screen.findByRole('button', { name: 'Watching' })
	expect(button.getAttribute('aria-pressed')).toBe('true')
	await waitFor(() => expect(button).toHaveProperty('disabled', false))
	await userEvent.click(button)
	await waitFor(() => expect(bodies).toEqual([{ isWatched: true }, { isWatched: false }]))
	unmount()
	render(list({ filters: { category: 'c3' }, watched: ['c2'] }))
	expect(screen.getByText('Watched with Practice Specific')).toBeDefined()
	expect(screen.queryByRole('button', { name: /Watch/ })).toBeNull()
})

test('an empty list says why it is empty', () => {
	const { unmount } = render(list({ items: [], filters: { show: 'unread' } }))
	expect(screen.getByText('Nothing unread')).toBeDefined()
	expect(screen.getByRole('link', { name: 'Show all questions' }).getAttribute('href')).toBe('/questions')
	unmount()
	render(list({ items: [] }))
	expect(screen.getByText('No questions yet')).toBeDefined()
})

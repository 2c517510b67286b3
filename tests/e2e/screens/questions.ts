import type { Browser, Page } from 'playwright/test'
import { awake, expect, openSession } from '../support/fixtures.ts'
import { ask, LEAK, LONG } from '../support/questions.ts'
import type { Screen } from '../support/screens/screen.ts'
import { originOf, send } from '../support/send.ts'

/** Posts comments as the admin. */
async function answerAsAdmin(page: Page, id: string, bodies: readonly string[]): Promise<void> {
	const origin = await originOf(page)
	const context = await (page.context().browser() as Browser).newContext({ baseURL: origin })
	await openSession(context, origin, 'admin')
	const other = await context.newPage()
	for (const body of bodies) await send(other, 'POST', `/api/questions/${id}/comments`, { body })
	await context.close()
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const list: readonly Screen[] = [
	{
		name: 'questions-visitor',
		path: '/questions',
		sleeps: true,
		reach: (page) => expect(page).toHaveURL(/\/auth\?next=\/questions$/),
	},
	{ name: 'questions-list', as: 'member', path: '/questions' },
	{ name: 'questions-newest', as: 'member', path: '/questions?sort=newest' },
	{ name: 'questions-unread', as: 'admin', path: '/questions?show=unread' },
	{
		name: 'questions-all-read',
		as: 'admin',
		path: '/questions?show=unread',
		async reach(page) {
			await button(page, 'Mark all as read').click()
			await expect(page.getByText('Nothing unread')).toBeVisible()
		},
	},
	{
		name: 'questions-category',
		as: 'member',
		path: '/questions',
		async reach(page) {
			await page.getByLabel('Category').selectOption({ label: 'Technology' })
			await expect(button(page, 'Watch')).toBeVisible()
		},
	},
	{ name: 'questions-followed', as: 'member', path: '/questions?show=followed' },
	{ name: 'questions-mine-in-a-search', as: 'member', path: '/questions?show=mine&search=nobody+would+write+this' },
	{
		name: 'question-helpful',
		as: 'member',
		path: '/questions',
		async reach(page) {
			const id = await ask(page, 'Which of these answers has helped me?', LONG)
			const comments = `/api/questions/${id}/comments`
			const first = await send<{ id: string }>(page, 'POST', comments, { body: LONG })
			await send(page, 'POST', comments, { body: 'It depends, as always.' })
			await send(page, 'PUT', `/api/questions/${id}/helpful`, { commentId: first.id })
			await page.goto(`/questions/${id}#comment-${first.id}`)
			await awake(page)
			await expect(page.getByText('Helpful', { exact: true })).toBeVisible()
		},
	},
	{
		name: 'question-new-since',
		as: 'member',
		path: '/questions',
		async reach(page) {
			const id = await ask(page, 'Who has tried a waiting list for clients?', LONG)
			await send(page, 'POST', `/api/questions/${id}/comments`, { body: 'I have one, of four people.' })
			await answerAsAdmin(page, id, [LONG, 'And mine is empty by now.'])
			await page.goto(`/questions/${id}#new`)
			await awake(page)
			await expect(page.getByRole('heading', { name: 'New since your last visit' })).toBeFocused()
		},
	},
	{
		name: 'questions-new',
		as: 'member',
		path: '/questions',
		async reach(page) {
			await answerAsAdmin(page, await ask(page, 'What do you do on the day after a trial?', LONG), [LONG, LONG, LONG])
			await page.goto('/questions')
			await awake(page)
			await expect(page.getByRole('link', { name: '3 new in What do you do' }).first()).toBeVisible()
		},
	},
	{ name: 'questions-search', as: 'member', path: '/questions?search=client' },
	{ name: 'questions-no-result', as: 'member', path: '/questions?search=nobody+would+write+this' },
	{
		name: 'questions-empty-category',
		as: 'admin',
		path: '/questions',
		async reach(page) {
			const name = `Empty ${Date.now()}`
			const { id } = await send<{ id: string }>(page, 'POST', '/api/admin/question-categories', {
				name,
				parentCategoryId: null,
			})
			await page.goto(`/questions?category=${id}`)
			await awake(page)
			await expect(page.getByText('No questions yet')).toBeVisible()
			await send(page, 'DELETE', `/api/admin/question-categories/${id}`)
		},
	},
	{
		name: 'questions-paging',
		as: 'member',
		path: '/questions',
		async reach(page) {
			await fillPages(page)
			await button(page, 'Show more').click()
			await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(40)
		},
	},
	{
		name: 'questions-paging-failed',
		as: 'member',
		path: '/questions',
		allows: /status of 503/,
		async reach(page) {
			await fillPages(page)
			await page.route('**/api/questions?*', (route) => route.fulfill({ status: 503, body: 'The service is busy.' }))
			await button(page, 'Show more').click()
			await expect(page.getByText('Failed to load more')).toBeInViewport()
			await expect(button(page, 'Show more')).toBeInViewport()
		},
	},
	{
		name: 'questions-loading',
		as: 'member',
		path: '/questions',
		async reach(page) {
			await page.route('**/api/questions?*', () => undefined)
			await page.getByRole('searchbox', { name: 'Search' }).fill('retainer')
			await expect(page.getByText('Loading questions')).toBeVisible()
		},
	},
	{
		name: 'questions-failed',
		as: 'member',
		path: '/questions',
		allows: /status of 503/,
		async reach(page) {
			await page.route('**/api/questions?*', (route) => route.fulfill({ status: 503, body: 'The service is busy.' }))
			await page.getByRole('searchbox', { name: 'Search' }).fill('retainer')
			await expect(page.getByText('The service is busy.')).toBeVisible()
		},
	},
]

async function fillQuestion(page: Page, details: string): Promise<void> {
	await page.getByLabel('Category').selectOption({ label: 'Ethics' })
	await page.getByLabel('Title').fill('How do you say what it will cost?')
	await page.getByLabel('Question Details').fill(details)
}

const introduction: readonly Screen[] = [
	{ name: 'introduction', as: 'member', path: '/questions/introduction' },
	{
		name: 'introduction-errors',
		as: 'member',
		path: '/questions/introduction',
		async reach(page) {
			await button(page, 'Post Introduction').click()
			await expect(page.getByText('Please write a few words about your practice')).toBeVisible()
		},
	},
]

const askForm: readonly Screen[] = [
	{ name: 'ask-form', as: 'member', path: '/questions/new' },
	{
		name: 'ask-form-similar',
		as: 'member',
		path: '/questions/new?episode=saying-no-to-the-wrong-client&t=31',
		async reach(page) {
			await ask(page, 'How do you bill a client for telephone calls?')
			await page.getByLabel('Title').fill('Do you bill telephone calls?')
			await expect(page.getByRole('region', { name: 'Similar questions' })).toBeVisible()
		},
	},
	{
		name: 'ask-form-errors',
		as: 'member',
		path: '/questions/new',
		async reach(page) {
			await button(page, 'Post Question').click()
			await expect(page.getByText('Please select a category')).toBeVisible()
		},
	},
	{
		name: 'ask-form-mention',
		as: 'member',
		path: '/questions/new',
		async reach(page) {
			await fillQuestion(page, LONG)
			await page.getByLabel('Question Details').press('End')
			await page.getByLabel('Question Details').pressSequentially(' Perhaps @')
			await expect(page.getByRole('listbox', { name: 'Members' }).getByRole('option').nth(2)).toBeVisible()
		},
	},
	{
		name: 'ask-form-reminder',
		as: 'member',
		path: '/questions/new',
		async reach(page) {
			await fillQuestion(page, LEAK)
			await button(page, 'Post Question').click()
			await expect(page.getByRole('region', { name: 'Could this identify your client?' })).toBeVisible()
		},
	},
	{
		name: 'ask-form-failed',
		as: 'member',
		path: '/questions/new',
		allows: /status of 503/,
		async reach(page) {
			await page.route('**/api/questions', (route) => route.fulfill({ status: 503, body: 'The service is busy.' }))
			await fillQuestion(page, LONG)
			await button(page, 'Post Question').click()
			await expect(page.getByRole('main').getByRole('alert')).toHaveText('The service is busy.')
		},
	},
]

/** Asks until there are 45 questions, and opens the list again. */
async function fillPages(page: Page): Promise<void> {
	const { length } = await (await page.request.get('/api/questions?limit=100')).json()
	for (let number = length; number < 45; number++) await ask(page, `A short question, number ${number}`)
	await page.reload()
	await awake(page)
}

export const questionListScreens: readonly Screen[] = [...list, ...askForm, ...introduction]

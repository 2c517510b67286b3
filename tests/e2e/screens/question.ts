import type { Page } from 'playwright/test'
import { awake, expect } from '../support/fixtures.ts'
import { ask, LEAK, LONG } from '../support/questions.ts'
import type { Screen } from '../support/screens/screen.ts'
import { send } from '../support/send.ts'

async function open(page: Page, id: string): Promise<void> {
	await page.goto(`/questions/${id}`)
	await awake(page)
}

async function openSeeded(page: Page, search: string): Promise<void> {
	const [first] = await (await page.request.get(`/api/questions?search=${encodeURIComponent(search)}`)).json()
	await open(page, first.id)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const comment = (page: Page) => page.getByLabel('Your comment')

export const questionScreens: readonly Screen[] = [
	{
		name: 'question-not-found',
		as: 'member',
		path: '/questions/nobody',
		allows: /status of 404/,
	},
	{ name: 'question-member', as: 'member', path: '/questions', reach: (page) => openSeeded(page, 'padilla') },
	{ name: 'question-admin', as: 'admin', path: '/questions', reach: (page) => openSeeded(page, 'padilla') },
	{
		name: 'question-no-comments',
		as: 'member',
		path: '/questions',
		reach: async (page) => open(page, await ask(page, 'Does anybody still use a fax machine?', LONG)),
	},
	{
		name: 'question-own-editing',
		as: 'member',
		path: '/questions',
		async reach(page) {
			await open(page, await ask(page, 'Does anybody still use a fax machine?', LONG))
			await button(page, 'Edit').click()
			await expect(page.getByRole('heading', { name: 'Edit Question' })).toBeVisible()
		},
	},
	{
		name: 'question-many-comments',
		as: 'member',
		path: '/questions',
		async reach(page) {
			const id = await ask(page, 'Which small habit saved you the most time?', LONG)
			for (let number = 1; number <= 55; number++)
				await send(page, 'POST', `/api/questions/${id}/comments`, { body: `Habit number ${number}, and it is small.` })
			await open(page, id)
			await expect(button(page, 'Show more comments')).toBeVisible()
		},
	},
	{
		name: 'question-own-comments',
		as: 'member',
		path: '/questions',
		async reach(page) {
			const id = await ask(page, 'What stands on your letterhead?', 'I would like to hear from @dana and @ruth.')
			const path = `/api/questions/${id}/comments`
			const { id: commentId } = await send<{ id: string }>(page, 'POST', path, { body: 'Mine has a chair on it.' })
			await send(page, 'PATCH', `${path}/${commentId}`, { body: `Mine has two chairs on it, @imani.\n\n${LONG}` })
			await send(page, 'POST', path, { body: `A-very-long-word-${'without-an-end-'.repeat(12)}` })
			await open(page, id)
			await expect(page.getByText('Edited', { exact: true })).toBeVisible()
			await button(page, 'Edit').last().click()
			await expect(page.getByLabel('Edit your comment')).toBeVisible()
		},
	},
	{
		name: 'question-locked',
		as: 'admin',
		path: '/questions',
		async reach(page) {
			const id = await ask(page, 'Is this question still of use to anybody?', LONG)
			await send(page, 'PUT', `/api/questions/${id}/lock`, { isLocked: true })
			await send(page, 'PUT', `/api/questions/${id}/follow`, { state: 'muted' })
			await open(page, id)
			await expect(page.getByText('This question is locked and cannot receive new comments.')).toBeVisible()
		},
	},
	{
		name: 'question-delete',
		as: 'admin',
		path: '/questions',
		windowOnly: true,
		async reach(page) {
			await openSeeded(page, 'padilla')
			await button(page, 'Delete').click()
			await expect(page.getByRole('alertdialog')).toBeVisible()
		},
	},
	{
		name: 'question-delete-failed',
		as: 'admin',
		path: '/questions',
		allows: /status of 503/,
		windowOnly: true,
		async reach(page) {
			await openSeeded(page, 'padilla')
			await page.route('**/api/questions/*', (route) => route.fulfill({ status: 503, body: 'The service is busy.' }))
			await button(page, 'Delete').click()
			await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
			await expect(page.getByRole('alertdialog').getByRole('alert')).toBeVisible()
		},
	},
	{
		name: 'comment-errors',
		as: 'member',
		path: '/questions',
		async reach(page) {
			await openSeeded(page, 'padilla')
			await comment(page).fill('Hm')
			await button(page, 'Post Comment').click()
			await expect(page.getByText('Comment must be at least 5 characters')).toBeVisible()
		},
	},
	{
		name: 'comment-reminder',
		as: 'member',
		path: '/questions',
		async reach(page) {
			await openSeeded(page, 'padilla')
			await comment(page).fill(LEAK)
			await button(page, 'Post Comment').click()
			await expect(page.getByRole('region', { name: 'Could this identify your client?' })).toBeVisible()
		},
	},
	{
		name: 'comment-mention',
		as: 'member',
		path: '/questions',
		async reach(page) {
			await openSeeded(page, 'padilla')
			await comment(page).pressSequentially('What does @')
			await expect(page.getByRole('listbox', { name: 'Members' }).getByRole('option').nth(2)).toBeVisible()
		},
	},
]

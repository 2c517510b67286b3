import type { Page } from 'playwright/test'
import type { Post } from '#src/features/moderation/contract.ts'
import { awake, expect } from '../support/fixtures.ts'
import { chooseInMenu } from '../support/row-menu.ts'
import type { Screen } from '../support/screens/screen.ts'
import { send } from '../support/send.ts'

const button = (page: Page, name: string | RegExp) =>
	page.getByRole('button', { name, exact: typeof name === 'string' })
const empty = { status: 200, contentType: 'application/json', body: '[]' }

/** The moderation list, the categories and mail preferences. */
export const moderationScreens: readonly Screen[] = [
	{ name: 'moderation-list', as: 'admin', path: '/admin/moderation' },
	{
		name: 'moderation-reports',
		as: 'admin',
		path: '/admin/moderation',
		async prepare(page) {
			const posts = await (await page.request.get('/api/admin/posts?kind=questionComment&limit=100')).json()
			const { id } = posts.find((post: Post) => post.author?.username !== 'ruth')
			// Resolve the report of an earlier run.
			await send(page, 'POST', `/api/admin/posts/questionComment/${id}/keep`)
			const report = { reason: 'client', note: 'The street and the day are those of a client.' }
			await send(page, 'POST', `/api/posts/questionComment/${id}/report`, report)
		},
		part: (page) => page.getByRole('region', { name: 'Reports' }),
	},
	{
		name: 'admin-member-suspended',
		as: 'admin',
		path: '/admin/users',
		async reach(page) {
			const account = { name: 'Sid Ross', role: 'regular', password: 'a-long-enough-password' }
			const email = `sid.${Date.now()}@club.example`
			const { id } = await send<{ id: string }>(page, 'POST', '/api/admin/users', { ...account, email })
			const suspension = { length: 'week', reason: 'Insults in two calls' }
			await send(page, 'POST', `/api/admin/users/${id}/suspend`, suspension)
			await page.goto(`/admin/users/${id}`)
			await awake(page)
			await expect(page.getByRole('main').getByText('Suspended', { exact: true })).toBeVisible()
		},
	},
	{
		name: 'question-report',
		as: 'member',
		path: '/questions',
		windowOnly: true,
		async reach(page) {
			const [first] = await (await page.request.get('/api/questions?search=padilla')).json()
			await page.goto(`/questions/${first.id}`)
			await awake(page)
			await button(page, /^Report/)
				.first()
				.click()
			await expect(page.getByRole('dialog')).toBeVisible()
		},
	},
	{
		name: 'moderation-course-comments',
		as: 'admin',
		path: '/admin/moderation',
		async reach(page) {
			await page.getByLabel('Show').selectOption({ label: 'Comments on courses' })
			const posts = page
				.getByRole('table', { name: /^Member posts/ })
				.locator('tbody')
				.getByRole('row')
			await expect(posts.first()).toContainText('Comment on a course')
			await expect(posts.filter({ hasText: 'Comment on a question' })).toHaveCount(0)
		},
	},
	{
		name: 'moderation-none',
		as: 'admin',
		path: '/admin/moderation',
		async reach(page) {
			await page.route('**/api/admin/posts?*', (route) => route.fulfill(empty))
			await page.getByLabel('Show').selectOption({ label: 'Comments on courses' })
			await expect(page.getByText('No posts of this kind yet')).toBeVisible()
		},
	},
	{
		name: 'moderation-delete',
		as: 'admin',
		// Filtered by kind, because other screens may create newer comments.
		path: '/admin/moderation?kind=question',
		windowOnly: true,
		async reach(page) {
			await button(page, /^More for question by/)
				.first()
				.click()
			await page.getByRole('menuitem', { name: 'Delete' }).click()
			await expect(page.getByRole('alertdialog')).toBeVisible()
		},
	},
	{
		name: 'deleted-list',
		as: 'admin',
		path: '/admin/deleted',
		async prepare(page) {
			const course = {
				title: 'A course that went',
				description: 'Why a lease says what it says.',
				difficulty: 'beginner',
				isPublished: false,
			}
			const { id } = await send<{ id: string }>(page, 'POST', '/api/courses', course)
			await send(page, 'DELETE', `/api/courses/${id}`)
		},
	},
	{ name: 'categories-list', as: 'admin', path: '/admin/categories' },
	{
		name: 'categories-none',
		as: 'admin',
		path: '/admin/categories',
		async reach(page) {
			const name = `Empty ${Date.now()}`
			await send(page, 'POST', '/api/admin/question-categories', { name, parentCategoryId: null })
			await page.reload()
			await awake(page)
			await page.route('**/api/questions/categories', (route) => route.fulfill(empty))
			await chooseInMenu(page, name, 'Delete')
			await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
			await expect(page.getByText('No categories yet')).toBeVisible()
		},
	},
	{
		name: 'categories-add-errors',
		as: 'admin',
		path: '/admin/categories',
		windowOnly: true,
		async reach(page) {
			await button(page, 'Add Category').click()
			await button(page, 'Save Category').click()
			await expect(page.getByText('Name must be at least 2 characters')).toBeVisible()
		},
	},
	{
		name: 'categories-edit',
		as: 'admin',
		path: '/admin/categories',
		windowOnly: true,
		async reach(page) {
			await chooseInMenu(page, 'Family Law', 'Edit')
			await expect(page.getByRole('dialog', { name: 'Edit Category' })).toBeVisible()
		},
	},
	{
		name: 'categories-delete-in-use',
		as: 'admin',
		path: '/admin/categories',
		windowOnly: true,
		async reach(page) {
			await chooseInMenu(page, 'Ethics', 'Delete')
			await button(page, 'Move and Delete').click()
			await expect(page.getByRole('dialog').getByText('Please select a category')).toBeVisible()
		},
	},
	{
		name: 'categories-move-chosen',
		as: 'admin',
		path: '/admin/categories',
		windowOnly: true,
		async reach(page) {
			await chooseInMenu(page, 'Ethics', 'Move questions')
			await page.getByLabel('Selected questions only').check()
			await page.getByRole('dialog').getByRole('checkbox').first().check()
			await expect(page.getByText('1 question chosen')).toBeVisible()
		},
	},
	{ name: 'notification-preferences', as: 'member', path: '/account/notifications' },
	{ name: 'unsubscribe-invalid', path: '/unsubscribe/nobody', allows: /status of 404/ },
]

import type { Page } from 'playwright/test'
import { expect } from '../support/fixtures.ts'
import type { Screen } from '../support/screens/screen.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const busy = { status: 503, body: 'The service is busy.' }
const TITLE = 'The first assistant'
const LIST = /\/api\/coaching\/sessions$/

async function openCreate(page: Page): Promise<void> {
	await button(page, 'Create Session').click()
	await expect(page.getByRole('dialog', { name: 'Create Session' })).toBeVisible()
}

async function openDelete(page: Page): Promise<void> {
	await button(page, `Delete ${TITLE}`).click()
	await expect(page.getByRole('alertdialog')).toBeVisible()
}

/** Shows a mocked series of three sessions. A deletion refetches the list. */
async function openSeries(page: Page): Promise<void> {
	const session = (month: number) => ({
		...{ id: `s${month}`, title: TITLE, description: null, durationMinutes: 60, timeZone: 'America/New_York' },
		...{ zoomLink: 'https://zoom.example/j/7', ownTopic: null, ownTopicId: null, ownTopicVersion: null },
		...{ topicCount: 0, seriesId: 's1', version: 1, scheduledAt: `2030-0${month}-02T19:00:00.000Z` },
	})
	await page.route('**/api/coaching/sessions/*', (route) => route.fulfill({ status: 204 }))
	await page.route(LIST, (route) => route.fulfill({ json: [1, 2, 3].map(session) }))
	await openDelete(page)
	await confirm(page)
	await expect(page.getByText('Series, 3 of 3')).toBeVisible()
}

const confirm = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()

export const coachingAdminScreens: readonly Screen[] = [
	{ name: 'admin-coaching-list', as: 'admin', path: '/admin/coaching' },
	{
		name: 'admin-coaching-topics',
		as: 'admin',
		path: '/admin/coaching',
		async reach(page) {
			const row = (title: string) => page.getByRole('row').filter({ hasText: title })
			await row(TITLE).getByRole('button', { name: 'View Submitted Topics' }).click()
			await expect(page.getByText('How to check work without doing it again')).toBeVisible()
			await row('A week with white space in it').getByRole('button', { name: 'View Submitted Topics' }).click()
			await expect(page.getByText('No topics submitted yet')).toBeVisible()
		},
	},
	{
		name: 'admin-coaching-none',
		as: 'admin',
		path: '/admin/coaching',
		async reach(page) {
			await page.route('**/api/coaching/sessions/*', (route) => route.fulfill({ status: 204 }))
			await page.route(LIST, (route) => route.fulfill({ json: [] }))
			await openDelete(page)
			await confirm(page)
			await expect(page.getByText('No coaching sessions')).toBeVisible()
		},
	},
	{ name: 'admin-coaching-create', as: 'admin', path: '/admin/coaching', windowOnly: true, reach: openCreate },
	{
		name: 'admin-coaching-create-series',
		as: 'admin',
		path: '/admin/coaching',
		windowOnly: true,
		async reach(page) {
			await openCreate(page)
			const dialog = page.getByRole('dialog')
			await dialog.getByLabel('Date and time').fill('2027-03-07T02:30')
			await dialog.getByLabel('Repeats').selectOption('Every week')
			await dialog.getByText('All dates').click()
			await dialog.getByText('(starts later)').scrollIntoViewIfNeeded()
		},
	},
	{
		name: 'admin-coaching-series',
		as: 'admin',
		path: '/admin/coaching',
		reach: openSeries,
	},
	{
		name: 'admin-coaching-edit-series',
		as: 'admin',
		path: '/admin/coaching',
		windowOnly: true,
		async reach(page) {
			await openSeries(page)
			await button(page, `Edit ${TITLE}`).first().click()
			const dialog = page.getByRole('dialog', { name: 'Edit Session' })
			await dialog.getByLabel('Change', { exact: true }).selectOption('following')
			await dialog.getByLabel('Date and time').fill('2030-01-10T14:00')
			await dialog.getByLabel(/^Tell members by email/).check()
		},
	},
	{
		name: 'admin-coaching-delete-series',
		as: 'admin',
		path: '/admin/coaching',
		windowOnly: true,
		async reach(page) {
			await openSeries(page)
			await button(page, `Delete ${TITLE}`).first().click()
			await expect(page.getByLabel('Sessions to delete')).toBeVisible()
		},
	},
	{
		name: 'admin-coaching-create-errors',
		as: 'admin',
		path: '/admin/coaching',
		windowOnly: true,
		async reach(page) {
			await openCreate(page)
			await page.getByRole('dialog').getByRole('button', { name: 'Create Session' }).click()
			await expect(page.getByText('Title must be at least 3 characters')).toBeVisible()
		},
	},
	{
		name: 'admin-coaching-create-failed',
		as: 'admin',
		path: '/admin/coaching',
		allows: /status of 503/,
		windowOnly: true,
		async reach(page) {
			await page.route(LIST, (route) => route.fulfill(busy))
			await openCreate(page)
			const dialog = page.getByRole('dialog')
			await dialog.getByLabel('Title').fill('Fees, once more')
			await dialog.getByLabel('Date and time').fill('2027-03-15T14:00')
			await dialog.getByLabel('Zoom link').fill('https://zoom.example/j/7')
			await dialog.getByRole('button', { name: 'Create Session' }).click()
			await expect(dialog.getByRole('alert')).toBeVisible()
		},
	},
	{
		name: 'admin-coaching-edit',
		as: 'admin',
		path: '/admin/coaching',
		windowOnly: true,
		async reach(page) {
			await button(page, `Edit ${TITLE}`).click()
			await expect(page.getByRole('dialog', { name: 'Edit Session' })).toBeVisible()
		},
	},
	{ name: 'admin-coaching-delete', as: 'admin', path: '/admin/coaching', windowOnly: true, reach: openDelete },
	{
		name: 'admin-coaching-delete-failed',
		as: 'admin',
		path: '/admin/coaching',
		allows: /status of 503/,
		windowOnly: true,
		async reach(page) {
			await page.route('**/api/coaching/sessions/*', (route) => route.fulfill(busy))
			await openDelete(page)
			await confirm(page)
			await expect(page.getByRole('alertdialog').getByRole('alert')).toBeVisible()
		},
	},
]

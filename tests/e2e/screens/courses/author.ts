import type { Page } from 'playwright/test'
import { createCourse, deleteCourse, getCourse, listCourses, updateCourse } from '#src/features/courses/contract.ts'
import { expect } from '../../support/fixtures.ts'
import { answer } from '../../support/screens/answers.ts'
import type { Screen } from '../../support/screens/screen.ts'
import { send } from '../../support/send.ts'

const COURSE = '/admin/courses/005-client-intake'

/** Deletes the first course, but only on the screen: the request is mocked. */
async function deleteOnScreen(page: Page): Promise<void> {
	page.once('dialog', (dialog) => void dialog.accept())
	await page
		.getByRole('button', { name: /^Delete/ })
		.first()
		.click()
}

const list: readonly Screen[] = [
	{ name: 'admin-courses', as: 'admin', path: '/admin/courses' },
	{
		name: 'admin-courses-none',
		as: 'admin',
		path: '/admin/courses',
		async prepare(page) {
			await answer(page, deleteCourse, { status: 204 })
			await answer(page, listCourses, { json: [] })
		},
		async reach(page) {
			await deleteOnScreen(page)
			await expect(page.getByText('No courses yet')).toBeVisible()
		},
	},
	{
		name: 'admin-course-add',
		as: 'admin',
		path: '/admin/courses',
		windowOnly: true,
		reach: (page) => page.getByRole('button', { name: 'Add Course' }).click(),
	},
	{
		name: 'admin-course-add-errors',
		as: 'admin',
		path: '/admin/courses',
		windowOnly: true,
		async reach(page) {
			await page.getByRole('button', { name: 'Add Course' }).click()
			const dialog = page.getByRole('dialog')
			await dialog.getByLabel('Image').fill('not an address')
			await dialog.getByRole('button', { name: 'Create Course' }).click()
			await expect(dialog.getByText('Title must be at least 3 characters')).toBeVisible()
		},
	},
	{
		name: 'admin-course-edit',
		as: 'admin',
		path: '/admin/courses',
		windowOnly: true,
		async reach(page) {
			await page.getByRole('button', { name: /^Edit/ }).first().click()
			await expect(page.getByRole('dialog', { name: 'Edit Course' })).toBeVisible()
		},
	},
	{
		name: 'admin-course-add-failed',
		as: 'admin',
		path: '/admin/courses',
		windowOnly: true,
		allows: /status of 503/,
		prepare: (page) => answer(page, createCourse, { status: 503, body: 'The database is busy.' }),
		async reach(page) {
			await page.getByRole('button', { name: 'Add Course' }).click()
			const dialog = page.getByRole('dialog')
			await dialog.getByLabel('Title').fill('A course that cannot be saved')
			await dialog.getByLabel('Description').fill('Because the server says so.')
			await dialog.getByRole('button', { name: 'Create Course' }).click()
			await expect(dialog.getByRole('alert').first()).toBeVisible()
		},
	},
]

export const courseAuthorScreens: readonly Screen[] = [
	...list,
	{ name: 'admin-course-details', as: 'admin', path: `${COURSE}/details` },
	{
		name: 'admin-course-details-errors',
		as: 'admin',
		path: `${COURSE}/details`,
		async reach(page) {
			await page.getByLabel('Title').fill('No')
			await page.getByRole('button', { name: 'Save Course' }).click()
			await expect(page.getByText('Title must be at least 3 characters')).toBeVisible()
		},
	},
	{ name: 'admin-course-settings', as: 'admin', path: `${COURSE}/settings` },
	{
		name: 'admin-course-publish',
		as: 'admin',
		path: '/admin/courses/006-first-assistant/settings',
		windowOnly: true,
		async reach(page) {
			await page.getByRole('button', { name: 'Publish', exact: true }).click()
			await expect(page.getByRole('alertdialog').getByLabel('Who can read it')).toBeVisible()
		},
	},
	{
		name: 'admin-course-settings-errors',
		as: 'admin',
		path: '/admin/courses/006-first-assistant/settings',
		async reach(page) {
			await page.getByLabel(/^Publish on/).fill('2090-11-05T09:00')
			await page.getByLabel('Unpublish on').fill('2090-11-05T08:00')
			await page.getByRole('button', { name: 'Save Settings' }).click()
			await expect(page.getByText('Choose an unpublish time after the publish time').first()).toBeVisible()
		},
	},
	{
		name: 'admin-course-settings-refused',
		as: 'admin',
		path: '/admin/courses/006-first-assistant/settings',
		async prepare(page) {
			const course = await send<object>(page, 'GET', '/api/courses/006-first-assistant')
			const refused = { ...course, publishAt: '2026-11-05T14:00:00.000Z', publishRefusal: 'noModules' }
			await answer(page, getCourse, { json: refused })
			await answer(page, updateCourse, { json: refused })
		},
		async reach(page) {
			await page.getByLabel('Unpublish on').fill('2090-11-05T08:00')
			await page.getByRole('button', { name: 'Save Settings' }).click()
			await expect(page.getByText(/This course was scheduled for/)).toBeVisible()
		},
	},
	{
		name: 'admin-course-preview',
		as: 'admin',
		path: '/admin/courses/006-first-assistant/preview',
	},
	{
		name: 'admin-course-not-found',
		as: 'admin',
		path: '/admin/courses/no-such-course/modules',
		allows: /status of 404/,
	},
	{ name: 'admin-journals-waiting', as: 'admin', path: '/admin/journal' },
	{
		name: 'admin-journals',
		as: 'admin',
		path: '/admin/courses/003-pricing/journal',
		reach: (page) => expect(page.getByText('My floor is higher')).toBeVisible(),
	},
	{
		name: 'admin-journals-all',
		as: 'admin',
		path: '/admin/courses/003-pricing/journal',
		async reach(page) {
			await page.getByRole('tab', { name: 'All entries' }).click()
			await expect(page.getByText('My floor is higher')).toBeVisible()
		},
	},
	{
		name: 'admin-journals-none',
		as: 'admin',
		path: '/admin/courses/002-marketing-ethics/journal',
		reach: (page) => expect(page.getByText('No entries waiting for feedback')).toBeVisible(),
	},
]

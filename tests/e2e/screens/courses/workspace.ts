import type { Page } from 'playwright/test'
import { awake, expect } from '../../support/fixtures.ts'
import type { Screen } from '../../support/screens/screen.ts'
import { send } from '../../support/send.ts'

const TEXT = {
	title: 'The first ninety seconds',
	description: 'What to say before they tell you everything.',
	type: 'text',
	content: '<p>Ask for the full name of the caller and of everybody on the other side, before the story begins.</p>',
}
const EDITED = {
	...TEXT,
	title: 'The first two minutes',
	content:
		'<p>Ask for the full name of the caller and of every company on the other side, and only then for the story.</p>',
	additionalContent: {},
}

interface CourseIds {
	course: string
	module: string
}

/** Creates a separate course for each state, with one module that was published twice. */
async function createCourse(page: Page): Promise<CourseIds> {
	const details = { title: 'The intake call', description: 'From the first ring to the decision.' }
	const { id: course } = await send<{ id: string }>(page, 'POST', '/api/courses', { ...details, isPublished: true })
	const { id: module } = await send<{ id: string }>(page, 'POST', `/api/courses/${course}/modules`, TEXT)
	await send(page, 'PUT', `/api/modules/${module}`, { content: `${TEXT.content}<p>Then the date.</p>` })
	return { course, module }
}

const keepDraft = (page: Page, { module }: CourseIds) => send(page, 'PUT', `/api/admin/modules/${module}/draft`, EDITED)

/** Returns a screen of a new course. `before` changes the course, and `where` returns the last part of the path. */
const inOwnCourse = (
	name: string,
	pathEnd: (ids: CourseIds) => string,
	{
		before,
		reach,
		...rest
	}: {
		before?: (page: Page, ids: CourseIds) => Promise<unknown>
		reach?: (page: Page) => Promise<void>
	} & Partial<Screen> = {},
): Screen => ({
	...rest,
	name,
	as: 'admin',
	path: '/admin/courses',
	async reach(page) {
		const ids = await createCourse(page)
		await before?.(page, ids)
		await page.goto(`/admin/courses/${ids.course}/${pathEnd(ids)}`)
		await awake(page)
		await reach?.(page)
	},
})

const inModules = () => 'modules'

/** Drafts, versions and copies in the course workspace. */
export const courseWorkspaceScreens: readonly Screen[] = [
	inOwnCourse('admin-modules-draft', inModules, {
		async before(page, ids) {
			await keepDraft(page, ids)
			await send(page, 'POST', `/api/admin/courses/${ids.course}/drafts`, { ...EDITED, title: 'What comes after' })
		},
		reach: (page) => expect(page.getByRole('button', { name: 'Publish all changes' })).toBeVisible(),
	}),
	inOwnCourse('admin-modules-draft-new', inModules, {
		before: (page, { course }) =>
			send(page, 'POST', `/api/admin/courses/${course}/drafts`, {
				...{ ...EDITED, title: 'What comes after' },
				availableAfterDays: 7,
			}),
		async reach(page) {
			await page.getByRole('button', { name: /What comes after/ }).click()
			await expect(page.getByText('Opens 7 days after a member enrolls')).toBeVisible()
		},
	}),
	inOwnCourse('admin-modules-menu', inModules, {
		windowOnly: true,
		async reach(page) {
			await page.getByRole('button', { name: /^More for/ }).click()
			await expect(page.getByRole('menu')).toBeVisible()
		},
	}),
	inOwnCourse('admin-modules-draft-behind', inModules, {
		async before(page, ids) {
			await keepDraft(page, ids)
			await send(page, 'PUT', `/api/modules/${ids.module}`, { title: 'Published meanwhile' })
		},
		reach: (page) => expect(page.getByText('has changed since this draft was started')).toBeVisible(),
	}),
	inOwnCourse('admin-module-edit-live', inModules, {
		before: keepDraft,
		async reach(page) {
			await page.getByRole('button', { name: /^Edit/ }).click()
			await expect(page.getByRole('button', { name: 'Keep as draft' })).toBeVisible()
		},
	}),
	inOwnCourse('admin-module-copy', inModules, {
		windowOnly: true,
		async reach(page) {
			await page.getByRole('button', { name: /^More for/ }).click()
			await page.getByRole('menuitem', { name: 'Copy to another course' }).click()
			await expect(page.getByRole('dialog', { name: 'Copy to another course' })).toBeVisible()
		},
	}),
	inOwnCourse('admin-module-versions', ({ module }) => `modules/${module}`),
	inOwnCourse('admin-module-versions-beside', ({ module }) => `modules/${module}`, {
		reach: (page) => page.getByRole('tab', { name: 'Side by side' }).click(),
	}),
	inOwnCourse('admin-module-versions-draft', ({ module }) => `modules/${module}?version=draft`, { before: keepDraft }),
	{
		name: 'admin-module-versions-none',
		as: 'admin',
		path: '/admin/courses/005-client-intake/modules/005-client-intake-who-is-calling',
		sleeps: true,
	},
	inOwnCourse('admin-course-details-earlier', () => 'details', {
		before: (page, { course }) => send(page, 'PUT', `/api/courses/${course}`, { title: 'The call before the case' }),
		reach: (page) => expect(page.getByRole('heading', { name: 'Earlier details' })).toBeVisible(),
	}),
	{ name: 'admin-course-members', as: 'admin', path: '/admin/courses/005-client-intake/members' },
	{
		name: 'admin-course-members-none-found',
		as: 'admin',
		path: '/admin/courses/005-client-intake/members?search=zzzz',
		reach: (page) => expect(page.getByText('No members found')).toBeVisible(),
	},
	inOwnCourse('admin-course-members-none', () => 'members', {
		reach: (page) => expect(page.getByText('No members enrolled yet')).toBeVisible(),
	}),
	inOwnCourse('admin-course-preview-drafts', () => 'preview', { before: keepDraft }),
]

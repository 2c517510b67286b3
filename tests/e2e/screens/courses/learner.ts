import type { Page } from 'playwright/test'
import { getProgress, listUserCourses, listUserProgress } from '#src/features/courses/contract.ts'
import { listModules } from '#src/features/modules/contract.ts'
import { expect } from '../../support/fixtures.ts'
import { MODULES, makeLockedCourse } from '../../support/locked-course.ts'
import { answer, hold } from '../../support/screens/answers.ts'
import type { Screen } from '../../support/screens/screen.ts'
import { courseModuleScreens, failing, INTAKE, journalEntry, mockAttempt, mockJournal } from './modules.ts'

const MARKETING = '/courses/002-marketing-ethics'

/** Mocks six completed modules. */
async function mockCompleted(page: Page): Promise<void> {
	const all = (await (await page.context().request.get('/api/courses/005-client-intake/modules')).json()) as {
		id: string
	}[]
	expect(all).toHaveLength(6)
	const next = { id: '002-marketing-ethics', title: 'Marketing you can defend' }
	const progress = { completed: all.length, total: all.length, next }
	await answer(page, getProgress, { json: progress })
	await answer(page, listUserProgress, {
		json: all.map(({ id }) => ({ moduleId: id, isCompleted: true })),
	})
	await mockAttempt(page, 5)
	await mockJournal(page, journalEntry('A good sheet. Put the conflict check above everything else.'))
}

const catalogue: readonly Screen[] = [
	{ name: 'courses-visitor', path: '/courses' },
	{ name: 'courses-mine', as: 'member', path: '/courses' },
	{
		name: 'courses-all',
		as: 'member',
		path: '/courses',
		reach: (page) => page.getByRole('tab', { name: 'All Courses' }).click(),
	},
	{
		name: 'courses-mine-none',
		as: 'member',
		path: '/courses',
		prepare: (page) => answer(page, listUserCourses, { json: [] }),
		reach: (page) => expect(page.getByText("You aren't enrolled in any courses yet")).toBeVisible(),
	},
	{
		name: 'courses-mine-loading',
		as: 'member',
		path: '/courses',
		prepare: (page) => hold(page, listUserCourses),
	},
	{
		name: 'courses-mine-failed',
		as: 'member',
		path: '/courses',
		allows: /status of 503/,
		prepare: (page) => answer(page, listUserCourses, failing),
		reach: (page) => expect(page.getByRole('main').getByRole('alert').first()).toBeVisible(),
	},
	{
		name: 'courses-found',
		path: '/courses',
		async reach(page) {
			await page.getByLabel('Search courses').fill('trust reconciliation')
			await expect(page.getByRole('article')).toHaveCount(1)
		},
	},
	{
		name: 'courses-no-match',
		path: '/courses',
		async reach(page) {
			await page.getByLabel('Search courses').fill('admiralty')
			await expect(page.getByText('No matching courses found')).toBeVisible()
		},
	},
]

const course: readonly Screen[] = [
	// A visitor's islands on a course page hydrate on interaction.
	{ name: 'course-visitor', path: INTAKE, sleeps: true },
	{
		name: 'course-not-enrolled',
		as: 'member',
		path: MARKETING,
		reach: (page) => expect(page.getByRole('button', { name: 'Enroll in Course' })).toBeVisible(),
	},
	{
		name: 'course-enrolled',
		as: 'member',
		path: INTAKE,
		reach: (page) => expect(page.getByText(/\/6 complete/)).toBeVisible(),
	},
	{
		name: 'course-about',
		as: 'member',
		path: INTAKE,
		async reach(page) {
			await page.getByRole('button', { name: 'About this course' }).click()
			await expect(page.getByText('Beginner', { exact: true })).toBeVisible()
		},
	},
	{
		name: 'course-not-begun',
		as: 'member',
		path: '/courses/003-pricing',
		reach: (page) => expect(page.getByRole('link', { name: 'Start module 1' })).toBeVisible(),
	},
	{
		name: 'course-completed',
		as: 'member',
		path: INTAKE,
		prepare: mockCompleted,
		reach: (page) => expect(page.getByText('6/6 complete')).toBeVisible(),
	},
	{
		name: 'course-admin',
		as: 'admin',
		path: MARKETING,
		reach: (page) => expect(page.getByRole('button', { name: 'Enroll in Course' })).toBeVisible(),
	},
	{
		name: 'course-progress-loading',
		as: 'member',
		path: INTAKE,
		async prepare(page) {
			await hold(page, getProgress)
			await hold(page, listUserProgress)
		},
	},
	{
		name: 'course-progress-failed',
		as: 'member',
		path: INTAKE,
		allows: /status of 500/,
		prepare: (page) => answer(page, listUserProgress, { ...failing, status: 500 }),
		reach: (page) => expect(page.getByRole('main').getByRole('alert').first()).toBeVisible(),
	},
	{
		name: 'course-locked',
		path: '/courses/a-course-in-parts',
		prepare: async (page) => void (await makeLockedCourse(page, 'A course in parts')),
	},
	{
		name: 'course-locked-member',
		as: 'member',
		path: '/courses/a-course-in-parts',
		prepare: async (page) => void (await makeLockedCourse(page, 'A course in parts')),
		reach: (page) => expect(page.getByText('Opens 7 days after you enroll').first()).toBeVisible(),
	},
	{
		name: 'course-for-members',
		path: '/courses/a-course-for-members',
		prepare: async (page) =>
			void (await makeLockedCourse(page, 'A course for members', MODULES, { membersOnly: true })),
		reach: (page) => expect(page.getByText('This course is for members.')).toBeVisible(),
	},
	{
		name: 'course-for-members-member',
		as: 'member',
		path: '/courses/a-course-for-members',
		prepare: async (page) =>
			void (await makeLockedCourse(page, 'A course for members', MODULES, { membersOnly: true })),
		reach: (page) => expect(page.getByText('The words that were kept back until now.')).toBeVisible(),
	},
	{
		name: 'course-for-members-failed',
		as: 'member',
		path: '/courses/a-course-for-members',
		allows: /status of 500/,
		async prepare(page) {
			await makeLockedCourse(page, 'A course for members', MODULES, { membersOnly: true })
			await answer(page, listModules, { ...failing, status: 500 })
		},
		reach: (page) => expect(page.getByText('Failed to fetch modules')).toBeVisible(),
	},
	{
		name: 'courses-for-members',
		path: '/courses',
		prepare: async (page) =>
			void (await makeLockedCourse(page, 'A course for members', MODULES, { membersOnly: true })),
		reach: (page) => expect(page.locator('.course-card', { hasText: 'A course for members' })).toBeVisible(),
	},
	{ name: 'course-not-found', path: '/courses/no-such-course', allows: /status of 404/ },
]

export const courseLearnerScreens: readonly Screen[] = [
	...catalogue,
	...course,
	...courseModuleScreens,
	{ name: 'dashboard', as: 'member', path: '/dashboard' },
	{
		name: 'dashboard-playing',
		as: 'member',
		path: '/dashboard',
		windowOnly: true,
		async reach(page) {
			await page.getByRole('button', { name: /^Play / }).click()
			await page
				.getByRole('region', { name: 'Now playing' })
				.getByRole('button', { name: 'Pause', exact: true })
				.click()
		},
	},
	// Ruth is the instructor and is enrolled nowhere.
	{ name: 'dashboard-none', as: 'admin', path: '/dashboard' },
]

import type { Page } from 'playwright/test'
import { expect } from '../support/fixtures.ts'
import { answer, hold } from './answers.ts'
import type { Screen } from './screen.ts'

const INTAKE = '/courses/005-client-intake'
const MARKETING = '/courses/002-marketing-ethics'
const notEnrolled = /status of 403.*progress/
const failing = { status: 503, contentType: 'text/plain', body: 'The database is busy. Please try again.' }

const READING = 'Who is calling, and why now'
const VIDEO = 'The fifteen-minute call'
const QUIZ = 'Red flags, graded'
const JOURNAL = 'Your own intake sheet'

const module = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
const reading = (page: Page) => module(page, READING)
const quiz = (page: Page) => module(page, QUIZ)
const journal = (page: Page) => module(page, JOURNAL)

const openDiscussion = (page: Page) => reading(page).getByRole('tab', { name: 'Discussion' }).click()

/** The last attempt at the quiz of five, with so many right. */
const attempted = (page: Page, right: number) => {
	const results = Array.from({ length: 5 }, (_, index) => index < right)
	const last = {
		id: 'x',
		score: right * 20,
		passingScore: 80,
		passed: right >= 4,
		results,
		createdAt: '2026-11-20T20:00:00Z',
	}
	return answer(page, 'GET', '/api/modules/[^/]+/quiz-attempts', { json: { hasPassed: right >= 4, last } })
}

const written = (instructorFeedback: string | null) => ({
	id: 'x',
	content:
		'Who are the parties? What is the deadline? Who else have you called, and what did they say?\n\nThen, and only then: what happened?',
	instructorFeedback,
	createdAt: '2026-11-18T20:00:00Z',
	updatedAt: '2026-11-19T20:00:00Z',
	feedbackAt: instructorFeedback && '2026-11-20T15:00:00Z',
})
const wroteJournal = (page: Page, entry: unknown) => answer(page, 'GET', '/api/modules/[^/]+/journal', { json: entry })

/** All six modules done. */
async function completed(page: Page): Promise<void> {
	const all = (await (await page.context().request.get('/api/courses/005-client-intake/modules')).json()) as {
		id: string
	}[]
	expect(all).toHaveLength(6)
	const progress = { completed: all.length, total: all.length }
	await answer(page, 'GET', '/api/courses/005-client-intake/progress', { json: progress })
	await answer(page, 'GET', '/api/courses/005-client-intake/user-progress', {
		json: all.map(({ id }) => ({ moduleId: id, isCompleted: true })),
	})
	await attempted(page, 5)
	await wroteJournal(page, written('A good sheet. Put the conflict check above everything else.'))
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
		prepare: (page) => answer(page, 'GET', '/api/user/courses', { json: [] }),
		reach: (page) => expect(page.getByText("You aren't enrolled in any courses yet")).toBeVisible(),
	},
	{
		name: 'courses-mine-loading',
		as: 'member',
		path: '/courses',
		prepare: (page) => hold(page, '/api/user/courses'),
	},
	{
		name: 'courses-mine-failed',
		as: 'member',
		path: '/courses',
		allows: /status of 503/,
		prepare: (page) => answer(page, 'GET', '/api/user/courses', failing),
		reach: (page) => expect(page.getByRole('alert').first()).toBeVisible(),
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
	// A visitor's islands on a course page sleep until they are touched.
	{ name: 'course-visitor', path: INTAKE, sleeps: true },
	{
		name: 'course-not-enrolled',
		as: 'member',
		path: MARKETING,
		allows: notEnrolled,
		reach: (page) => expect(page.getByRole('button', { name: 'Enroll in Course' })).toBeVisible(),
	},
	{
		name: 'course-enrolled',
		as: 'member',
		path: INTAKE,
		reach: (page) => expect(page.getByText(/\/6 complete/)).toBeVisible(),
	},
	{
		name: 'course-completed',
		as: 'member',
		path: INTAKE,
		prepare: completed,
		reach: (page) => expect(page.getByText('6/6 complete')).toBeVisible(),
	},
	{
		name: 'course-admin',
		as: 'admin',
		path: MARKETING,
		allows: notEnrolled,
		reach: (page) => expect(page.getByRole('button', { name: 'Enroll in Course' })).toBeVisible(),
	},
	{
		name: 'course-progress-loading',
		as: 'member',
		path: INTAKE,
		prepare: (page) => hold(page, '/api/courses/[^/]+/(user-)?progress'),
	},
	{
		name: 'course-progress-failed',
		as: 'member',
		path: INTAKE,
		allows: /status of 500/,
		prepare: (page) => answer(page, 'GET', '/api/courses/[^/]+/user-progress', { ...failing, status: 500 }),
		reach: (page) => expect(page.getByRole('alert').first()).toBeVisible(),
	},
	{ name: 'course-not-found', path: '/courses/no-such-course', allows: /status of 404/ },
]

/** A state of one module of the course. */
const inModule = (title: string, screen: Omit<Screen, 'path' | 'part'>): Screen => ({
	...screen,
	path: INTAKE,
	part: (page) => module(page, title),
})

const modules: readonly Screen[] = [
	inModule(VIDEO, {
		name: 'module-video-playing',
		sleeps: true,
		async reach(page) {
			const watching = module(page, VIDEO)
			await watching.getByRole('button', { name: /^Play video/ }).click()
			await expect(watching.locator('video')).toBeVisible()
		},
	}),
	inModule(VIDEO, {
		name: 'module-video-transcript',
		sleeps: true,
		reach: (page) => module(page, VIDEO).getByRole('tab', { name: 'Transcript' }).click(),
	}),
	inModule(QUIZ, {
		name: 'quiz-in-progress',
		sleeps: true,
		async reach(page) {
			await quiz(page).getByRole('radio').first().click()
			await quiz(page).getByRole('button', { name: 'Next' }).click()
			await expect(quiz(page).getByText('Question 2 of 5')).toBeVisible()
		},
	}),
	inModule(QUIZ, {
		name: 'quiz-incomplete-at-the-end',
		sleeps: true,
		async reach(page) {
			for (let step = 0; step < 4; step++) await quiz(page).getByRole('button', { name: 'Next' }).click()
			await expect(quiz(page).getByText('4 questions have no answer yet.')).toBeVisible()
		},
	}),
	inModule(QUIZ, {
		name: 'quiz-of-a-visitor-finished',
		sleeps: true,
		allows: /status of 401/,
		async reach(page) {
			for (let step = 0; step < 5; step++) {
				await quiz(page).getByRole('radio').first().click()
				await quiz(page)
					.getByRole('button', { name: step < 4 ? 'Next' : 'Finish Quiz' })
					.click()
			}
			await expect(quiz(page).getByRole('alert')).toBeVisible()
		},
	}),
	inModule(QUIZ, {
		name: 'quiz-failed',
		as: 'member',
		prepare: (page) => attempted(page, 2),
		reach: (page) => expect(quiz(page).getByText('Not passed yet')).toBeVisible(),
	}),
	inModule(QUIZ, {
		name: 'quiz-passed',
		as: 'member',
		prepare: (page) => attempted(page, 4),
		reach: (page) => expect(quiz(page).getByRole('button', { name: 'Mark Module as Complete' })).toBeVisible(),
	}),
	inModule(JOURNAL, {
		name: 'journal-empty',
		as: 'member',
		prepare: (page) => wroteJournal(page, null),
		reach: (page) => expect(journal(page).getByRole('button', { name: 'Save' })).toBeDisabled(),
	}),
	inModule(JOURNAL, {
		name: 'journal-over-limit',
		as: 'member',
		prepare: (page) => wroteJournal(page, null),
		async reach(page) {
			await journal(page).getByLabel('Your entry').fill('word '.repeat(1_000))
			await expect(journal(page).getByText(/Shorten it by/)).toBeVisible()
		},
	}),
	inModule(JOURNAL, {
		name: 'journal-saved',
		as: 'member',
		prepare: (page) => wroteJournal(page, written(null)),
		reach: (page) => expect(journal(page).getByText(/^Saved /)).toBeVisible(),
	}),
	inModule(JOURNAL, {
		name: 'journal-feedback',
		as: 'member',
		prepare: (page) => wroteJournal(page, written('A good sheet. Put the conflict check above everything else.')),
		reach: (page) => expect(journal(page).getByRole('region', { name: 'Instructor feedback' })).toBeVisible(),
	}),
	inModule(JOURNAL, {
		name: 'journal-failed',
		as: 'member',
		allows: /status of 503/,
		prepare: (page) => answer(page, 'GET', '/api/modules/[^/]+/journal', failing),
		reach: (page) => expect(journal(page).getByRole('alert')).toBeVisible(),
	}),
]

const discussion: readonly Screen[] = [
	inModule(READING, {
		name: 'discussion-visitor',
		sleeps: true,
		async reach(page) {
			await openDiscussion(page)
			await expect(reading(page).getByText('Login Required')).toBeVisible()
		},
	}),
	inModule(READING, {
		name: 'discussion-replies',
		as: 'member',
		async reach(page) {
			await openDiscussion(page)
			await reading(page).getByRole('button', { name: 'Show 1 reply' }).click()
			await expect(reading(page).getByText('That is a keeper')).toBeVisible()
			await reading(page)
				.getByRole('button', { name: /^Reply to/ })
				.first()
				.click()
		},
	}),
	inModule(READING, {
		name: 'discussion-instructor',
		as: 'admin',
		allows: notEnrolled,
		async reach(page) {
			await openDiscussion(page)
			await expect(reading(page).getByRole('button', { name: /^Unpin/ })).toBeVisible()
		},
	}),
	inModule(READING, {
		name: 'discussion-empty',
		as: 'member',
		prepare: (page) => answer(page, 'GET', '/api/modules/[^/]+/comments', { json: [] }),
		async reach(page) {
			await openDiscussion(page)
			await expect(page.getByText('No comments yet. Yours can be the first.')).toBeVisible()
		},
	}),
	inModule(READING, {
		name: 'discussion-loading',
		as: 'member',
		prepare: (page) => hold(page, '/api/modules/[^/]+/comments'),
		reach: (page) => openDiscussion(page),
	}),
	inModule(READING, {
		name: 'discussion-failed',
		as: 'member',
		allows: /status of 503/,
		prepare: (page) => answer(page, 'GET', '/api/modules/[^/]+/comments', failing),
		async reach(page) {
			await openDiscussion(page)
			await expect(reading(page).getByRole('alert')).toBeVisible()
		},
	}),
]

export const courseLearnerScreens: readonly Screen[] = [
	...catalogue,
	...course,
	...modules,
	...discussion,
	{ name: 'dashboard', as: 'member', path: '/dashboard' },
	// Ruth teaches: she takes no course herself.
	{ name: 'dashboard-none', as: 'admin', path: '/dashboard' },
]

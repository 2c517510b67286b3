import type { Page } from 'playwright/test'
import * as z from 'zod/mini'
import { readCourse } from '#src/app/seed/courses/read-course.ts'
import { listComments } from '#src/features/discussion/contract.ts'
import { getQuizState, type QuizResult } from '#src/features/modules/contract.ts'
import { getJournal, saveJournal } from '#src/features/modules/journal-contract.ts'
import { questionsVersion, quizData } from '#src/features/modules/types/quiz/schema.ts'
import { expect } from '../../support/fixtures.ts'
import { answer, hold, saveMeanwhile } from '../../support/screens/answers.ts'
import type { Screen } from '../../support/screens/screen.ts'
import { send } from '../../support/send.ts'

/** A course with modules of every type. */
export const INTAKE = '/courses/005-client-intake'
export const failing = { status: 503, body: 'The database is busy. Please try again.' }

const READING = 'Who is calling, and why now'
const VIDEO = 'The fifteen-minute call'
const QUIZ = 'Red flags, graded'
const JOURNAL = 'Your own intake sheet'

const module = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
const reading = (page: Page) => module(page, READING)
const quiz = (page: Page) => module(page, QUIZ)
const journal = (page: Page) => module(page, JOURNAL)

const openDiscussion = (page: Page) => reading(page).getByRole('tab', { name: 'Discussion' }).click()

const { questions } = z.parse(quizData, readCourse('client-intake').modules.find(({ type }) => type === 'quiz')?.data)

/** Mocks the last attempt at the five-question quiz with this many correct answers. */
export const mockAttempt = (page: Page, right: number, changes: Partial<QuizResult> = {}) => {
	const results = Array.from({ length: 5 }, (_, index) => index < right)
	const last = {
		id: 'x',
		score: right * 20,
		passingScore: 80,
		passed: right >= 4,
		results,
		answers: results.map((isRight, index) => (isRight ? 0 : index === 4 ? null : 1)),
		questions: questionsVersion({ questions }),
		explanations: questions.map(({ why }) => ({ why, readAgain: { moduleId: 'x' } })),
		createdAt: '2026-11-20T20:00:00Z',
		...changes,
	}
	const passed = right >= 4 ? last : null
	return answer(page, getQuizState, { json: { hasPassed: passed !== null, passed, last } })
}

/** Returns a journal entry with or without feedback. */
export const journalEntry = (instructorFeedback: string | null) => ({
	id: 'x',
	content:
		'Who are the parties? What is the deadline? Who else have you called, and what did they say?\n\nThen, and only then: what happened?',
	instructorFeedback,
	createdAt: '2026-11-18T20:00:00Z',
	updatedAt: '2026-11-19T20:00:00Z',
	feedbackAt: instructorFeedback && '2026-11-20T15:00:00Z',
	version: 1,
})

export const mockJournal = (page: Page, entry: unknown) => answer(page, getJournal, { json: entry })

/** Returns a screen that shows one module of the course. */
const inModule = (title: string, screen: Omit<Screen, 'path' | 'part'>): Screen => ({
	...screen,
	path: INTAKE,
	part: (page) => module(page, title),
	async reach(page) {
		// A phone only shows the open module.
		if (screen.as) await page.getByRole('link', { name: title }).first().click()
		await screen.reach?.(page)
	},
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
			for (let next = 2; next <= 5; next++) {
				await quiz(page).getByRole('button', { name: 'Next' }).click()
				// Before hydration, repeated presses count once.
				await expect(quiz(page).getByText(`Question ${next} of 5`)).toBeVisible()
			}
			await quiz(page).getByRole('radio').first().click()
			await quiz(page).getByRole('button', { name: 'Finish Quiz' }).click()
			await expect(quiz(page).locator(':focus')).toHaveText(/^4 questions have no answer yet/)
			await expect(quiz(page).getByRole('button', { name: 'Finish anyway' })).toBeVisible()
		},
	}),
	inModule(QUIZ, {
		name: 'quiz-of-a-visitor-finished',
		sleeps: true,
		allows: /status of 401/,
		async reach(page) {
			for (let step = 0; step < 5; step++) {
				// Before hydration, repeated presses count once.
				await expect(quiz(page).getByText(`Question ${step + 1} of 5`)).toBeVisible()
				await quiz(page).getByRole('radio').first().check()
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
		prepare: (page) => mockAttempt(page, 2),
		reach: (page) => expect(quiz(page).getByText('Not passed yet')).toBeVisible(),
	}),
	inModule(QUIZ, {
		name: 'quiz-passed',
		as: 'member',
		prepare: (page) => mockAttempt(page, 4),
		reach: (page) => expect(quiz(page).getByRole('button', { name: 'Mark Module as Complete' })).toBeVisible(),
	}),
	inModule(QUIZ, {
		name: 'quiz-passed-and-changed',
		as: 'member',
		prepare: (page) => mockAttempt(page, 4, { questions: undefined }),
		reach: (page) => expect(quiz(page).getByText(/^This module has changed since/)).toBeVisible(),
	}),
	inModule(JOURNAL, {
		name: 'journal-empty',
		as: 'member',
		prepare: (page) => mockJournal(page, null),
		reach: (page) => expect(journal(page).getByRole('button', { name: 'Save' })).toBeDisabled(),
	}),
	inModule(JOURNAL, {
		name: 'journal-over-limit',
		as: 'member',
		prepare: (page) => mockJournal(page, null),
		async reach(page) {
			await journal(page).getByLabel('Your entry').fill('word '.repeat(1_000))
			await expect(journal(page).getByText(/Shorten it by/)).toBeVisible()
		},
	}),
	inModule(JOURNAL, {
		name: 'journal-saved',
		as: 'member',
		prepare: (page) => mockJournal(page, journalEntry(null)),
		reach: (page) => expect(journal(page).getByText(/^Saved /)).toBeVisible(),
	}),
	inModule(JOURNAL, {
		name: 'journal-feedback',
		as: 'member',
		prepare: (page) => mockJournal(page, journalEntry('A good sheet. Put the conflict check above everything else.')),
		reach: (page) => expect(journal(page).getByRole('region', { name: 'Instructor feedback' })).toBeVisible(),
	}),
	inModule(JOURNAL, {
		name: 'conflict-journal',
		as: 'member',
		allows: /status of 409/,
		async prepare(page) {
			await mockJournal(page, { ...journalEntry(null), content: 'Who are the parties?' })
			await saveMeanwhile(page, saveJournal, journalEntry(null))
		},
		async reach(page) {
			await journal(page).getByLabel('Your entry').fill('Who are the parties, and who is behind them?')
			await journal(page).getByRole('button', { name: 'Save' }).click()
			await expect(journal(page).getByRole('group', { name: 'Your entry' })).toBeVisible()
		},
	}),
	inModule(JOURNAL, {
		name: 'journal-failed',
		as: 'member',
		allows: /status of 503/,
		prepare: (page) => answer(page, getJournal, failing),
		reach: (page) => expect(journal(page).getByRole('alert')).toBeVisible(),
	}),
]

const WORKSHEETS = '/courses/with-worksheets'
const file = (name: string, bytes: number, isPublic: boolean) => ({
	url: `/media/${String(name.length).padStart(20, '0')}/${name}`,
	title: name.replace(/\..*/, '').replaceAll('-', ' '),
	...{ bytes, isPublic },
})

/** Creates a course with three worksheets and redirects `HANDED_OUT` to its preview. */
async function createWorksheets(page: Page): Promise<void> {
	const course = { title: 'With worksheets', description: 'What a module hands out.', isPublished: false }
	const { id } = await send<{ id: string }>(page, 'POST', '/api/courses', course)
	await send(page, 'POST', `/api/courses/${id}/modules`, {
		...{ title: 'The agreement', description: 'What to sign, and when.', type: 'text' },
		content: '<p>Fill in the sheet before the call, and the agreement after it.</p>',
		additionalContent: {
			files: [
				file('intake-sheet.pdf', 184_000, false),
				file('agreement-for-flat-fees-and-staged-payments.docx', 48_200, false),
				file('a-call.mp3', 12_400_000, true),
			],
		},
	})
	await page.route(`**${WORKSHEETS}`, (route) =>
		route.fulfill({ status: 302, headers: { Location: `/admin/courses/${id}/preview` } }),
	)
}

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
		async reach(page) {
			await openDiscussion(page)
			await expect(reading(page).getByRole('button', { name: /^Unpin/ })).toBeVisible()
		},
	}),
	inModule(READING, {
		name: 'discussion-empty',
		as: 'member',
		prepare: (page) => answer(page, listComments, { json: [] }),
		async reach(page) {
			await openDiscussion(page)
			await expect(page.getByText('No comments yet. Yours can be the first.')).toBeVisible()
		},
	}),
	inModule(READING, {
		name: 'discussion-loading',
		as: 'member',
		prepare: (page) => hold(page, listComments),
		reach: (page) => openDiscussion(page),
	}),
	inModule(READING, {
		name: 'discussion-failed',
		as: 'member',
		allows: /status of 503/,
		prepare: (page) => answer(page, listComments, failing),
		async reach(page) {
			await openDiscussion(page)
			await expect(reading(page).getByRole('alert')).toBeVisible()
		},
	}),
]

/** A course's video, quiz, journal and discussion, as its reader sees them. */
export const courseModuleScreens: readonly Screen[] = [
	...modules,
	...discussion,
	{ name: 'module-worksheets', as: 'admin', path: WORKSHEETS, prepare: createWorksheets },
]

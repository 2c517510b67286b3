import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import { QUIZ } from '#tests/support/quiz.ts'
import { answerCalls, held } from '#tests/support/site/island-server.ts'
import type { ReadingState } from '../../components/reading-state.ts'
import { keepQuizDraft, quizDraftKey, readQuizDraft } from './quiz-draft.ts'
import { View } from './View.tsx'

const TAKE = 'POST /api/modules/m1/quiz-attempts'
const STATE = 'GET /api/modules/m1/quiz-attempts'
const KEY = quizDraftKey('u1', 'm1')

beforeEach(() => {
	localStorage.clear()
	queryClient.clear()
})

const member: ReadingState = {
	viewer: { id: 'u1', role: 'user' },
	isEnrolled: true,
	isCompleted: false,
	isSaving: false,
	complete: vi.fn(),
}
const module = { id: 'm1', title: 'What did you take from it?', type: 'quiz', additionalContent: JSON.stringify(QUIZ) }

function open(answers: Parameters<typeof answerCalls>[0], readingState: Partial<ReadingState> = {}) {
	const made = answerCalls({ [STATE]: () => ({ last: null, hasPassed: false }), ...answers })
	const shown = render(<View module={module} readingState={{ ...member, ...readingState }} />)
	return { user: userEvent.setup(), made, ...shown }
}
type User = ReturnType<typeof userEvent.setup>
const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }))
const choose = (user: User, name: string) => user.click(screen.getByRole('radio', { name }))

async function answerAll(user: User) {
	await choose(user, 'four')
	await press(user, 'Next')
	await choose(user, 'the sky')
	await press(user, 'Next')
	await choose(user, 'the clock')
}
const attempt = {
	id: 'a1',
	score: 67,
	passingScore: 60,
	passed: true,
	results: [true, true, false],
	answers: [1, 0, 1],
	createdAt: '2026-01-01T00:00:00.000Z',
}

test('focuses each new question, but not when the page opens', async () => {
	const { user } = open({})
	expect(document.activeElement).toBe(document.body)
	await press(user, 'Next')
	expect(document.activeElement?.textContent).toBe('Question 2 of 3Up?')
	await press(user, 'Previous')
	expect(document.activeElement?.textContent).toContain('Question 1 of 3')
})

test('sends answers in order, focuses the result and removes the draft', async () => {
	const sent: unknown[] = []
	const { user } = open({
		[TAKE]: (body) => {
			sent.push(body)
			return attempt
		},
		[STATE]: () => ({ last: sent.length > 0 ? attempt : null, hasPassed: sent.length > 0 }),
	})
	await answerAll(user)
	await press(user, 'Finish Quiz')
	const heading = await screen.findByRole('heading', { name: 'You passed' })
	expect(sent).toEqual([{ answers: [1, 0, 1] }])
	expect(document.activeElement).toBe(heading)
	expect(screen.getByText('Your answer: the clock')).toBeDefined()
	expect(readQuizDraft(KEY, 3)).toBeUndefined()
})

test('keeps every answer after a failure, shows an error, and sends the same on retry', async () => {
	let isAway = true
	const sent: unknown[] = []
	const { user } = open({
		[TAKE]: (body) => {
			sent.push(body)
			if (isAway) throw new TypeError('Failed to fetch')
			return attempt
		},
	})
	await answerAll(user)
	await press(user, 'Finish Quiz')
	await screen.findByRole('alert')
	expect(screen.getByRole('radio', { name: 'the clock' })).toHaveProperty('checked', true)
	expect(readQuizDraft(KEY, 3)).toMatchObject({ answers: [1, 0, 1], at: 2 })
	isAway = false
	await press(user, 'Finish Quiz')
	await screen.findByRole('heading', { name: 'You passed' })
	expect(sent).toEqual([{ answers: [1, 0, 1] }, { answers: [1, 0, 1] }])
})

test('sends answers once after two presses', async () => {
	const { until, letGo } = held<unknown>()
	const { user, made } = open({ [TAKE]: () => until })
	await answerAll(user)
	await press(user, 'Finish Quiz')
	await press(user, 'Checking...')
	letGo(attempt)
	await screen.findByRole('heading', { name: 'You passed' })
	expect(made.filter((call) => call === TAKE)).toHaveLength(1)
})

test('warns about unanswered questions before the end, and requires the last answer', async () => {
	const { user } = open({})
	await press(user, 'Next')
	await press(user, 'Next')
	expect(screen.getByText('2 questions have no answer yet. They count as wrong if you finish now.')).toBeDefined()
	expect(screen.getByRole('button', { name: 'Finish Quiz' })).toHaveProperty('disabled', true)
	await choose(user, 'you')
	expect(screen.getByRole('button', { name: 'Finish Quiz' })).toHaveProperty('disabled', false)
})

test('resumes a started quiz instead of an older result', async () => {
	keepQuizDraft(KEY, { answers: [1, null, null], at: 1 })
	const { made } = open({ [STATE]: () => ({ last: attempt, hasPassed: true }) })
	await waitFor(() => expect(made).toContain(STATE))
	expect(screen.getByText('Question 2 of 3')).toBeDefined()
	expect(screen.queryByRole('heading', { name: 'You passed' })).toBeNull()
})

test('shows a newer result of another device instead of the local draft', async () => {
	keepQuizDraft(KEY, { answers: [1, 0, null], at: 2, keptAt: Date.parse(attempt.createdAt) - 1 })
	open({ [STATE]: () => ({ last: attempt, hasPassed: true }) })
	expect(await screen.findByRole('heading', { name: 'You passed' })).toBeDefined()
	expect(document.activeElement).toBe(document.body)
})

test('says how many answers are missing, and keeps the focus after the module was marked complete', async () => {
	const last = { ...attempt, answers: [1, 0, null] }
	const { user, rerender } = open({ [STATE]: () => ({ last, hasPassed: true }) })
	expect(await screen.findByText(/2 of 3 right, 1 not answered\. You pass with 60%\./)).toBeDefined()
	await press(user, 'Mark Module as Complete')
	rerender(<View module={module} readingState={{ ...member, isCompleted: true }} />)
	expect(document.activeElement).toBe(screen.getByText('This module is complete.'))
})

test('starts over on Retry with the focus on the first question', async () => {
	const { user } = open({ [STATE]: () => ({ last: attempt, hasPassed: true }) })
	await screen.findByRole('heading', { name: 'You passed' })
	await press(user, 'Retry Quiz')
	expect(document.activeElement?.textContent).toContain('Question 1 of 3')
	expect(screen.getAllByRole('radio').some((radio) => (radio as HTMLInputElement).checked)).toBe(false)
})

test('asks a visitor to sign in, and keeps the answers', async () => {
	const { user, rerender } = open({}, { viewer: null })
	expect(screen.getByText(/We keep your answers in this browser/)).toBeDefined()
	await choose(user, 'four')
	rerender(<View module={module} readingState={member} />)
	await waitFor(() => expect(readQuizDraft(KEY, 3)).toMatchObject({ answers: [1, null, null], at: 0 }))
	expect(screen.getByRole('radio', { name: 'four' })).toHaveProperty('checked', true)
	expect(readQuizDraft(quizDraftKey(undefined, 'm1'), 3)).toBeUndefined()
})

const onServer = { question: 2, answers: [1, null, null], updatedAt: '2026-06-01T12:00:00.000Z' }

test('resumes a quiz from another device when its place arrives', async () => {
	const { rerender } = open({})
	rerender(<View module={module} readingState={{ ...member, place: onServer }} />)
	expect(await screen.findByText('Question 3 of 3')).toBeDefined()
	// The reader may be elsewhere on the page.
	expect(document.activeElement).toBe(document.body)
})

test.each([
	['that does not fit the quiz', { ...onServer, question: 3 }, undefined],
	['with the answers of another quiz', { ...onServer, answers: [1] }, undefined],
	['that is older than the local draft', onServer, Date.parse('2026-06-01T12:00:01.000Z')],
])('ignores a place %s', async (_, place, keptAt) => {
	if (keptAt !== undefined) keepQuizDraft(KEY, { answers: [1, 0, null], at: 1, keptAt })
	const { made } = open({}, { place })
	await waitFor(() => expect(made).toContain(STATE))
	expect(screen.getByText(`Question ${keptAt === undefined ? 1 : 2} of 3`)).toBeDefined()
})

test('saves the place on each change, and ignores a place that arrives later', async () => {
	const savePlace = vi.fn()
	const { user, rerender } = open({}, { savePlace })
	await choose(user, 'four')
	await press(user, 'Next')
	expect(savePlace).toHaveBeenLastCalledWith({ question: 1, answers: [1, null, null] })
	rerender(<View module={module} readingState={{ ...member, savePlace, place: onServer }} />)
	expect(screen.getByText('Question 2 of 3')).toBeDefined()
})

test('grades a preview locally and sends nothing', async () => {
	const { user, made } = open({}, { viewer: null, isPreview: true })
	await answerAll(user)
	await press(user, 'Finish Quiz')
	expect(await screen.findByRole('heading', { name: 'You passed' })).toBeDefined()
	expect(made).toEqual([])
})

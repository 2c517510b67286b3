import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import {
	answerAll,
	attempt,
	choose,
	KEY,
	member,
	openQuiz,
	press,
	quizModule,
	STATE,
	TAKE,
	VERSION,
} from '#tests/support/courses/quiz-view.tsx'
import { held } from '#tests/support/site/island-server.ts'
import { keepQuizDraft, quizDraftKey, readQuizDraft } from './quiz-draft.ts'
import { View } from './View.tsx'

beforeEach(() => {
	localStorage.clear()
	queryClient.clear()
})

test('focuses each new question, but not when the page opens', async () => {
	const { user } = openQuiz({})
	expect(document.activeElement).toBe(document.body)
	await press(user, 'Next')
	expect(document.activeElement?.textContent).toBe('Question 2 of 3Up?')
	await press(user, 'Previous')
	expect(document.activeElement?.textContent).toContain('Question 1 of 3')
})

test('moves by one question on a double click', async () => {
	const { user } = openQuiz({})
	await user.dblClick(screen.getByRole('button', { name: 'Next' }))
	expect(screen.getByText('Question 2 of 3')).toBeTruthy()
})

test('sends answers in order, focuses the result and removes the draft', async () => {
	const sent: unknown[] = []
	const { user } = openQuiz({
		[TAKE]: (body) => {
			sent.push(body)
			return attempt
		},
		[STATE]: () => {
			const last = sent.length > 0 ? attempt : null
			return { last, passed: last, hasPassed: last !== null }
		},
	})
	await answerAll(user)
	await press(user, 'Finish Quiz')
	const heading = await screen.findByRole('heading', { name: 'You passed' })
	expect(sent).toEqual([{ answers: [1, 0, 1], questions: VERSION }])
	expect(document.activeElement).toBe(heading)
	expect(screen.getByText('Your answer: the clock')).toBeDefined()
	expect(readQuizDraft(KEY, 3)).toBeUndefined()
})

test('keeps every answer after a failure, shows an error, and sends the same answers on retry', async () => {
	let isOffline = true
	const sent: unknown[] = []
	const { user } = openQuiz({
		[TAKE]: (body) => {
			sent.push(body)
			if (isOffline) throw new TypeError('Failed to fetch')
			return attempt
		},
	})
	await answerAll(user)
	await press(user, 'Finish Quiz')
	await screen.findByRole('alert')
	expect(screen.getByRole('radio', { name: 'the clock' })).toHaveProperty('checked', true)
	expect(readQuizDraft(KEY, 3)).toMatchObject({ answers: [1, 0, 1], at: 2 })
	isOffline = false
	await press(user, 'Finish Quiz')
	await screen.findByRole('heading', { name: 'You passed' })
	const body = { answers: [1, 0, 1], questions: VERSION }
	expect(sent).toEqual([body, body])
})

test('sends answers once after two presses', async () => {
	const { until, release } = held<unknown>()
	const { user, made } = openQuiz({ [TAKE]: () => until })
	await answerAll(user)
	await press(user, 'Finish Quiz')
	await press(user, 'Checking...')
	release(attempt)
	await screen.findByRole('heading', { name: 'You passed' })
	expect(made.filter((call) => call === TAKE)).toHaveLength(1)
})

test('asks before unanswered questions count as wrong, and requires an answer to the last question', async () => {
	const sent: unknown[] = []
	const { user } = openQuiz({
		[TAKE]: (body) => {
			sent.push(body)
			return attempt
		},
	})
	await press(user, 'Next')
	await press(user, 'Next')
	const warning = screen.getByText('2 questions have no answer yet. They count as wrong if you finish now.')
	expect(screen.getByRole('button', { name: 'Finish Quiz' })).toHaveProperty('disabled', true)
	await choose(user, 'you')
	await press(user, 'Finish Quiz')
	expect(document.activeElement).toBe(warning)
	// This button replaces Finish Quiz, so a double click does not finish the quiz.
	await press(user, 'Answer question 1')
	expect(document.activeElement?.textContent).toContain('Question 1 of 3')
	await press(user, 'Next')
	await choose(user, 'the sky')
	await press(user, 'Next')
	await press(user, 'Finish Quiz')
	expect(screen.getByText('One question has no answer yet. It counts as wrong if you finish now.')).toBeDefined()
	expect(sent).toEqual([])
	await press(user, 'Finish anyway')
	await screen.findByRole('heading', { name: 'You passed' })
	expect(sent).toEqual([{ answers: [null, 0, 0], questions: VERSION }])
})

test('resumes a started quiz instead of an older result', async () => {
	keepQuizDraft(KEY, { answers: [1, null, null], at: 1 })
	const { made } = openQuiz({ [STATE]: () => ({ last: attempt, passed: attempt, hasPassed: true }) })
	await waitFor(() => expect(made).toContain(STATE))
	expect(screen.getByText('Question 2 of 3')).toBeDefined()
	expect(screen.queryByRole('heading', { name: 'You passed' })).toBeNull()
})

test('shows a newer result from another device instead of the local draft', async () => {
	keepQuizDraft(KEY, { answers: [1, 0, null], at: 2, keptAt: Date.parse(attempt.createdAt) - 1 })
	openQuiz({ [STATE]: () => ({ last: attempt, passed: attempt, hasPassed: true }) })
	expect(await screen.findByRole('heading', { name: 'You passed' })).toBeDefined()
	expect(document.activeElement).toBe(document.body)
})

test('asks a visitor to sign in, and keeps the answers', async () => {
	const { user, rerender } = openQuiz({}, { viewer: null })
	expect(screen.getByText(/We keep your answers in this browser/)).toBeDefined()
	await choose(user, 'four')
	rerender(<View module={quizModule} readingState={member} />)
	await waitFor(() => expect(readQuizDraft(KEY, 3)).toMatchObject({ answers: [1, null, null], at: 0 }))
	expect(screen.getByRole('radio', { name: 'four' })).toHaveProperty('checked', true)
	expect(readQuizDraft(quizDraftKey(undefined, 'm1', VERSION), 3)).toBeUndefined()
})

const onServer = { question: 2, answers: [1, null, null], updatedAt: '2026-06-01T12:00:00.000Z' }

test('resumes a quiz from another device when its place arrives', async () => {
	const { rerender } = openQuiz({})
	rerender(<View module={quizModule} readingState={{ ...member, place: onServer }} />)
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
	const { made } = openQuiz({}, { place })
	await waitFor(() => expect(made).toContain(STATE))
	expect(screen.getByText(`Question ${keptAt === undefined ? 1 : 2} of 3`)).toBeDefined()
})

test('saves the place on each change, and ignores a place that arrives later', async () => {
	const savePlace = vi.fn()
	const { user, rerender } = openQuiz({}, { savePlace })
	await choose(user, 'four')
	await press(user, 'Next')
	expect(savePlace).toHaveBeenLastCalledWith({ question: 1, answers: [1, null, null] })
	rerender(<View module={quizModule} readingState={{ ...member, savePlace, place: onServer }} />)
	expect(screen.getByText('Question 2 of 3')).toBeDefined()
})

test('grades a preview locally and sends nothing', async () => {
	const { user, made } = openQuiz({}, { viewer: null, isPreview: true })
	await answerAll(user)
	await press(user, 'Finish Quiz')
	expect(await screen.findByRole('heading', { name: 'You passed' })).toBeDefined()
	expect(made).toEqual([])
})

test('ignores answers to other questions', async () => {
	keepQuizDraft(quizDraftKey('u1', 'm1', 'others'), { answers: [1, 0, null], at: 2 })
	openQuiz({})
	expect(screen.getByText('Question 1 of 3')).toBeDefined()
	expect(screen.getByRole('radio', { name: 'four' })).toHaveProperty('checked', false)
})

import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import { QUIZ } from '#tests/support/quiz.ts'
import { answerCalls, held } from '#tests/support/site/island-server.ts'
import type { ReadingState } from '../../components/reading-state.ts'
import { keepQuizDraft, quizDraftKey, readQuizDraft } from './quiz-draft.ts'
import { questionsVersion } from './schema.ts'
import { View } from './View.tsx'

const TAKE = 'POST /api/modules/m1/quiz-attempts'
const STATE = 'GET /api/modules/m1/quiz-attempts'
const VERSION = questionsVersion(QUIZ)
const KEY = quizDraftKey('u1', 'm1', VERSION)

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
	const made = answerCalls({ [STATE]: () => ({ last: null, passed: null, hasPassed: false }), ...answers })
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
	questions: VERSION,
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

test('moves by one question on a double click', async () => {
	const { user } = open({})
	await user.dblClick(screen.getByRole('button', { name: 'Next' }))
	expect(screen.getByText('Question 2 of 3')).toBeTruthy()
})

test('sends answers in order, focuses the result and removes the draft', async () => {
	const sent: unknown[] = []
	const { user } = open({
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
	const body = { answers: [1, 0, 1], questions: VERSION }
	expect(sent).toEqual([body, body])
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

test('asks about unanswered questions before they count, and requires the last answer', async () => {
	const sent: unknown[] = []
	const { user } = open({
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
	// The second press of a double click loses nothing.
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
	const { made } = open({ [STATE]: () => ({ last: attempt, passed: attempt, hasPassed: true }) })
	await waitFor(() => expect(made).toContain(STATE))
	expect(screen.getByText('Question 2 of 3')).toBeDefined()
	expect(screen.queryByRole('heading', { name: 'You passed' })).toBeNull()
})

test('shows a newer result of another device instead of the local draft', async () => {
	keepQuizDraft(KEY, { answers: [1, 0, null], at: 2, keptAt: Date.parse(attempt.createdAt) - 1 })
	open({ [STATE]: () => ({ last: attempt, passed: attempt, hasPassed: true }) })
	expect(await screen.findByRole('heading', { name: 'You passed' })).toBeDefined()
	expect(document.activeElement).toBe(document.body)
})

test('says how many answers are missing, and keeps the focus after the module was marked complete', async () => {
	const last = { ...attempt, answers: [1, 0, null] }
	const { user, rerender } = open({ [STATE]: () => ({ last, passed: last, hasPassed: true }) })
	expect(await screen.findByText(/2 of 3 right, 1 not answered\. 60% to pass\./)).toBeDefined()
	await press(user, 'Mark Module as Complete')
	rerender(<View module={module} readingState={{ ...member, isCompleted: true }} />)
	expect(document.activeElement).toBe(screen.getByText('This module is complete.'))
})

test('starts over on Retry with the focus on the first question', async () => {
	const { user } = open({ [STATE]: () => ({ last: attempt, passed: attempt, hasPassed: true }) })
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
	expect(readQuizDraft(quizDraftKey(undefined, 'm1', VERSION), 3)).toBeUndefined()
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

const explained = {
	...attempt,
	explanations: [
		{ why: 'Count them.', readAgain: { moduleId: 'm0', words: 'Two and two' } },
		{ readAgain: { moduleId: 'm1' } },
		{ why: 'It is your week.' },
	],
}
const linkTo = (id: string, words?: string) => ({ href: `?m=${id}`, ...(words ? { 'data-words': words } : {}) })

test('explains each answer after a try, and leads to the paragraph', async () => {
	const { user } = open({ [TAKE]: () => explained }, { linkTo })
	expect(screen.queryByText('Count them.')).toBeNull()
	await answerAll(user)
	await press(user, 'Finish Quiz')
	const [first, second, third] = await screen.findAllByRole('listitem')
	expect(first?.textContent).toBe('Two and two?RightYour answer: fourCount them.Read it again for question 1')
	expect(first?.querySelector('a')?.dataset.words).toBe('Two and two')
	expect(second?.querySelector('a')?.getAttribute('href')).toBe('?m=m1')
	expect(third?.textContent).toBe('Who decides?WrongYour answer: the clockIt is your week.')
	expect(third?.querySelector('a')).toBeNull()
})

test('shows the score alone if the questions have changed since', async () => {
	const { questions: _, answers: __, ...old } = attempt
	const passed = { ...old, results: [true, false] }
	const { user } = open({ [STATE]: () => ({ last: passed, passed, hasPassed: true }) })
	expect(await screen.findByRole('heading', { name: 'You passed' })).toBeDefined()
	expect(screen.getByText('This module has changed since, so only the score is shown.')).toBeDefined()
	expect(screen.queryAllByRole('listitem')).toEqual([])
	expect(screen.getByRole('button', { name: 'Mark Module as Complete' })).toBeDefined()
	await press(user, 'Retry Quiz')
	expect(screen.getByText('Question 1 of 3')).toBeDefined()
})

test('comes back as passed after a worse try, which says so itself', async () => {
	const worse = { ...attempt, id: 'a2', score: 0, passed: false, results: [false, false, false], answers: [0, 1, 1] }
	const { user, unmount } = open({
		[TAKE]: () => worse,
		[STATE]: () => ({ last: worse, passed: attempt, hasPassed: true }),
	})
	expect(await screen.findByRole('heading', { name: 'You passed' })).toBeDefined()
	await press(user, 'Retry Quiz')
	await answerAll(user)
	await press(user, 'Finish Quiz')
	expect(await screen.findByRole('heading', { name: 'Not passed this time' })).toBe(document.activeElement)
	expect(screen.getByText('You passed this quiz before. That still counts.')).toBeDefined()
	unmount()
	open({ [STATE]: () => ({ last: worse, passed: attempt, hasPassed: true }) })
	expect(await screen.findByRole('heading', { name: 'You passed' })).toBeDefined()
})

test('ignores answers to other questions', async () => {
	keepQuizDraft(quizDraftKey('u1', 'm1', 'others'), { answers: [1, 0, null], at: 2 })
	open({})
	expect(screen.getByText('Question 1 of 3')).toBeDefined()
	expect(screen.getByRole('radio', { name: 'four' })).toHaveProperty('checked', false)
})

test('previews the why, without links', async () => {
	const questions = QUIZ.questions.map((question) => ({ ...question, why: 'Because.', readAgain: 'Two and two' }))
	answerCalls({})
	const additionalContent = JSON.stringify({ ...QUIZ, questions })
	render(<View module={{ ...module, additionalContent }} readingState={{ ...member, viewer: null, isPreview: true }} />)
	const user = userEvent.setup()
	await answerAll(user)
	await press(user, 'Finish Quiz')
	expect(await screen.findAllByText('Because.')).toHaveLength(3)
	expect(screen.queryByText(/^Read it again/)).toBeNull()
})

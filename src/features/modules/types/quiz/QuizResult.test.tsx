import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import { QUIZ } from '#tests/support/courses/quiz.ts'
import {
	answerAll,
	attempt,
	member,
	openQuiz,
	press,
	quizModule,
	STATE,
	TAKE,
} from '#tests/support/courses/quiz-view.tsx'
import { answerCalls } from '#tests/support/site/island-server.ts'
import { View } from './View.tsx'

beforeEach(() => {
	localStorage.clear()
	queryClient.clear()
})

test('shows how many answers are missing, and keeps the focus when the module is marked complete', async () => {
	const last = { ...attempt, answers: [1, 0, null] }
	const { user, rerender } = openQuiz({ [STATE]: () => ({ last, passed: last, hasPassed: true }) })
	expect(await screen.findByText(/2 of 3 right, 1 not answered\. 60% to pass\./)).toBeDefined()
	await press(user, 'Mark Module as Complete')
	rerender(<View module={quizModule} readingState={{ ...member, isCompleted: true }} />)
	expect(document.activeElement).toBe(screen.getByText('This module is complete.'))
})

test('starts over on Retry with the focus on the first question', async () => {
	const { user } = openQuiz({ [STATE]: () => ({ last: attempt, passed: attempt, hasPassed: true }) })
	await screen.findByRole('heading', { name: 'You passed' })
	await press(user, 'Retry Quiz')
	expect(document.activeElement?.textContent).toContain('Question 1 of 3')
	expect(screen.getAllByRole('radio').some((radio) => (radio as HTMLInputElement).checked)).toBe(false)
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

test('explains each answer after an attempt, and links to the paragraph', async () => {
	const { user } = openQuiz({ [TAKE]: () => explained }, { linkTo })
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

test('shows only the score if the questions have changed since', async () => {
	const { questions: _, answers: __, ...old } = attempt
	const passed = { ...old, results: [true, false] }
	const { user } = openQuiz({ [STATE]: () => ({ last: passed, passed, hasPassed: true }) })
	expect(await screen.findByRole('heading', { name: 'You passed' })).toBeDefined()
	expect(screen.getByText('This module has changed since, so only the score is shown.')).toBeDefined()
	expect(screen.queryAllByRole('listitem')).toEqual([])
	expect(screen.getByRole('button', { name: 'Mark Module as Complete' })).toBeDefined()
	await press(user, 'Retry Quiz')
	expect(screen.getByText('Question 1 of 3')).toBeDefined()
})

test('stays passed after a worse attempt, which shows its own result first', async () => {
	const worse = { ...attempt, id: 'a2', score: 0, passed: false, results: [false, false, false], answers: [0, 1, 1] }
	const { user, unmount } = openQuiz({
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
	openQuiz({ [STATE]: () => ({ last: worse, passed: attempt, hasPassed: true }) })
	expect(await screen.findByRole('heading', { name: 'You passed' })).toBeDefined()
})

test('previews explanations without links', async () => {
	const questions = QUIZ.questions.map((question) => ({ ...question, why: 'Because.', readAgain: 'Two and two' }))
	answerCalls({})
	const additionalContent = JSON.stringify({ ...QUIZ, questions })
	render(
		<View module={{ ...quizModule, additionalContent }} readingState={{ ...member, viewer: null, isPreview: true }} />,
	)
	const user = userEvent.setup()
	await answerAll(user)
	await press(user, 'Finish Quiz')
	expect(await screen.findAllByText('Because.')).toHaveLength(3)
	expect(screen.queryByText(/^Read it again/)).toBeNull()
})

import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { vi } from 'vitest'
import type { ReadingState } from '#src/features/modules/components/reading-state.ts'
import { quizDraftKey } from '#src/features/modules/types/quiz/quiz-draft.ts'
import { questionsVersion } from '#src/features/modules/types/quiz/schema.ts'
import { View } from '#src/features/modules/types/quiz/View.tsx'
import { answerCalls } from '../site/island-server.ts'
import { QUIZ } from './quiz.ts'

export const TAKE = 'POST /api/modules/m1/quiz-attempts'
export const STATE = 'GET /api/modules/m1/quiz-attempts'
export const VERSION = questionsVersion(QUIZ)
export const KEY = quizDraftKey('u1', 'm1', VERSION)

export const member: ReadingState = {
	viewer: { id: 'u1', role: 'user' },
	isEnrolled: true,
	isCompleted: false,
	isSaving: false,
	complete: vi.fn(),
}
export const quizModule = {
	id: 'm1',
	title: 'What did you take from it?',
	type: 'quiz',
	additionalContent: JSON.stringify(QUIZ),
}

export function openQuiz(answers: Parameters<typeof answerCalls>[0], readingState: Partial<ReadingState> = {}) {
	const calls = answerCalls({ [STATE]: () => ({ last: null, passed: null, hasPassed: false }), ...answers })
	const view = render(<View module={quizModule} readingState={{ ...member, ...readingState }} />)
	return { user: userEvent.setup(), made: calls, ...view }
}
type User = ReturnType<typeof userEvent.setup>
export const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }))
export const choose = (user: User, name: string) => user.click(screen.getByRole('radio', { name }))

export async function answerAll(user: User) {
	await choose(user, 'four')
	await press(user, 'Next')
	await choose(user, 'the sky')
	await press(user, 'Next')
	await choose(user, 'the clock')
}
export const attempt = {
	id: 'a1',
	score: 67,
	passingScore: 60,
	passed: true,
	results: [true, true, false],
	answers: [1, 0, 1],
	questions: VERSION,
	createdAt: '2026-01-01T00:00:00.000Z',
}

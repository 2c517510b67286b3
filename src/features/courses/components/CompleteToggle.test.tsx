import { render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import { answerCalls } from '#tests/support/site/island-server.ts'
import { CompleteToggle } from './CompleteToggle.tsx'
import type { CourseReading } from './use-progress.ts'

const STATE = 'GET /api/modules/m1/quiz-attempts'
const reading = {
	viewer: { id: 'u1', role: 'user' },
	progress: { completed: 0, total: 1 },
	knowsModules: true,
	isEnrolled: true,
	isCompleted: () => false,
	placeIn: () => undefined,
} as unknown as CourseReading
const WORDS = 'Pass the quiz to complete this module.'

beforeEach(() => queryClient.clear())

test('asks to pass the quiz only while it is not passed', async () => {
	let hasPassed = false
	const made = answerCalls({ [STATE]: () => ({ last: null, hasPassed }) })
	render(<CompleteToggle reading={reading} module={{ id: 'm1', title: 'Quiz', type: 'quiz' }} />)
	expect(await screen.findByText(WORDS)).toBeDefined()
	expect(made).toContain(STATE)
	hasPassed = true
	await queryClient.invalidateQueries()
	await waitFor(() => expect(screen.queryByText(WORDS)).toBeNull())
})

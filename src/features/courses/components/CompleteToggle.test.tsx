import { render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getQuizStateQuery } from '#src/features/modules/queries.ts'
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
const PASS_QUIZ = 'Pass the quiz to complete this module.'

beforeEach(() => queryClient.clear())

test('asks to pass the quiz until it is known to be passed, without an additional request', async () => {
	const calls = answerCalls({ [STATE]: () => ({ last: null, passed: null, hasPassed: true }) })
	const { container } = render(<CompleteToggle reading={reading} module={{ id: 'm1', title: 'Quiz', type: 'quiz' }} />)
	expect(screen.getByText(PASS_QUIZ)).toBeDefined()
	expect(calls).toEqual([])
	await queryClient.fetchQuery(getQuizStateQuery('m1'))
	await waitFor(() => expect(screen.queryByText(PASS_QUIZ)).toBeNull())
	// An empty slot would show the placeholder of a button that never appears.
	expect(container.firstChild?.nodeName).toBe('SPAN')
})

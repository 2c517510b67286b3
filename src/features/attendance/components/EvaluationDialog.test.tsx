import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import { answerCalls } from '#tests/support/site/island-server.ts'
import { EVALUATION_QUESTIONS } from '../contract.ts'
import { EvaluationDialog } from './EvaluationDialog.tsx'

afterEach(() => {
	cleanup()
	queryClient.clear()
	vi.unstubAllGlobals()
	sessionStorage.clear()
})

test('takes five answers and a comment', async () => {
	const sent: unknown[] = []
	answerCalls({ 'POST /api/attendance/a1/evaluation': (body) => void sent.push(body) })
	const onClose = vi.fn()
	const user = userEvent.setup()
	render(<EvaluationDialog id="a1" title="Escrow" onClose={onClose} />)
	const answer = (question: string, label: string) =>
		user.click(
			[...screen.getByRole('group', { name: question }).querySelectorAll('label')].find(
				({ textContent }) => textContent === label,
			) as HTMLElement,
		)
	for (const question of EVALUATION_QUESTIONS.slice(0, 4)) await answer(question, 'Agree')
	await user.click(screen.getByRole('button', { name: 'Send answers' }))
	expect((await screen.findAllByText('Choose an answer to each question')).length).toBeGreaterThan(0)
	await answer(EVALUATION_QUESTIONS[4], 'Disagree strongly')
	await user.type(screen.getByLabelText(/^Anything else/), 'More examples')
	await user.click(screen.getByRole('button', { name: 'Send answers' }))
	await waitFor(() => expect(onClose).toHaveBeenCalled())
	expect(sent).toEqual([{ scores: [4, 4, 4, 4, 1], text: 'More examples' }])
})

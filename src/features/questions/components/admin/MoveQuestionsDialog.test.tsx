import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answerCalls } from '#tests/support/site/island-server.ts'
import { MoveQuestionsDialog } from './MoveQuestionsDialog.tsx'

const categoryOf = (id: string, name: string) => ({
	id,
	name,
	slug: id,
	parentCategoryId: null,
	questionCount: 1,
	titlesPublic: false,
	version: 1,
})
const ethics = categoryOf('c1', 'Ethics')
const billing = categoryOf('c2', 'Billing')
const question = { id: 'q1', title: 'A question long enough', createdAt: '2026-01-01T00:00:00.000Z' }

test('focuses the missing field on a move without a category or questions', async () => {
	const sent: unknown[] = []
	answerCalls({
		'GET /api/admin/question-categories/c1/questions': () => [question],
		'POST /api/admin/question-categories/c1/move': (body) => sent.push(body) && { moved: 1 },
	})
	const onClose = vi.fn()
	render(<MoveQuestionsDialog category={ethics} all={[ethics, billing]} onClose={onClose} />)
	const user = userEvent.setup()
	const move = () => user.click(screen.getByRole('button', { name: 'Move Questions' }))
	await move()
	expect(await screen.findByText('Please select a category')).toBeDefined()
	const target = screen.getByLabelText('Move to')
	await waitFor(() => expect(document.activeElement).toBe(target))
	await user.selectOptions(target, 'c2')
	await user.click(screen.getByLabelText('Selected questions only'))
	const box = await screen.findByRole('checkbox')
	await move()
	expect(await screen.findByText('Please choose questions')).toBeDefined()
	await waitFor(() => expect(document.activeElement).toBe(box))
	await user.click(box)
	await waitFor(() => expect(screen.queryByText('Please choose questions')).toBeNull())
	await move()
	await waitFor(() => expect(onClose).toHaveBeenCalled())
	expect(sent).toEqual([{ categoryId: 'c2', questionIds: ['q1'] }])
})

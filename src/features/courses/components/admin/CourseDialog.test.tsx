import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answerCalls } from '#tests/support/island-server.ts'
import { CourseDialog } from './CourseDialog.tsx'

test('a course that cannot be: the focus is on the first field, and the dialog lists what needs another look', async () => {
	const made = answerCalls({})
	render(<CourseDialog onClose={() => {}} />)
	const user = userEvent.setup()
	await user.type(screen.getByLabelText(/^Image URL/), 'nowhere')
	await user.click(screen.getByRole('button', { name: 'Create Course' }))
	const summary = await screen.findByRole('region', { name: 'What needs another look' })
	expect(
		within(summary)
			.getAllByRole('button')
			.map(({ textContent }) => textContent),
	).toEqual(['Title', 'Description', 'Image URL'])
	expect(document.activeElement).toBe(screen.getByLabelText('Title'))
	await user.click(within(summary).getByRole('button', { name: 'Image URL' }))
	await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Image URL/)))
	expect(made).toEqual([])
})

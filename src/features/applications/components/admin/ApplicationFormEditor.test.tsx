import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerCalls } from '#tests/support/site/island-server.ts'
import { ApplicationFormEditor } from './ApplicationFormEditor.tsx'

afterEach(cleanup)
beforeEach(() => localStorage.clear())

const EMPTY = { hasBarAdmission: false, fields: [], termsBox: '', termsUrl: '', version: 0 }

test('adds, corrects and saves a field, and shows it in the preview', async () => {
	const sent: Array<Record<string, unknown>> = []
	answerCalls({
		'PUT /api/admin/application-form': (body) => {
			sent.push(body as Record<string, unknown>)
			return { ...(body as object), version: 1 }
		},
	})
	const user = userEvent.setup()
	render(<ApplicationFormEditor initial={EMPTY} userId="ruth" termsPage="/terms" />)
	const preview = within(screen.getByRole('region', { name: 'Preview' }))
	const save = () => user.click(screen.getByRole('button', { name: 'Save the form' }))
	await waitFor(() => expect(screen.getByRole('button', { name: 'Save the form' })).toHaveProperty('disabled', false))
	await user.click(screen.getByLabelText(/^Ask for the bar admission/))
	await user.click(screen.getByRole('button', { name: 'Add a field' }))
	const field = within(screen.getByRole('group', { name: 'Field 1' }))
	await waitFor(() => expect(document.activeElement).toBe(field.getByLabelText('Label')))
	await save()
	await waitFor(() => expect(field.getByText('Enter a label')).toBeTruthy())
	await user.type(field.getByLabelText('Label'), 'How?')
	await user.selectOptions(field.getByLabelText('Kind'), 'choice')
	await save()
	await waitFor(() => expect(field.getByText('Enter at least two choices, one on each line')).toBeTruthy())
	await user.type(field.getByLabelText('Choices'), 'A friend{Enter}The podcast')
	await user.type(screen.getByLabelText(/^Words next to a box/), 'I agree')
	expect(sent).toEqual([])
	await save()
	await waitFor(() => expect(sent).toHaveLength(1))
	expect(sent[0]).toEqual({
		...{ hasBarAdmission: true, termsBox: 'I agree', termsUrl: '', version: 0 },
		fields: [
			{
				...{ id: expect.stringMatching(/^field-/), kind: 'choice', label: 'How?', isRequired: false },
				choices: 'A friend\nThe podcast',
			},
		],
	})
	expect([...preview.getByLabelText(/^How\?/).querySelectorAll('option')].map(({ text }) => text)).toEqual([
		...['Choose', 'A friend', 'The podcast'],
	])
	expect(preview.getByRole('link', { name: /^Read the terms/ }).getAttribute('href')).toBe('/terms')
	await waitFor(() => expect(screen.queryByText('Not saved yet.')).toBeNull())
})

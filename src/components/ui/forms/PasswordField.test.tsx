import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { PasswordField } from './PasswordField.tsx'

function renderField() {
	const submittedTypes: string[] = []
	render(
		<form
			onSubmit={(event) => {
				event.preventDefault()
				submittedTypes.push(field().type)
			}}
		>
			<PasswordField label="Password" autoComplete="current-password" />
			<button type="submit">Send</button>
		</form>,
	)
	const field = () => screen.getByLabelText<HTMLInputElement>(/password/i)
	const button = screen.getByRole('button', { name: 'Show password' })
	return { user: userEvent.setup(), field, button, submittedTypes }
}

test('toggles the visibility and keeps focus and caret', async () => {
	const { user, field, button, submittedTypes } = renderField()
	await user.type(field(), 'brass lamp')
	field().setSelectionRange(2, 5)
	await user.click(button)
	expect(field().type).toBe('text')
	expect(button.getAttribute('aria-pressed')).toBe('true')
	expect(document.activeElement).toBe(field())
	expect([field().selectionStart, field().selectionEnd]).toEqual([2, 5])
	await user.click(button)
	expect(field().type).toBe('password')
	expect(button.getAttribute('aria-pressed')).toBe('false')
	expect(field().value).toBe('brass lamp')
	expect(submittedTypes).toEqual([])
})

test('keeps focus on the button for keyboard users', async () => {
	const { user, field, button } = renderField()
	await user.click(field())
	await user.tab()
	await user.keyboard(' ')
	expect(field().type).toBe('text')
	expect(document.activeElement).toBe(button)
})

test('hides the password before submit and when the page is left', async () => {
	const { user, field, button, submittedTypes } = renderField()
	await user.type(field(), 'brass lamp')
	await user.click(button)
	await user.type(field(), '{Enter}')
	expect(submittedTypes).toEqual(['password'])
	await user.click(button)
	expect(field().type).toBe('text')
	window.dispatchEvent(new Event('pagehide'))
	expect(field().type).toBe('password')
})

test('the button names its field in the description but not in the label', () => {
	const { button } = renderField()
	const description = document.getElementById(button.getAttribute('aria-describedby') ?? '')
	expect(description?.textContent).toBe('Password')
	expect(screen.getAllByLabelText(/password/i)).toHaveLength(1)
})

import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { PasswordField } from './PasswordField.tsx'

function show() {
	const types: string[] = []
	render(
		<form
			onSubmit={(event) => {
				event.preventDefault()
				types.push(field().type)
			}}
		>
			<PasswordField label="Password" autoComplete="current-password" />
			<button type="submit">Send</button>
		</form>,
	)
	const field = () => screen.getByLabelText<HTMLInputElement>(/password/i)
	return { user: userEvent.setup(), field, button: screen.getByRole('button', { name: 'Show what is typed' }), types }
}

test('a press shows what is typed and the next one hides it, with focus and caret where they were', async () => {
	const { user, field, button, types } = show()
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
	expect(types).toEqual([])
})

test('who presses it by keyboard stays on it', async () => {
	const { user, field, button } = show()
	await user.click(field())
	await user.tab()
	await user.keyboard(' ')
	expect(field().type).toBe('text')
	expect(document.activeElement).toBe(button)
})

test('it is hidden again before the form is sent, and when the page is left', async () => {
	const { user, field, button, types } = show()
	await user.type(field(), 'brass lamp')
	await user.click(button)
	await user.type(field(), '{Enter}')
	expect(types).toEqual(['password'])
	await user.click(button)
	expect(field().type).toBe('text')
	window.dispatchEvent(new Event('pagehide'))
	expect(field().type).toBe('password')
})

test('its description says which field it is about, and its name does not', () => {
	const { button } = show()
	const described = document.getElementById(button.getAttribute('aria-describedby') ?? '')
	expect(described?.textContent).toBe('Password')
	expect(screen.getAllByLabelText(/password/i)).toHaveLength(1)
})

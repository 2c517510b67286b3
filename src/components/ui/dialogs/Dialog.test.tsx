import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { setUser } from '#src/lib/api/auth-state.ts'
import { SIGN_IN_ENDED } from '#src/lib/api/csrf.ts'
import { ApiError } from '#src/lib/api/errors.ts'
import { pressEscape } from '#tests/support/site/dialog.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'

afterEach(() => setUser(null))

function Page() {
	const [isOpen, setIsOpen] = useState(false)
	const [text, setText] = useState('')
	return (
		<>
			<button type="button" onClick={() => setIsOpen(true)}>
				Open
			</button>
			{isOpen && (
				<Dialog title="Form" isDirty={text !== ''} onClose={() => setIsOpen(false)}>
					<form>
						<input aria-label="Title" value={text} onChange={(event) => setText(event.target.value)} />
					</form>
				</Dialog>
			)}
		</>
	)
}

async function renderOpenDialog() {
	const user = userEvent.setup()
	render(<Page />)
	await user.click(screen.getByRole('button', { name: 'Open' }))
	const dialog = screen.getByRole('dialog', { name: 'Form' })
	return { user, dialog, pressEsc: (isForced = false) => act(() => pressEscape(dialog, { isForced })) }
}

const question = () => screen.queryByRole('alertdialog', { name: 'Discard what you typed?' })
const isOpen = () => screen.queryByRole('dialog') !== null

test('closes without input on Escape and on a click outside, and returns focus', async () => {
	const { user, pressEsc } = await renderOpenDialog()
	pressEsc()
	expect(isOpen()).toBe(false)
	expect(document.activeElement?.textContent).toBe('Open')
	await user.click(screen.getByRole('button', { name: 'Open' }))
	await user.click(screen.getByRole('dialog'))
	expect(isOpen()).toBe(false)
})

test('asks before Escape discards input, and returns to the field if the input is kept', async () => {
	const { user, pressEsc } = await renderOpenDialog()
	await user.keyboard('Evidence')
	pressEsc()
	expect(question()).not.toBeNull()
	await user.click(screen.getByRole('button', { name: 'Keep editing' }))
	expect(question()).toBeNull()
	expect(document.activeElement).toBe(screen.getByLabelText('Title'))
	expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Evidence')
})

test('asks on a click outside and on the close button, and returns focus to the opener after discarding', async () => {
	const { user, dialog } = await renderOpenDialog()
	await user.keyboard('Evidence')
	await user.click(dialog)
	expect(question()).not.toBeNull()
	await user.click(screen.getByRole('button', { name: 'Keep editing' }))
	await user.click(screen.getByRole('button', { name: 'Close' }))
	await user.click(screen.getByRole('button', { name: 'Discard' }))
	expect(isOpen()).toBe(false)
	expect(document.activeElement?.textContent).toBe('Open')
})

test('keeps input on a second Escape, which a page cannot prevent', async () => {
	const { user, dialog, pressEsc } = await renderOpenDialog()
	await user.keyboard('Evidence')
	pressEsc()
	act(() => pressEscape(question() as HTMLElement, { isForced: true }))
	expect(question()).toBeNull()
	expect(isOpen()).toBe(true)
	pressEsc(true)
	expect(dialog).toHaveProperty('open', true)
	expect(question()).not.toBeNull()
	act(() => pressEscape(question() as HTMLElement))
	expect(document.activeElement).toBe(screen.getByLabelText('Title'))
})

test('shows an expired session inside the dialog until the user signs in again', async () => {
	const ruth = { id: 'ruth', name: 'Ruth', username: 'ruth', email: 'ruth@club.example', role: 'admin' } as const
	setUser(ruth)
	const { user, dialog } = await renderOpenDialog()
	await user.keyboard('Evidence')
	const link = () => within(dialog).queryByRole('link', { name: 'Sign in in a new tab' })
	expect(link()).toBeNull()
	const scrollIntoView = vi.fn()
	onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'))
	Element.prototype.scrollIntoView = scrollIntoView
	act(() => void window.dispatchEvent(new Event(SIGN_IN_ENDED)))
	expect(link()?.getAttribute('target')).toBe('_blank')
	expect(scrollIntoView).toHaveBeenCalledTimes(1)
	act(() => void window.dispatchEvent(new Event(SIGN_IN_ENDED)))
	expect(scrollIntoView).toHaveBeenCalledTimes(2)
	expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Evidence')
	act(() => setUser({ ...ruth }))
	expect(link()).toBeNull()
	expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Evidence')
})

test('does not show an expired session to visitors', async () => {
	const { dialog } = await renderOpenDialog()
	act(() => void window.dispatchEvent(new Event(SIGN_IN_ENDED)))
	expect(within(dialog).queryByRole('alert')).toBeNull()
})

test('shows an expired session once in a confirmation, and no longer after sign-in', async () => {
	const ruth = { id: 'ruth', name: 'Ruth', username: 'ruth', email: 'ruth@club.example', role: 'admin' } as const
	setUser(ruth)
	const question = (error?: ApiError) => (
		<ConfirmDialog
			title="Delete it?"
			description="It goes."
			of={{ isPending: false, isError: error !== undefined, error: error ?? null, fallback: 'Failed to delete' }}
			onConfirm={() => {}}
			onClose={() => {}}
		/>
	)
	const { rerender } = render(question())
	act(() => void window.dispatchEvent(new Event(SIGN_IN_ENDED)))
	rerender(question(new ApiError(401, 'Please sign in')))
	expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
		'You have been signed out. Your text stays here. Sign in in a new tab, then continue here.',
	])
	act(() => setUser({ ...ruth }))
	expect(screen.queryByRole('alert')).toBeNull()
	rerender(question(new ApiError(409, 'It is in use')))
	expect(screen.getByRole('alert').textContent).toBe('It is in use')
})

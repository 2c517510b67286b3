import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { pressEscape } from '#tests/support/dialog.ts'
import { Dialog } from './Dialog.tsx'

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

async function opened() {
	const user = userEvent.setup()
	render(<Page />)
	await user.click(screen.getByRole('button', { name: 'Open' }))
	const dialog = screen.getByRole('dialog', { name: 'Form' })
	return { user, dialog, pressEsc: (isForced = false) => act(() => pressEscape(dialog, { isForced })) }
}

const question = () => screen.queryByRole('alertdialog', { name: 'Discard what you typed?' })
const isOpen = () => screen.queryByRole('dialog') !== null

test('with nothing typed, Escape and a click beside it close it and give the focus back', async () => {
	const { user, pressEsc } = await opened()
	pressEsc()
	expect(isOpen()).toBe(false)
	expect(document.activeElement?.textContent).toBe('Open')
	await user.click(screen.getByRole('button', { name: 'Open' }))
	await user.click(screen.getByRole('dialog'))
	expect(isOpen()).toBe(false)
})

test('with something typed, Escape asks first; to keep on writing goes back to the field', async () => {
	const { user, pressEsc } = await opened()
	await user.keyboard('Evidence')
	pressEsc()
	expect(question()).not.toBeNull()
	await user.click(screen.getByRole('button', { name: 'Keep editing' }))
	expect(question()).toBeNull()
	expect(document.activeElement).toBe(screen.getByLabelText('Title'))
	expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Evidence')
})

test('a click beside it and the cross ask too, and to discard gives the focus back to the opener', async () => {
	const { user, dialog } = await opened()
	await user.keyboard('Evidence')
	await user.click(dialog)
	expect(question()).not.toBeNull()
	await user.click(screen.getByRole('button', { name: 'Keep editing' }))
	await user.click(screen.getByRole('button', { name: 'Close' }))
	await user.click(screen.getByRole('button', { name: 'Discard' }))
	expect(isOpen()).toBe(false)
	expect(document.activeElement?.textContent).toBe('Open')
})

test('a second Escape in a row, which a browser does not let a page refuse, loses nothing', async () => {
	const { user, dialog, pressEsc } = await opened()
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

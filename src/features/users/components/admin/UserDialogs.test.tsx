import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { pressEscape } from '#tests/support/site/dialog.ts'
import { AddUserDialog, EditUserDialog } from './UserDialogs.tsx'

const question = () => screen.queryByRole('alertdialog', { name: 'Discard what you typed?' })

test('focuses the first field after a failed save, and asks before Escape discards input', async () => {
	const user = userEvent.setup()
	const onClose = vi.fn()
	render(<AddUserDialog isMailOff={false} onClose={onClose} />)
	const dialog = screen.getByRole('dialog', { name: 'Add New User' })
	await user.click(screen.getByRole('button', { name: 'Add User' }))
	expect(await screen.findByText('Password must be at least 6 characters')).toBeDefined()
	expect(document.activeElement).toBe(screen.getByLabelText('Name'))
	await user.type(screen.getByLabelText('Name'), 'Tomas')
	act(() => pressEscape(dialog))
	expect(question()).not.toBeNull()
	await user.click(screen.getByRole('button', { name: 'Keep editing' }))
	expect(onClose).not.toHaveBeenCalled()
	expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Tomas')
	await user.clear(screen.getByLabelText('Name'))
	act(() => pressEscape(dialog))
	expect(onClose).toHaveBeenCalledOnce()
})

test('asks before closing with changes, but not if there are none', async () => {
	const user = userEvent.setup()
	const onClose = vi.fn()
	const account = {
		id: '1',
		name: 'Tomas Keller',
		username: 'tomas',
		email: 'tomas@example.com',
		role: 'user',
		status: 'active',
		updatedAt: '2026-01-01T00:00:00.000Z',
	} as const
	render(<EditUserDialog user={account as never} isOwn={false} onClose={onClose} />)
	const dialog = screen.getByRole('dialog', { name: 'Edit User' })
	await user.selectOptions(screen.getByLabelText('Status'), 'inactive')
	act(() => pressEscape(dialog))
	expect(question()).not.toBeNull()
	await user.click(screen.getByRole('button', { name: 'Keep editing' }))
	await user.selectOptions(screen.getByLabelText('Status'), 'active')
	act(() => pressEscape(dialog))
	expect(question()).toBeNull()
	expect(onClose).toHaveBeenCalledOnce()
})

import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { CSRF_COOKIE } from '#src/lib/api/csrf.ts'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'

beforeEach(() => {
	// biome-ignore lint/suspicious/noDocumentCookie: sets the cookie as the server does
	document.cookie = `${CSRF_COOKIE}=token`
	vi.stubGlobal('fetch', vi.fn())
})

const LONG = 'brass lamp on the left'

test('checks again whether the passwords match when either one changes', async () => {
	const user = userEvent.setup()
	render(<ChangePasswordForm email="marcus@example.com" />)
	const first = screen.getByLabelText('New Password')
	const second = screen.getByLabelText('Confirm New Password')
	await user.type(screen.getByLabelText('Current Password'), 'old password')
	await user.type(first, `${LONG}s`)
	await user.type(second, LONG)
	expect(screen.queryByText('Passwords do not match')).toBeNull()
	await user.click(screen.getByRole('button', { name: 'Change Password' }))
	expect(await screen.findByText('Passwords do not match')).toBeDefined()
	expect(document.activeElement).toBe(second)
	await user.type(first, '{Backspace}')
	await waitFor(() => expect(screen.queryByText('Passwords do not match')).toBeNull())
	await user.type(first, '!')
	expect(await screen.findByText('Passwords do not match')).toBeDefined()
	await user.type(second, '!')
	await waitFor(() => expect(screen.queryByText('Passwords do not match')).toBeNull())
})

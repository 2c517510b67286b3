// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { $toast } from '#src/lib/toast.ts'
import { createUserMutation } from './queries.ts'

/** Returns the toast after adding a user, with or without a mail server. */
function toastAfterAdding(mailWaits: boolean) {
	void createUserMutation.succeed({ mailWaits } as never, {} as never)
	return $toast.get()
}

test('the toast after adding a user reports whether the email was sent', () => {
	vi.useFakeTimers()
	expect(toastAfterAdding(false)).toMatchObject({
		title: 'User added successfully',
		description: 'An e-mail has been sent with login instructions.',
	})
	const waiting = toastAfterAdding(true)
	expect(waiting?.title).toBe('User added successfully')
	expect(waiting?.description).toContain('No mail server is connected')
	expect(waiting?.description).not.toContain('has been sent')
	vi.useRealTimers()
})

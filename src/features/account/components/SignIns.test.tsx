// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CSRF_COOKIE } from '#src/lib/api/csrf.ts'
import { queryClient } from '#src/lib/api/query-client.ts'
import type { SignIn } from '../contract.ts'
import { SignIns } from './SignIns.tsx'

const signIn = (id: string, device: string): SignIn => ({
	id,
	device,
	clientAddress: '192.0.2.1',
	createdAt: '2026-11-01T09:00:00.000Z',
	expiresAt: '2026-12-01T09:00:00.000Z',
	isCurrent: id === '1',
})
const thisBrowser = signIn('1', 'Firefox on Linux')
const phone = signIn('2', 'Safari on iPhone')

beforeEach(() => {
	// biome-ignore lint/suspicious/noDocumentCookie: sets the cookie as the server does
	document.cookie = `${CSRF_COOKIE}=token`
	vi.stubGlobal('fetch', (_url: string, { method }: RequestInit) =>
		Promise.resolve(method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json([thisBrowser])),
	)
})
afterEach(() => {
	cleanup()
	queryClient.clear()
})

test.each(['Sign out Safari on iPhone', 'Sign out everywhere else'])(
	'“%s” removes its own button and keeps the focus next to it',
	async (name) => {
		const user = userEvent.setup()
		render(<SignIns initial={[thisBrowser, phone]} />)
		await user.click(screen.getByRole('button', { name }))
		expect(await screen.findByText('You are not signed in anywhere else.')).toBeDefined()
		await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
		expect(document.activeElement).not.toBe(document.body)
	},
)

import type { Page } from 'playwright/test'
import { login } from '#src/features/auth/contract.ts'
import { checkReset, requestReset, resetPassword } from '#src/features/auth/password-contract.ts'
import { expect } from '../support/fixtures.ts'
import { answer, hold, refuse } from '../support/screens/answers.ts'
import type { Screen } from '../support/screens/screen.ts'
import { button, field, fill, press, REFUSED } from '../support/screens/steps.ts'
import { accountScreens, newPasswords, PASSWORD } from './own-account.ts'

/** /auth after a failed sign-in with this error. Mocked, because all tests share the server's rate limits. */
const refusedSignIn = (name: string, error: readonly [number, string]): Screen => ({
	name: `auth-${name}`,
	path: '/auth',
	allows: REFUSED,
	prepare: (page) => refuse(page, login, error),
	async reach(page) {
		await fill(page, { Email: 'dana@example.com', Password: 'not the right one' })
		await button(page, 'Login').click()
		await expect(page.getByRole('alert').filter({ hasText: error[1] })).toBeVisible()
	},
})

const signInScreens: readonly Screen[] = [
	{ name: 'auth', path: '/auth' },
	{ name: 'auth-before-it-is-touched', path: '/auth', sleeps: true },
	{
		name: 'auth-on-the-way-to-a-page',
		path: '/auth?next=/questions',
		reach: (page) => expect(page.getByText('Please sign in to see the page you asked for.')).toBeVisible(),
	},
	{ name: 'auth-all-errors', path: '/auth', reach: (page) => press(page, 'Login', 'Password is required') },
	// Unknown accounts, wrong passwords and inactive accounts get the same message.
	refusedSignIn('wrong-password-or-inactive', login.errors.refused),
	refusedSignIn('pending', login.errors.pending),
	refusedSignIn('rejected', login.errors.rejected),
	refusedSignIn('rate-limited', login.errors.tooMany),
	{
		name: 'auth-submitting',
		path: '/auth',
		// Never answered, so the pending state lasts for the pictures.
		async prepare(page) {
			await page.route('**/api/login', () => undefined)
		},
		async reach(page) {
			await fill(page, { Email: 'dana@example.com', Password: PASSWORD })
			await button(page, 'Login').click()
			await expect(button(page, 'Logging in...')).toBeDisabled()
		},
	},
]

/** A well-formed email link with a token that the server never issued. */
const LINK = '/reset-password#a-link-from-a-mail'
const linkWorks = (page: Page) => answer(page, checkReset, { json: { isValid: true } })

async function setByLink(page: Page): Promise<void> {
	await fill(page, newPasswords)
	await button(page, 'Set password').click()
}

const passwordScreens: readonly Screen[] = [
	{ name: 'forgot-password', path: '/forgot-password' },
	{
		name: 'forgot-password-error',
		path: '/forgot-password',
		reach: (page) => press(page, 'Send me a link', 'Invalid email address'),
	},
	{
		name: 'forgot-password-sent',
		path: '/forgot-password',
		prepare: (page) => answer(page, requestReset, { status: 204 }),
		async reach(page) {
			await field(page, 'Email').fill('dana@example.com')
			await press(page, 'Send me a link', 'If an account has this address')
		},
	},
	{ name: 'reset-password', path: LINK, prepare: linkWorks },
	{
		name: 'reset-password-invited',
		path: LINK,
		prepare: (page) =>
			answer(page, checkReset, {
				json: {
					isValid: true,
					invitation: {
						...{ name: 'Imani Brooks', email: 'imani@example.com', by: 'Ruth Adeyemi', to: 'Second Chair' },
						about: 'A club of lawyers who practice alone.',
					},
				},
			}),
		reach: (page) =>
			expect(page.getByText('Hello Imani Brooks. Ruth Adeyemi invites you to Second Chair.')).toBeVisible(),
	},
	{
		name: 'reset-password-all-errors',
		path: LINK,
		prepare: linkWorks,
		async reach(page) {
			await fill(page, { 'New Password': 'short', 'Confirm New Password': 'other' })
			await press(page, 'Set password', 'Passwords do not match')
		},
	},
	{
		name: 'reset-password-checking',
		path: LINK,
		prepare: (page) => hold(page, checkReset),
		reach: (page) => expect(page.getByText('Checking your link...')).toBeVisible(),
	},
	{
		name: 'reset-password-link-incomplete',
		path: '/reset-password',
		reach: (page) => expect(page.getByText('This link is incomplete')).toBeVisible(),
	},
	{
		// The server's real response: used and expired links have the same message.
		name: 'reset-password-link-used-or-expired',
		path: LINK,
		async reach(page) {
			await expect(page.getByRole('alert').filter({ hasText: resetPassword.errors.invalid[1] })).toBeVisible()
			await expect(field(page, 'New Password')).toHaveCount(0)
		},
	},
	{
		name: 'reset-password-link-used-meanwhile',
		path: LINK,
		allows: REFUSED,
		async prepare(page) {
			await linkWorks(page)
			await refuse(page, resetPassword, resetPassword.errors.invalid)
		},
		async reach(page) {
			await setByLink(page)
			await expect(page.getByRole('alert').filter({ hasText: resetPassword.errors.invalid[1] }).first()).toBeVisible()
		},
	},
	{
		name: 'reset-password-done',
		path: LINK,
		async prepare(page) {
			await linkWorks(page)
			await answer(page, resetPassword, { status: 204 })
		},
		async reach(page) {
			await setByLink(page)
			await expect(page).toHaveURL('/auth')
			await expect(page.getByText(/Password (changed|set)/).first()).toBeVisible()
		},
	},
]

export const ownAccountScreens: readonly Screen[] = [...signInScreens, ...passwordScreens, ...accountScreens]

import type { Page } from 'playwright/test'
import { confirmEmail, updateEmail } from '#src/features/account/address-contract.ts'
import { disownSignIn, endOtherSignIns, updateProfile } from '#src/features/account/contract.ts'
import { login } from '#src/features/auth/contract.ts'
import {
	changePassword,
	checkReset,
	confirmIdentity,
	requestReset,
	resetPassword,
} from '#src/features/auth/password-contract.ts'
import { undoLeave } from '#src/features/leaving/contract.ts'
import { expect, openSession } from '../support/fixtures.ts'
import { answer, hold, refuse } from '../support/screens/answers.ts'
import type { Screen } from '../support/screens/screen.ts'
import { button, field, fill, press, REFUSED } from '../support/screens/steps.ts'
import { originOf } from '../support/send.ts'

const PASSWORD = 'oak table by the window'

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
	// Unknown, wrong and inactive have the same message.
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

const chosen = { 'New Password': 'brass lamp on the left', 'Confirm New Password': 'brass lamp on the left' }

/** A well-formed mail link with a token that the server never issued. */
const LINK = '/reset-password#a-link-from-a-mail'
const linkWorks = (page: Page) => answer(page, checkReset, { json: { isValid: true } })

async function setByLink(page: Page): Promise<void> {
	await fill(page, chosen)
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

/** Signs the member in from another browser. */
async function signInElsewhere(page: Page): Promise<void> {
	const origin = await originOf(page)
	const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
	const context = await page.context().browser()?.newContext({ baseURL: origin, userAgent })
	if (!context) throw new Error('The browser is gone')
	await openSession(context, origin, 'member')
	await context.close()
}

const accountScreens: readonly Screen[] = [
	{ name: 'change-password', as: 'member', path: '/change-password' },
	{
		name: 'change-password-all-errors',
		as: 'member',
		path: '/change-password',
		async reach(page) {
			await field(page, 'Confirm New Password').fill('brass lamp')
			await press(page, 'Change Password', 'Passwords do not match')
		},
	},
	{
		name: 'change-password-refused',
		as: 'member',
		path: '/change-password',
		allows: REFUSED,
		prepare: (page) => refuse(page, changePassword, changePassword.errors.wrong),
		async reach(page) {
			await fill(page, { 'Current Password': PASSWORD, ...chosen })
			await button(page, 'Change Password').click()
			await expect(page.getByRole('alert').filter({ hasText: changePassword.errors.wrong[1] })).toBeVisible()
		},
	},
	{
		name: 'change-password-done',
		as: 'member',
		path: '/change-password',
		prepare: (page) => answer(page, changePassword, { status: 204 }),
		async reach(page) {
			await fill(page, { 'Current Password': PASSWORD, ...chosen })
			await button(page, 'Change Password').click()
			await expect(page).toHaveURL('/dashboard')
			await expect(page.getByText('Password changed successfully', { exact: true }).first()).toBeVisible()
		},
	},
	{ name: 'welcome', as: 'admin', path: '/dashboard' },
	{ name: 'account', as: 'member', path: '/account' },
	{ name: 'account-admin', as: 'admin', path: '/account' },
	{ name: 'account-data', as: 'member', path: '/account/data' },
	{
		name: 'account-data-error',
		as: 'member',
		path: '/account/data',
		reach: (page) => press(page, 'Continue to your files', 'Current password is required'),
	},
	{
		name: 'account-data-refused',
		as: 'member',
		path: '/account/data',
		allows: REFUSED,
		prepare: (page) => refuse(page, confirmIdentity, confirmIdentity.errors.wrong),
		async reach(page) {
			await field(page, 'Your current password').fill(PASSWORD)
			await press(page, 'Continue to your files', confirmIdentity.errors.wrong[1])
		},
	},
	{
		name: 'account-data-files',
		as: 'member',
		path: '/account/data',
		prepare: (page) => answer(page, confirmIdentity, { json: { until: new Date(Date.now() + 600_000).toISOString() } }),
		async reach(page) {
			await field(page, 'Your current password').fill(PASSWORD)
			await press(page, 'Continue to your files', 'Password confirmed.')
		},
	},
	{ name: 'account-email', as: 'member', path: '/account/email' },
	{
		name: 'account-email-sent',
		as: 'member',
		path: '/account/email',
		async prepare(page) {
			await answer(page, confirmIdentity, { json: { until: new Date(Date.now() + 600_000).toISOString() } })
			await answer(page, updateEmail, { json: { sentTo: 'dana@example.com' } })
		},
		async reach(page) {
			await field(page, 'Your current password').fill(PASSWORD)
			await press(page, 'Continue', 'Password confirmed.')
			await field(page, 'New email address').fill('dana@example.com')
			await press(page, 'Send a link to this address', 'We sent a link to dana@example.com')
		},
	},
	{ name: 'email-confirmation', path: '/email-confirmation#n.TOKEN' },
	{
		name: 'email-confirmation-late',
		path: '/email-confirmation#u.TOKEN',
		allows: REFUSED,
		prepare: (page) => refuse(page, confirmEmail, confirmEmail.errors.replaced),
		reach: (page) => press(page, 'Undo the change', confirmEmail.errors.replaced[1]),
	},
	{ name: 'account-leave', as: 'member', path: '/account/leave' },
	{
		name: 'account-leave-choice',
		as: 'member',
		path: '/account/leave',
		prepare: (page) => answer(page, confirmIdentity, { json: { until: new Date(Date.now() + 600_000).toISOString() } }),
		async reach(page) {
			await field(page, 'Your current password').fill(PASSWORD)
			await press(page, 'Continue', 'Password confirmed.')
		},
	},
	{ name: 'leave-undo', path: '/leave-undo' },
	{
		name: 'leave-undo-done',
		path: '/leave-undo#TOKEN',
		prepare: (page) => answer(page, undoLeave, { status: 204 }),
		reach: (page) => press(page, 'Undo, I stay', 'Welcome back.'),
	},
	{
		name: 'not-me',
		path: '/not-me#TOKEN',
		prepare: (page) => answer(page, disownSignIn, { status: 204 }),
		reach: (page) => press(page, 'Sign out everybody', 'Everybody is signed out'),
	},
	{ name: 'admin-data', as: 'admin', path: '/admin/data' },
	{
		name: 'account-username-taken',
		as: 'member',
		path: '/account',
		allows: REFUSED,
		prepare: (page) => refuse(page, updateProfile, updateProfile.errors.taken),
		reach: (page) => press(page, 'Save', updateProfile.errors.taken[1]),
	},
	{
		name: 'account-profile-errors',
		as: 'member',
		path: '/account',
		async reach(page) {
			await fill(page, { Name: 'D', Username: 'two words' })
			await button(page, 'Save').click()
			await expect(page.locator('.field-error:not(:empty)')).toHaveCount(2)
		},
	},
	{
		name: 'account-signed-in-elsewhere',
		as: 'member',
		path: '/account',
		allows: REFUSED,
		async prepare(page) {
			await signInElsewhere(page)
			// Mocked: the real request would end the sessions of other tests.
			await answer(page, endOtherSignIns, { status: 503, body: 'The database is busy' })
		},
		async reach(page) {
			await expect(page.getByText('Firefox on Windows').first()).toBeVisible()
			await press(page, 'Sign out everywhere else', 'The database is busy')
		},
	},
]

/** Sign-in, passwords and the own account. */
export const ownAccountScreens: readonly Screen[] = [...signInScreens, ...passwordScreens, ...accountScreens]

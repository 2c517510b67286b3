import type { Page } from 'playwright/test'
import { confirmEmail, updateEmail } from '#src/features/account/address-contract.ts'
import { disownSignIn, endOtherSignIns, updateProfile } from '#src/features/account/contract.ts'
import { changePassword, confirmIdentity } from '#src/features/auth/password-contract.ts'
import { undoLeave } from '#src/features/leaving/contract.ts'
import { expect, openSession } from '../support/fixtures.ts'
import { answer, refuse } from '../support/screens/answers.ts'
import type { Screen } from '../support/screens/screen.ts'
import { button, field, fill, press, REFUSED } from '../support/screens/steps.ts'
import { originOf } from '../support/send.ts'

export const PASSWORD = 'oak table by the window'
export const newPasswords = {
	'New Password': 'brass lamp on the left',
	'Confirm New Password': 'brass lamp on the left',
}

/** Signs the member in from another browser. */
async function signInElsewhere(page: Page): Promise<void> {
	const origin = await originOf(page)
	const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
	const context = await page.context().browser()?.newContext({ baseURL: origin, userAgent })
	if (!context) throw new Error('The browser is gone')
	await openSession(context, origin, 'member')
	await context.close()
}

export const accountScreens: readonly Screen[] = [
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
			await fill(page, { 'Current Password': PASSWORD, ...newPasswords })
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
			await fill(page, { 'Current Password': PASSWORD, ...newPasswords })
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
		async reach(page) {
			await button(page, 'Continue to your files').click()
			await press(page, 'Confirm', 'Current password is required')
		},
	},
	{
		name: 'account-data-refused',
		as: 'member',
		path: '/account/data',
		allows: REFUSED,
		prepare: (page) => refuse(page, confirmIdentity, confirmIdentity.errors.wrong),
		async reach(page) {
			await button(page, 'Continue to your files').click()
			await field(page, 'Your current password').fill(PASSWORD)
			await press(page, 'Confirm', confirmIdentity.errors.wrong[1])
		},
	},
	{
		name: 'account-data-files',
		as: 'member',
		path: '/account/data',
		prepare: (page) => answer(page, confirmIdentity, { json: { until: new Date(Date.now() + 600_000).toISOString() } }),
		async reach(page) {
			await button(page, 'Continue to your files').click()
			await field(page, 'Your current password').fill(PASSWORD)
			await press(page, 'Confirm', 'Confirmed. You can download')
		},
	},
	{ name: 'account-email', as: 'member', path: '/account/email' },
	{
		name: 'account-email-sent',
		as: 'member',
		path: '/account/email',
		prepare: (page) => answer(page, updateEmail, { json: { sentTo: 'dana@example.com' } }),
		async reach(page) {
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
		reach: (page) => press(page, 'Sign out all devices', 'All devices are signed out'),
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

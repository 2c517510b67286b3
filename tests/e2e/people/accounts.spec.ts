import { demoAccounts } from '#src/app/seed/accounts.ts'
import { startSmtp } from '#tests/support/servers/smtp.ts'
import {
	button,
	expectFocusInMain,
	field,
	fillApplication,
	GOALS,
	PASSWORD,
	signIn,
	solveCaptcha,
	toast,
} from '../support/applying.ts'
import { expect, signOut, test } from '../support/fixtures.ts'
import { PHONE, slowLine } from '../support/slow-line.ts'

// From the first visit to a password on a phone.

test.use({ viewport: PHONE })

const linkIn = (text: string, path: string) => new RegExp(`http://localhost:\\d+${path}\\S*`).exec(text)?.[0] ?? ''

test('an application leads to a working sign-in although the mail server was down at first', async ({
	page,
	context,
	signInAs,
	site,
	allowProblem,
}) => {
	test.setTimeout(240_000)
	const email = 'dana.journey@example.com'
	await slowLine(page)
	// The mail server is down, and the visitor sees no error.
	await page.goto('/apply')
	await fillApplication(page, 'Dana Journey', email)
	await solveCaptcha(page)
	await button(page, 'Submit Application').click()
	await expect(page.getByRole('heading', { name: 'Thank you for your application' })).toBeFocused()
	await expect(toast(page, 'Application submitted')).toBeVisible()
	// The confirmation replaces the form, even after a reload: an empty form would look as if nothing had been sent.
	await page.reload()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your application')
	await expect(page.getByText('Already a member?')).toBeHidden()
	await expect(page.getByRole('heading', { name: 'Apply for Membership' })).toBeHidden()
	await page.getByRole('link', { name: 'Return to Home' }).click()
	await expect(page).toHaveURL('/')

	await signInAs('admin')
	await page.goto('/admin')
	await page.getByRole('link', { name: 'Manage Applications' }).click()
	await expect(page.getByRole('tab', { name: /^Pending \d/ })).toBeVisible()
	await button(page, 'Details: Dana Journey').click()
	await expect(page.getByRole('dialog')).toContainText(GOALS)
	await page.keyboard.press('Escape')
	await expect(button(page, 'Details: Dana Journey')).toBeFocused()
	// The dialog with the text has the same button as the list.
	await button(page, 'Details: Dana Journey').click()
	await page.getByRole('dialog', { name: 'Application' }).getByRole('button', { name: 'Reject', exact: true }).click()
	await page.getByRole('alertdialog', { name: 'Reject Application' }).getByRole('button', { name: 'Cancel' }).click()
	await expect(button(page, 'Details: Dana Journey')).toBeFocused()
	await button(page, 'Approve: Dana Journey').click()
	const dialog = page.getByRole('alertdialog', { name: 'Approve Application' })
	await expect(dialog).toContainText('The account is activated, and the user gets an e-mail notice.')
	await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
	await expect(toast(page, 'Application processed successfully')).toBeVisible()
	await expect(dialog).toBeHidden()
	await expectFocusInMain(page)
	await page.getByRole('tab', { name: /^Approved/ }).click()
	await expect(page.getByRole('row', { name: /Dana Journey/ })).toContainText('Approved')

	// Unsent mail stays queued, and an admin sees it.
	await page.goto('/admin/mail')
	await expect(page.getByRole('row', { name: /dana\.journey.*Application approved/ })).toBeVisible()
	const smtp = await startSmtp({ port: site.smtpPort })
	try {
		// The automatic retry may send the email at the same moment. The admin then sees that it was already sent.
		allowProblem(/resend/)
		await button(page, `Send again to ${email}`).first().click()
		await expect(page.getByText(/The email is being sent again|This email has already been sent/).first()).toBeVisible()
		const mailOf = async (subject: string) => {
			await expect.poll(() => smtp.to(email).map((mail) => mail.subject), { timeout: 60_000 }).toContain(subject)
			return smtp.to(email).findLast((mail) => mail.subject === subject)?.text ?? ''
		}
		await mailOf('We received your application')
		const approved = await mailOf('Welcome to Second Chair')

		await signOut(context)
		await page.goto(linkIn(approved, '/auth'))
		await signIn(page, email, PASSWORD)
		await expect(page).toHaveURL('/dashboard')

		await page.goto('/change-password')
		await expect(button(page, 'Change Password')).toBeEnabled()
		await button(page, 'Change Password').click()
		await expect(page.getByText('Current password is required')).toBeVisible()
		await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
		await page.getByLabel('Current Password').fill(PASSWORD)
		await field(page, 'New Password').fill('brass lamp on the left')
		await page.getByLabel('Confirm New Password').fill('brass lamp')
		await expect(page.getByText('Passwords do not match')).toBeVisible()
		await page.getByLabel('Confirm New Password').fill('brass lamp on the left')
		await button(page, 'Change Password').click()
		await expect(page).toHaveURL('/dashboard')
		await expect(toast(page, 'Password changed successfully')).toBeVisible()
		await mailOf('Your password was changed')

		await signOut(context)
		await page.goto('/auth')
		await page.getByRole('link', { name: 'Forgot password?' }).click()
		await page.getByLabel('Email').fill(email)
		await button(page, 'Send me a link').click()
		await expect(page.getByText('If an account has this address')).toBeVisible()
		const reset = await mailOf('Set a new password')
		await page.goto(linkIn(reset, '/reset-password'))
		await expect(button(page, 'Set password')).toBeEnabled()
		await field(page, 'New Password').fill('second lamp on the right')
		await page.getByLabel('Confirm New Password').fill('second lamp on the right')
		await button(page, 'Set password').click()
		await expect(page).toHaveURL('/auth')
		// A used link is reported before a new password is typed.
		await page.goto(linkIn(reset, '/reset-password'))
		await expect(page.getByText('This link was already used or has expired.')).toBeVisible()
		await expect(field(page, 'New Password')).toHaveCount(0)
		await page.getByRole('link', { name: 'Ask for a new link' }).click()
		await expect(page).toHaveURL('/forgot-password')
		await page.getByRole('link', { name: 'Back to sign in' }).click()
		await signIn(page, email, 'second lamp on the right')
		await expect(page).toHaveURL('/dashboard')
		// Each email arrived once, with a unique message id.
		const ids = smtp.mails.map(({ messageId, subject }) => `${messageId} ${subject}`)
		expect(ids).toEqual([...new Set(ids)])
	} finally {
		await smtp.close()
	}
})

test('a member edits their profile and ends a sign-in on another device', async ({ page, browser, baseURL }) => {
	const email = demoAccounts.member.email
	const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' })
	const other = await elsewhere.newPage()
	for (const tab of [other, page]) {
		await tab.goto('/auth')
		await signIn(tab, email, 'second-chair-demo')
		await expect(tab).toHaveURL('/dashboard')
	}
	await page.goto('/account')
	await expect(page.getByText('This browser')).toBeVisible()
	await page.getByLabel('Username').fill('no spaces please')
	await button(page, 'Save').click()
	await expect(page.getByText(/^Use 3 to 30 lowercase letters/)).toBeVisible()
	await page.getByLabel('Username').fill(demoAccounts.member.username)
	await button(page, 'Save').click()
	await expect(toast(page, 'Profile saved')).toBeVisible()
	await button(page, 'Sign out everywhere else').click()
	await expect(toast(page, 'Signed out everywhere else')).toBeVisible()
	await expect(page.getByText('You are not signed in anywhere else.')).toBeVisible()
	await other.goto('/dashboard')
	await expect(other).toHaveURL('/auth')
	await elsewhere.close()
})

test('visitors and members are redirected from pages they cannot open', async ({ page, signInAs }) => {
	for (const path of ['/admin', '/admin/users', '/admin/users/export.csv', '/admin/mail']) {
		await page.goto(path)
		await expect(page).toHaveURL('/')
	}
	for (const path of ['/change-password', '/account']) {
		await page.goto(path)
		await expect(page).toHaveURL(`/auth?next=${path}`)
	}
	await signInAs('member')
	await page.goto('/admin/applications')
	await expect(page).toHaveURL('/')
})

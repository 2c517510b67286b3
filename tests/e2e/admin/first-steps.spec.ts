import type { Page } from 'playwright/test'
import { demoAccounts } from '#src/app/seed/accounts.ts'
import { startSmtp } from '#tests/support/servers/smtp.ts'
import { awake, expect, expectAccessible, signOut, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'

const steps = (page: Page) => page.getByRole('region', { name: 'First steps' })
const step = (page: Page, title: RegExp) => steps(page).getByRole('listitem').filter({ hasText: title })
const MAILS = /^Email works/

test('only the link in the test email completes the mail step, even if the admin is signed out', async ({
	page,
	site,
	context,
	signInAs,
}) => {
	const smtp = await startSmtp({ port: site.smtpPort })
	try {
		await signInAs('admin')
		await page.goto('/admin')
		await awake(page)
		await expect(step(page, MAILS)).toContainText('to do')
		await step(page, MAILS).getByRole('button', { name: 'Send me the email' }).click()
		await expect(step(page, MAILS).getByText(/^The email is on its way to/)).toBeVisible()
		const testMail = () => smtp.to(demoAccounts.admin.email).findLast(({ subject }) => /^Test email/.test(subject))
		await expect.poll(() => testMail()?.text ?? '', { timeout: 60_000 }).toContain('/auth?next=')
		// An email that is only queued or delivered does not complete the step.
		await page.reload()
		await expect(step(page, MAILS)).toContainText('to do')
		const link = /http\S+\/auth\?next=\S+/.exec(testMail()?.text ?? '')?.[0] ?? ''

		await signOut(context)
		await page.goto(link)
		await expect(page.getByRole('heading', { name: 'Login to Your Account' })).toBeVisible()
		await signInAs('admin')
		await page.goto(link)
		await expect(page).toHaveURL(/\/admin\?arrived=/)
		await expect(page.getByText('The email arrived. Your club can send email.')).toBeVisible()
		await expect(step(page, MAILS)).toContainText('done')
		await page.goto('/admin?arrived=made.up')
		await expect(page.getByRole('alert').filter({ hasText: 'This link has expired' })).toBeVisible()
	} finally {
		await smtp.close()
	}
})

test('each step links to its screen and completes there; hiding them applies to all admins, by keyboard alone', async ({
	page,
	signInAs,
}) => {
	await signInAs('admin')
	await page.goto('/admin')
	await awake(page)
	const admin = step(page, /^There is a second admin/)
	await expect(admin.getByRole('link')).toHaveAttribute('href', '/admin/users')
	const person = {
		name: 'Second Admin',
		email: 'second.admin@example.com',
		role: 'admin',
		password: 'a first password',
	}
	const { id } = await send<{ id: string }>(page, 'POST', '/api/admin/users', person)
	await page.reload()
	await expect(admin).toContainText('done')
	await expect(admin.getByRole('link')).toHaveCount(0)
	await send(page, 'DELETE', `/api/admin/users/${id}`)
	await page.reload()
	await expect(admin).toContainText('to do')
	await expectAccessible(page)

	await awake(page)
	const count = await steps(page).getByRole('listitem').count()
	expect(count).toBeGreaterThan(10)
	await steps(page).getByRole('button', { name: 'Hide' }).focus()
	await page.keyboard.press('Enter')
	const show = steps(page).getByRole('button', { name: 'Show the first steps' })
	await expect(show).toBeVisible()
	await expect(steps(page)).toBeFocused()
	await page.reload()
	await expect(steps(page).getByRole('listitem')).toHaveCount(0)
	await awake(page)
	await page.setViewportSize({ width: 390, height: 844 })
	await show.focus()
	await page.keyboard.press('Enter')
	await expect(steps(page).getByRole('listitem')).toHaveCount(count)
})

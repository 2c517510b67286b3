import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { startSmtp } from '#tests/support/servers/smtp.ts'
import { awake, expect, expectAccessible, openSession, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'
import { type OwnServer, startServer } from '../support/server.ts'
import { PHONE } from '../support/slow-line.ts'

// Changing the email address, ending sign-ins, and leaving, with the links in the emails. After a session has ended,
// requests get a 403 and are retried with a new token.

test.use({ viewport: PHONE })
test.describe.configure({ mode: 'serial' })

const PASSWORD = 'a green door by the sea'

let folder: string
let smtp: Awaited<ReturnType<typeof startSmtp>>
let server: OwnServer
test.beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-leaving-'))
	smtp = await startSmtp()
	const address = `file:${join(folder, 'club.db')}`
	server = await startServer({ SEED_DEMO: 'true', SMTP_URL: smtp.url, DATABASE_URL: address })
})
test.afterAll(async () => {
	await server.stop()
	await smtp.close()
	rmSync(folder, { recursive: true, force: true })
})

/** Adds a member as an admin. */
async function addMember(page: Page, name: string, email: string): Promise<void> {
	const context = await page.context().browser()?.newContext({ baseURL: server.url })
	if (!context) throw new Error('The browser is gone')
	await openSession(context, server.url, 'admin')
	await send(await context.newPage(), 'POST', '/api/admin/users', { name, email, password: PASSWORD, role: 'regular' })
	await context.close()
}

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
	await page.goto(`${server.url}/auth`)
	await awake(page)
	await page.getByLabel('Email').fill(email)
	await page.getByLabel('Password', { exact: true }).fill(password)
	await page.getByRole('button', { name: 'Login' }).click()
}

/** Waits until this many emails to this address have a link to this path. @returns the newest link. */
async function linkTo(email: string, path: string, count = 1): Promise<string> {
	const links = () => smtp.to(email).flatMap(({ text }) => new RegExp(`http\\S+${path}#\\S+`).exec(text)?.[0] ?? [])
	await expect.poll(() => links().length, { timeout: 30_000 }).toBe(count)
	return links().at(-1) ?? ''
}

async function confirmPassword(page: Page, password = PASSWORD): Promise<void> {
	const dialog = page.getByRole('dialog', { name: 'Please confirm it is you' })
	await expect(dialog.getByLabel('Your current password')).toBeFocused()
	await expectAccessible(page)
	await page.keyboard.type(password)
	await page.keyboard.press('Enter')
	await expect(dialog).toBeHidden()
}

test('a member changes the email address, and undoes it from the old address', async ({ page, allowProblem }) => {
	allowProblem(/401|403|409/)
	await addMember(page, 'Noor Moving', 'noor@example.com')
	await signIn(page, 'noor@example.com')
	await expect(page).toHaveURL(/dashboard/)
	await page.goto(`${server.url}/account/email`)
	await awake(page)
	await page.getByLabel('New email address').fill('noor@new.example.com')
	await page.getByRole('button', { name: 'Send a link to this address' }).click()
	await confirmPassword(page)
	await expect(page.getByRole('status').filter({ hasText: 'We sent a link to noor@new.example.com' })).toBeFocused()
	await expectAccessible(page)

	await page.goto(await linkTo('noor@new.example.com', '/email-confirmation'))
	await awake(page)
	await page.getByRole('button', { name: 'Use this address' }).click()
	await expect(page.getByText('Your account now uses noor@new.example.com.')).toBeVisible()
	await expectAccessible(page)
	await page.getByRole('link', { name: 'Open your account' }).click()
	await expect(page.getByRole('main').getByText('noor@new.example.com').first()).toBeVisible()

	await page.goto(await linkTo('noor@example.com', '/email-confirmation'))
	await awake(page)
	await page.getByRole('button', { name: 'Undo the change' }).click()
	await expect(page.getByText('Your account uses noor@example.com again.')).toBeVisible()
	await page.goto(await linkTo('noor@example.com', '/reset-password'))
	await awake(page)
	await page.getByLabel('New Password', { exact: true }).fill('quiet harbour lantern 77')
	await page.getByLabel('Confirm New Password').fill('quiet harbour lantern 77')
	await page.getByRole('button', { name: 'Set password' }).click()
	await expect(page).toHaveURL(/\/auth$/)
})

test('a sign-in elsewhere is mailed, and the member ends all sign-ins', async ({ page, browser, allowProblem }) => {
	allowProblem(/401|403/)
	await addMember(page, 'Ruth Watchful', 'ruth@example.com')
	await signIn(page, 'ruth@example.com')
	await expect(page).toHaveURL(/dashboard/)
	const stranger = await browser.newContext({ baseURL: server.url })
	await signIn(await stranger.newPage(), 'ruth@example.com')
	await page.goto(await linkTo('ruth@example.com', '/not-me'))
	await awake(page)
	await expectAccessible(page)
	await page.getByRole('button', { name: 'Sign out all devices' }).click()
	await expect(page.getByText('All devices are signed out of your account')).toBeVisible()
	await signIn(page, 'ruth@example.com')
	await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeVisible()
	await linkTo('ruth@example.com', '/reset-password')
	await stranger.close()
})

test('a member leaves, returns by signing in, and leaves again with all posts', async ({ page, allowProblem }) => {
	allowProblem(/401|403|404/)
	await addMember(page, 'Tomas Leaving', 'tomas@example.com')
	await signIn(page, 'tomas@example.com')
	await expect(page).toHaveURL(/dashboard/)
	await page.goto(`${server.url}/account`)
	await page.getByRole('link', { name: 'What happens when you leave' }).click()
	for (const name of ['What goes', 'What stays, and why', 'Take your data with you'])
		await expect(page.getByRole('heading', { name })).toBeVisible()
	await expectAccessible(page)
	await awake(page)
	// By keyboard alone.
	await page.getByRole('link', { name: 'See and download your data' }).focus()
	await page.keyboard.press('Tab')
	await expect(page.getByRole('radio', { name: /My posts stay/ })).toBeFocused()
	await page.keyboard.press('Tab')
	await page.keyboard.press('Enter')
	await confirmPassword(page)
	await expect(page.getByText('You have left', { exact: true }).first()).toBeVisible()
	await expect(page).toHaveURL(`${server.url}/`)

	await signIn(page, 'tomas@example.com')
	await expect(page.getByRole('alert').filter({ hasText: 'You left the club.' })).toBeVisible()
	await page.getByRole('link', { name: 'Undo it' }).click()
	await awake(page)
	await page.getByLabel('Email').fill('tomas@example.com')
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await expectAccessible(page)
	await page.getByRole('button', { name: 'Undo, I stay' }).click()
	await expect(page.getByText('Welcome back.')).toBeVisible()

	await signIn(page, 'tomas@example.com')
	await expect(page).toHaveURL(/dashboard/)
	await page.goto(`${server.url}/account/leave`)
	await awake(page)
	await page.getByRole('radio', { name: /My posts go/ }).check()
	await page.getByRole('button', { name: 'Leave the club' }).click()
	await confirmPassword(page)
	await expect(page).toHaveURL(`${server.url}/`)
	await page.goto(await linkTo('tomas@example.com', '/leave-undo', 2))
	await awake(page)
	await page.getByRole('button', { name: 'Undo, I stay' }).click()
	await expect(page.getByText('Welcome back.')).toBeVisible()
})

test('an admin downloads the whole club', async ({ browser }) => {
	const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
	await openSession(context, server.url, 'admin')
	const page = await context.newPage()
	await page.goto('/admin/data')
	await awake(page)
	await page.getByRole('button', { name: 'Continue to the download' }).click()
	await confirmPassword(page, 'second-chair-demo')
	await expect(page.getByText('Confirmed. You can start the download')).toBeVisible()
	await expectAccessible(page)
	const [download] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('link', { name: 'Download the club' }).click(),
	])
	expect(download.suggestedFilename()).toMatch(/^second-chair-.*\.zip$/)
	expect(await download.failure()).toBeNull()
	await context.close()
})

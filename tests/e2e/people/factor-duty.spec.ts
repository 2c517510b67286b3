import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { demoAccounts, demoPassword } from '#src/app/seed/accounts.ts'
import { startSmtp } from '#tests/support/servers/smtp.ts'
import { codeOf } from '#tests/support/totp.ts'
import { awake, test as base, expect, expectAccessible, openSession, signOut } from '../support/fixtures.ts'
import { send } from '../support/send.ts'
import { type OwnServer, startServer } from '../support/server.ts'
import { PHONE } from '../support/slow-line.ts'

// Admins must set up a second factor, and can reset the second factors of others. Each test has its own server, on
// which no account has one.

const DESK = { width: 1440, height: 900 }
const SIZES = Object.entries({ phone: PHONE, desk: DESK })
const PASSWORD = 'a first password'

interface Club extends OwnServer {
	smtp: Awaited<ReturnType<typeof startSmtp>>
}

const test = base.extend<{ duty: string; club: Club }>({
	duty: ['off', { option: true }],
	club: async ({ duty }, use) => {
		const folder = mkdtempSync(join(tmpdir(), 'second-chair-duty-'))
		const smtp = await startSmtp()
		const address = `file:${join(folder, 'club.db')}`
		const settings = { SEED_DEMO: 'true', SMTP_URL: smtp.url, DATABASE_URL: address, ADMIN_SECOND_FACTOR: duty }
		const server = await startServer(settings)
		await use({ ...server, smtp })
		await server.stop()
		await smtp.close()
		rmSync(folder, { recursive: true, force: true })
	},
	baseURL: ({ club }, use) => use(club.url),
})

async function confirm(page: Page, password: string): Promise<void> {
	const dialog = page.getByRole('dialog', { name: 'Please confirm it is you' })
	await expect(dialog.getByLabel('Your current password')).toBeFocused()
	await page.keyboard.type(password)
	await page.keyboard.press('Enter')
	await expect(dialog).toBeHidden()
}

/** Waits until this many emails to this address have a link to this path. @returns the newest link. */
async function linkTo({ smtp }: Club, email: string, path: string, count = 1): Promise<string> {
	const links = () => smtp.to(email).flatMap(({ text }) => new RegExp(`http\\S+${path}#\\S+`).exec(text)?.[0] ?? [])
	await expect.poll(() => links().length, { timeout: 30_000 }).toBe(count)
	return links().at(-1) ?? ''
}

for (const [where, viewport] of SIZES) {
	test.describe(`where admins need a second factor, on a ${where}`, () => {
		test.use({ viewport, duty: 'required' })

		test('an admin who needs a second factor reaches no other page, sets one up, and continues', async ({
			page,
			context,
			club,
			allowProblem,
		}) => {
			test.slow()
			allowProblem(/status of (401|403|409)/)
			await openSession(context, club.url, 'admin')
			for (const path of ['/admin', '/dashboard', '/account', '/admin/data', '/questions', '/auth']) {
				await page.goto(club.url + path)
				await expect(page, path).toHaveURL(/\/account\/security$/)
			}
			expect((await context.request.get('/api/admin/users')).status()).toBe(403)
			await page.goto(`${club.url}/courses`)
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

			await page.goto(`${club.url}/admin/users`)
			await awake(page)
			await expect(page.getByRole('alert').filter({ hasText: 'Admins need a second factor here.' })).toBeVisible()
			await expectAccessible(page)
			await page.getByRole('button', { name: 'Set up an app' }).click()
			await confirm(page, demoPassword)
			const link = (await page.getByRole('link', { name: 'Open in an app on this device' }).getAttribute('href')) ?? ''
			const key = new URL(link).searchParams.get('secret') ?? ''
			await page.getByLabel('Code', { exact: true }).fill(codeOf(key))
			await page.keyboard.press('Enter')
			await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
			await page.getByRole('button', { name: 'I have kept them' }).click()
			await expect(page.getByText('Admins need a second factor here.')).toHaveCount(0)

			// The last second factor cannot be removed, and the other pages are open.
			await page.getByRole('button', { name: 'Remove the app' }).click()
			const question = page.getByRole('alertdialog')
			await question.getByRole('button', { name: 'Remove' }).click()
			await expect(question.getByText('This is your last way to sign in')).toBeVisible()
			await expectAccessible(page)
			await question.getByRole('button', { name: 'Cancel' }).click()
			await page.goto(`${club.url}/admin/users`)
			await expect(page).toHaveURL(/\/admin\/users$/)

			await signOut(context)
			await page.goto(`${club.url}/auth?next=/admin/users`)
			await awake(page)
			await page.getByLabel('Email').fill(demoAccounts.admin.email)
			await page.getByLabel('Password', { exact: true }).fill(demoPassword)
			await page.getByRole('button', { name: 'Login' }).click()
			await page.getByLabel('Code', { exact: true }).fill(codeOf(key, 30_000))
			await page.keyboard.press('Enter')
			await expect(page).toHaveURL(/\/admin\/users$/)
		})
	})

	test.describe(`on a ${where}`, () => {
		test.use({ viewport })

		test('an admin requests a reset, and the member stops it', async ({ page, context, club, allowProblem }) => {
			test.slow()
			allowProblem(/status of (401|404)/)
			await openSession(context, club.url, 'admin')
			const email = 'imani@example.com'
			const account = { name: 'Imani Lost', email, role: 'regular', password: PASSWORD }
			await send(page, 'POST', '/api/admin/users', account)
			await signOut(context)
			await send(page, 'POST', '/api/login', { email, password: PASSWORD })
			await send(page, 'POST', '/api/user/step-up', { currentPassword: PASSWORD })
			const { key } = await send<{ key: string }>(page, 'POST', '/api/user/totp')
			await send(page, 'POST', '/api/user/totp/confirm', { code: codeOf(key) })
			const owner = await context.storageState()

			await signOut(context)
			await openSession(context, club.url, 'admin')
			await page.goto(`${club.url}/admin/users`)
			await awake(page)
			await page.getByRole('link', { name: 'Imani Lost' }).click()
			await expect(page.getByRole('heading', { name: 'Imani Lost', level: 1 })).toBeVisible()
			await awake(page)
			await page.getByRole('button', { name: 'Reset second factor' }).click()
			const question = page.getByRole('alertdialog', { name: 'Reset the second factor of Imani Lost?' })
			await expect(question).toContainText('24 hours later unless they stop it there')
			await expectAccessible(page)
			await question.getByRole('button', { name: 'Reset second factor' }).click()
			await confirm(page, demoPassword)
			await expect(page.getByText('The second factor will be removed')).toBeVisible()
			await expect(page.getByRole('button', { name: 'Reset second factor' })).toHaveCount(0)
			await expectAccessible(page)

			// The member sees the request on the site, and in an email.
			await signOut(context)
			await context.addCookies(owner.cookies)
			await page.goto(`${club.url}/account/security`)
			await expect(page.getByText('An admin asked to remove your second factor')).toBeVisible()
			await signOut(context)
			await page.goto(await linkTo(club, email, '/stop-reset'))
			await awake(page)
			await expectAccessible(page)
			await page.getByRole('button', { name: 'Keep my second factor' }).press('Enter')
			await expect(page.getByText('Your second factor stays.')).toBeVisible()
			await expectAccessible(page)
			await page.goto('about:blank')
			await page.goto(await linkTo(club, email, '/stop-reset'))
			await awake(page)
			await page.getByRole('button', { name: 'Keep my second factor' }).click()
			await expect(page.getByText('This link was already used, or the reset is over.')).toBeVisible()

			// The admin requests a reset again, and takes it back.
			await openSession(context, club.url, 'admin')
			await page.goto(`${club.url}/admin/users`)
			await awake(page)
			await page.getByRole('link', { name: 'Imani Lost' }).click()
			await awake(page)
			await page.getByRole('button', { name: 'Reset second factor' }).click()
			await question.getByRole('button', { name: 'Reset second factor' }).click()
			await confirm(page, demoPassword)
			await page.getByRole('button', { name: 'Stop the reset' }).click()
			await expect(page.getByText('The second factor will be removed')).toHaveCount(0)
			await expect(page.getByRole('button', { name: 'Reset second factor' })).toBeVisible()
		})
	})
}

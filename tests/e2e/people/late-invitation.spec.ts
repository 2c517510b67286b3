import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { startSmtp } from '#tests/support/servers/smtp.ts'
import { awake, expect, expectAccessible, openSession, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'
import { startServer } from '../support/server.ts'

const NEW_MEMBER = { name: 'Noor Late', email: 'noor.late@example.com' }
const PASSWORD = 'a green door by the sea'

test('an invitation opened after seven days shows that it expired, sends another and admits the member', async ({
	browser,
}) => {
	const folder = mkdtempSync(join(tmpdir(), 'second-chair-invitation-'))
	const file = `file:${join(folder, 'club.db')}`
	const smtp = await startSmtp()
	const server = await startServer({ SEED_DEMO: 'true', SMTP_URL: smtp.url, DATABASE_URL: file })
	const owner = await browser.newContext({ baseURL: server.url })
	const guest = await browser.newContext({ baseURL: server.url })
	try {
		await openSession(owner, server.url, 'admin')
		const adminPage = await owner.newPage()
		await send(adminPage, 'POST', '/api/admin/invitations', NEW_MEMBER)
		const links = () =>
			smtp.to(NEW_MEMBER.email).flatMap(({ text }) => /http\S+\/reset-password\S*/.exec(text)?.[0] ?? [])
		await expect.poll(() => links().length, { timeout: 30_000 }).toBe(1)
		const database = createClient({ url: file })
		// Wait for the lock, because the server writes to the same file.
		await database.execute('pragma busy_timeout = 10000')
		await database.execute(`update password_resets set expires_at = ${Date.now() - 1}`)
		database.close()

		const page = await guest.newPage()
		await page.goto(links()[0] ?? '')
		await expect(page.getByText('This link was already used or has expired')).toBeVisible()
		await expect(page.getByLabel('New Password', { exact: true })).toHaveCount(0)
		await expectAccessible(page)
		await page.getByRole('link', { name: 'Ask for a new link' }).click()
		await awake(page)
		await page.getByLabel('Email').fill(NEW_MEMBER.email)
		await page.keyboard.press('Enter')
		await expect.poll(() => links().length, { timeout: 30_000 }).toBe(2)
		await page.goto(links()[1] ?? '')
		await awake(page)
		await expect(page.getByText(/invites you to/)).toBeVisible()
		await page.getByLabel('New Password', { exact: true }).fill(PASSWORD)
		await page.getByLabel('Confirm New Password').fill(PASSWORD)
		await page.getByRole('button', { name: 'Set password' }).click()
		await expect(page).not.toHaveURL(/reset-password/)
	} finally {
		await owner.close()
		await guest.close()
		await server.stop()
		await smtp.close()
		rmSync(folder, { recursive: true, force: true })
	}
})

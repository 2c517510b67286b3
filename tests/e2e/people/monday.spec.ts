import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import type { Page } from 'playwright/test'
import { CSRF_HEADER } from '#src/lib/api/csrf.ts'
import { startSmtp } from '#tests/support/servers/smtp.ts'
import { button } from '../support/applying.ts'
import { awake, expect, expectAccessible, openSession, test } from '../support/fixtures.ts'
import { startServer } from '../support/server.ts'

const PASSWORD = 'a green door by the sea'
const DAY_MS = 24 * 60 * 60_000

/** Returns 411 rows as another program exports them: 399 people to invite, and 12 rows with a fault. */
function messyList(): string {
	const people = Array.from({ length: 399 }, (_, at) => {
		const name = at % 7 === 0 ? `"Person, ${at}"` : `  Person  ${at} `
		return `${name},P${at}@monday.example.com ,${at % 3 ? '3/4/2019' : 'n/a'},${at % 2 ? 'Founder; Texas' : ''},Annual,subscribed`
	})
	const faults = Array.from({ length: 12 }, (_, at) =>
		[
			`Twice ${at},p${at}@monday.example.com,,,,subscribed`,
			`Nothing ${at},,,,,subscribed`,
			`Odd ${at},not an address,,,,subscribed`,
			`Gone ${at},gone${at}@monday.example.com,,,,unsubscribed`,
		].at(at % 4),
	)
	return `My circle,,,,,\nFull name,E-mail,Joined,Tags,Plan,Status\n${[...people, ...faults].join('\n')}\n`
}

const people = (page: Page) => page.getByRole('region', { name: 'Lists of the last month' }).getByRole('row').nth(1)

async function writeInvitation(page: Page): Promise<void> {
	await page.getByLabel('Subject').fill('Our circle has moved')
	await page.getByLabel('First paragraph').fill('From Monday on we meet here.')
	await expect(page.getByText('Save the invitation first')).toBeVisible()
	await expect(button(page, 'Invite 399 people')).toBeDisabled()
	await button(page, 'Preview').click()
	const preview = page.getByRole('dialog', { name: 'Preview' })
	await expect(preview).toContainText('Our circle has moved')
	await expect(preview).toContainText('From Monday on we meet here.')
	await expectAccessible(page)
	await page.keyboard.press('Escape')
	await button(page, 'Send to myself').click()
	await expect(page.getByText(/It is on its way to/).first()).toBeVisible()
	await button(page, 'Save the invitation').click()
	await expect(page.getByText('Save the invitation first')).toHaveCount(0)
}

test("411 rows become 399 invitations in the owner's words; 2 come, 397 are reminded, once", async ({ browser }) => {
	test.slow()
	const folder = mkdtempSync(join(tmpdir(), 'second-chair-monday-'))
	const file = `file:${join(folder, 'club.db')}`
	const smtp = await startSmtp()
	const server = await startServer({ SEED_DEMO: 'true', SMTP_URL: smtp.url, DATABASE_URL: file })
	const owner = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
	const guest = await browser.newContext({ baseURL: server.url })
	try {
		await openSession(owner, server.url, 'admin')
		const page = await owner.newPage()
		await page.goto('/admin/users')
		await awake(page)
		await button(page, 'Add people').click()
		await page.getByRole('link', { name: 'Invite a list' }).click()
		await awake(page)
		await page.getByLabel('Or paste the list').fill(messyList())
		await button(page, 'Check the list').click()
		await expect(page.getByText('399 new, 0 already members, 12 with errors')).toBeVisible()
		await expect(page.getByText(/133 people have a day of joining that we cannot read/)).toBeVisible()
		await writeInvitation(page)
		await button(page, 'Invite 399 people').click()
		await page
			.getByRole('alertdialog', { name: 'Invite 399 people?' })
			.getByRole('button', { name: 'Invite', exact: true })
			.click()
		await expect(people(page)).toContainText('0 of 399 have come', { timeout: 60_000 })

		const linkOf = (name: string) =>
			smtp.to(`${name}@monday.example.com`).flatMap(({ text }) => /http\S+\/reset-password\S*/.exec(text)?.[0] ?? [])
		for (const name of ['P0', 'P1']) {
			await expect.poll(() => linkOf(name).length, { timeout: 60_000 }).toBe(1)
			const there = await guest.newPage()
			await there.goto(linkOf(name)[0] ?? '')
			await awake(there)
			await there.getByLabel('New Password', { exact: true }).fill(PASSWORD)
			await there.getByLabel('Confirm New Password').fill(PASSWORD)
			await there.getByRole('button', { name: 'Set password' }).click()
			await expect(there).not.toHaveURL(/reset-password/)
			await there.close()
		}
		const [mail] = smtp.to('P0@monday.example.com')
		expect(mail?.subject).toBe('Our circle has moved')
		expect(mail?.text).toContain('From Monday on we meet here.')

		await page.reload()
		await awake(page)
		await expect(people(page)).toContainText('2 of 399 have come')
		await expect(people(page)).toContainText('Remind them from')
		await expect(people(page).getByRole('button', { name: /^Remind/ })).toHaveCount(0)

		// Four days later.
		const database = createClient({ url: file })
		await database.execute('pragma busy_timeout = 10000')
		await database.execute(`update users set invited_at = invited_at - ${4 * DAY_MS} where invited_at is not null`)
		database.close()
		await page.reload()
		await awake(page)
		await people(page).getByRole('button', { name: 'Remind the 397 who have not' }).focus()
		await page.keyboard.press('Enter')
		const question = page.getByRole('alertdialog', { name: 'Remind the 397 who have not come?' })
		await expectAccessible(page)
		await question.getByRole('button', { name: 'Remind them' }).click()
		await expect(page.getByText('397 people are reminded').first()).toBeVisible()
		await expect(people(page).getByRole('button', { name: /^Remind/ })).toHaveCount(0)
		const { csrfToken } = (await (await page.request.get('/api/csrf-token')).json()) as { csrfToken: string }
		const lists = (await (await page.request.get('/api/admin/user-imports')).json()) as { id: string }[]
		const again = await page.request.post(`/api/admin/user-imports/${lists[0]?.id}/remind`, {
			data: {},
			headers: { [CSRF_HEADER]: csrfToken, Origin: server.url },
		})
		expect(again.status()).toBe(409)
		expect(await again.text()).toMatch(/They got an email in the last 4 days\. You can remind them from/)

		// The same list again says what everybody is.
		await page.getByLabel('Or paste the list').fill(messyList())
		await button(page, 'Check the list').click()
		await expect(page.getByText('0 new, 2 already members, 397 invited before, 12 with errors')).toBeVisible()

		await page.goto('/admin/users?status=invited')
		await awake(page)
		await expect(page.getByLabel('Status').locator('option:checked')).toHaveText('Invited (397)')
		await page.getByLabel('Label').selectOption('Texas')
		await expect(page.getByRole('row').nth(1)).toContainText('Mar 4, 2019')
		await expectAccessible(page)
		// Fourteen people on a laptop's first screen.
		const row = await page.getByRole('row').nth(14).boundingBox()
		expect((row?.y ?? 9_999) + (row?.height ?? 0)).toBeLessThanOrEqual(900)
	} finally {
		await owner.close()
		await guest.close()
		await server.stop()
		await smtp.close()
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
	}
})

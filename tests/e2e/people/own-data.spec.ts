import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { demoAccounts, demoPassword } from '#src/app/seed/accounts.ts'
import { awake, expect, expectAccessible, test } from '../support/fixtures.ts'
import { PHONE, slowLine } from '../support/slow-line.ts'

// A member's own data on a phone.

test.use({ viewport: PHONE })

async function save(page: Page, name: string): Promise<{ name: string; text: string }> {
	const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
	expect(await download.failure()).toBeNull()
	return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

test('a member sees the stored data, confirms their identity and downloads it', async ({
	page,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/400/)
	await signInAs('member')
	await slowLine(page)
	await page.goto('/account')
	await page.getByRole('link', { name: 'See and download your data' }).click()
	await expect(page.getByRole('heading', { name: 'Your data', level: 1 })).toBeVisible()
	await expect(page.getByRole('listitem').filter({ hasText: 'Account and application' })).toContainText('1')
	await awake(page)
	const go = page.getByRole('button', { name: 'Continue to your files' })
	const dialog = page.getByRole('dialog', { name: 'Please confirm it is you' })
	await go.click()
	await dialog.getByRole('button', { name: 'Cancel' }).click()
	await expect(go).toBeFocused()
	await go.press('Enter')
	const password = dialog.getByLabel('Your current password')
	await expect(password).toBeFocused()
	await password.fill('not the right one')
	await password.press('Enter')
	await expect(page.getByRole('alert').filter({ hasText: 'Current password is incorrect' })).toBeVisible()
	await password.fill(demoPassword)
	await password.press('Enter')
	await expect(page.getByRole('status').filter({ hasText: 'Confirmed. You can download' })).toBeVisible()
	await page.keyboard.press('Tab')
	await expect(page.getByRole('link', { name: 'Download to read (HTML)' })).toBeFocused()
	await expectAccessible(page)

	const json = await save(page, 'Download for programs (JSON)')
	expect(json.name).toMatch(/^my-data-.*\.json$/)
	const { data } = JSON.parse(json.text) as { data: Record<string, Record<string, unknown>[]> }
	expect(data.account).toMatchObject([{ email: demoAccounts.member.email }])
	expect(data.enrollments?.length).toBeGreaterThan(0)
	expect(json.text).not.toContain(demoAccounts.admin.email)

	const html = await save(page, 'Download to read (HTML)')
	// The file is self-contained, so it opens without the site.
	const reader = await page.context().newPage()
	await reader.setContent(html.text)
	await expect(reader.getByRole('heading', { name: 'Your data at Second Chair' })).toBeVisible()
	await expect(reader.getByText(demoAccounts.member.email)).toBeVisible()
	expect(await reader.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})

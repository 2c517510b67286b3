import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import type { User } from '#src/features/users/contract.ts'
import { button } from '../support/applying.ts'
import { awake, expect, expectAccessible, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'

const listText = (name: string) => `Who;Where;Firm
Ada ${name};ada@${name}.example.com;Ada Law
Ben ${name};;Ben Law
"Cleo; ${name}";cleo@${name}.example.com;
`

const run = (page: Page) => page.getByRole('region', { name: 'Preview' })

async function choose(page: Page, name: string): Promise<void> {
	await page.getByLabel('A file').setInputFiles({
		name: 'members.csv',
		mimeType: 'text/csv',
		buffer: Buffer.from(`\uFEFF${listText(name)}`, 'utf16le'),
	})
	await button(page, 'Check the list').focus()
	await page.keyboard.press('Enter')
	// The headings do not identify the columns of names and email addresses.
	await expect(run(page).getByRole('status')).toHaveText('0 new, 0 already members, 3 with errors')
	await run(page).getByLabel('Email address').selectOption('Where')
	await expect(run(page).getByRole('status')).toContainText(', 1 with errors')
	await run(page).getByLabel('Name', { exact: true }).selectOption('Who')
	await expect(run(page).getByText(`Ben ${name}`)).toBeVisible()
	await expect(run(page).getByText('Row 3: email address is missing')).toBeVisible()
}

for (const width of [390, 1440])
	test(`a list at ${width} pixels is previewed, mapped, invited and reported; a second run invites nobody`, async ({
		page,
		signInAs,
	}) => {
		const name = `width${width}`
		await page.setViewportSize({ width, height: 900 })
		await signInAs('admin')
		await page.goto('/admin/users')
		await button(page, 'Add people').click()
		await page.getByRole('link', { name: 'Invite a list' }).click()
		await awake(page)
		await button(page, 'Check the list').click()
		await expect(page.getByRole('alert').filter({ hasText: 'Choose a file or paste a list' })).toBeVisible()
		await choose(page, name)
		await expect(run(page).getByRole('status')).toHaveText('2 new, 0 already members, 1 with errors')
		await expectAccessible(page)
		await button(page, 'Invite 2 people').focus()
		await page.keyboard.press('Enter')
		const question = page.getByRole('alertdialog', { name: 'Invite 2 people?' })
		await expectAccessible(page)
		await question.getByRole('button', { name: 'Invite', exact: true }).focus()
		await page.keyboard.press('Enter')
		const lists = page.getByRole('region', { name: 'Lists of the last month' })
		await expect(lists.getByRole('row').nth(1)).toContainText('Done')
		await expectAccessible(page)
		const invited = await send<User[]>(page, 'GET', `/api/admin/users?search=${name}`)
		expect(invited.map((user) => [user.name, user.status]).sort()).toEqual([
			[`Ada ${name}`, 'inactive'],
			[`Cleo; ${name}`, 'inactive'],
		])
		const download = page.waitForEvent('download')
		await lists
			.getByRole('link', { name: /^Report/ })
			.first()
			.click()
		expect(readFileSync(await (await download).path(), 'utf8')).toContain('"Row 3: email address is missing"')

		await choose(page, name)
		await expect(run(page).getByRole('status')).toHaveText('0 new, 0 already members, 2 invited before, 1 with errors')
		await expect(button(page, 'Invite 0 people')).toBeDisabled()
	})

test('one person is invited, is listed as invited, and the invitation can be revoked', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.goto('/admin/users')
	await awake(page)
	await button(page, 'Add people').click()
	await button(page, 'Invite a member').click()
	const dialog = page.locator('dialog[open]')
	await dialog.getByLabel('Name').fill('Noor Invited')
	await dialog.getByLabel('Email').fill('noor.invited@example.com')
	await dialog.getByRole('button', { name: 'Send invitation' }).click()
	const row = page.getByRole('row', { name: /noor\.invited@example\.com/ })
	await expect(row).toContainText('Invited')
	await row.getByRole('link', { name: 'Noor Invited' }).click()
	await awake(page)
	await expect(page.getByRole('region', { name: 'Account' })).toContainText('Invited by')
	await button(page, 'Withdraw the invitation').click()
	await dialog.getByLabel('Reason').fill('Wrong address')
	await dialog.getByRole('button', { name: 'Deactivate' }).click()
	await expect(button(page, 'Activate')).toBeVisible()
})

import type { Page } from 'playwright/test'
import type { User } from '#src/features/users/contract.ts'
import { button, toast } from '../support/applying.ts'
import { awake, expect, expectAccessible, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'

const addMember = (page: Page, name: string, email: string) =>
	send<User>(page, 'POST', '/api/admin/users', { name, email, role: 'regular', password: 'oak table by the window' })

const dialog = (page: Page) => page.locator('dialog[open]')

for (const width of [390, 1440])
	test(`an admin adds a note, sends a link and deactivates with a reason by keyboard at ${width} pixels`, async ({
		page,
		signInAs,
	}) => {
		await page.setViewportSize({ width, height: 900 })
		await signInAs('admin')
		const { id, name, email } = await addMember(page, `Imani Brooks ${width}`, `imani.${width}@example.com`)
		await page.goto(`/admin/users?search=imani.${width}`)
		await awake(page)
		const lead = page.getByRole('link', { name, exact: true })
		await lead.focus()
		await page.keyboard.press('Enter')
		await expect(page).toHaveURL(`/admin/users/${id}`)
		await awake(page)
		await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
		await expect(page.getByRole('region', { name: 'Account' })).toContainText('Never')

		const notes = page.getByRole('region', { name: 'Notes' })
		await notes.getByLabel('Note').fill('Asked about the spring course')
		await button(page, 'Add note').focus()
		await page.keyboard.press('Enter')
		await expect(notes.getByRole('listitem')).toHaveText(/Asked about the spring course/)
		await expect(notes.getByLabel('Note')).toHaveValue('')
		await notes.getByRole('button', { name: 'Edit' }).focus()
		await page.keyboard.press('Enter')
		await dialog(page).getByLabel('Note').fill('Asked about the spring course, twice')
		await dialog(page).getByRole('button', { name: 'Save note' }).click()
		await expect(notes.getByRole('listitem')).toHaveText(/twice.*\(edited\)/s)
		await expectAccessible(page)

		await page.getByRole('tab', { name: 'Overview' }).focus()
		for (const tab of ['Courses', 'Journals', 'Posts', 'Coaching', 'History']) {
			await page.keyboard.press('ArrowRight')
			await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
		}
		await expect(page).toHaveURL(/\?tab=history$/)
		await expect(page.getByRole('region', { name: 'Account history' })).toContainText('Note about a member added')
		await expectAccessible(page)

		await button(page, 'Send a link to set a password').click()
		await expect(dialog(page)).toContainText(email)
		await dialog(page).getByRole('button', { name: 'Send' }).click()
		await expect(toast(page, 'Link sent')).toBeVisible()

		await button(page, 'Deactivate').click()
		await dialog(page).getByRole('button', { name: 'Deactivate' }).click()
		await expect(dialog(page).getByText('Enter a reason')).toBeVisible()
		await dialog(page).getByLabel('Reason').fill('Moved abroad')
		await dialog(page).getByRole('button', { name: 'Deactivate' }).click()
		await expect(button(page, 'Activate')).toBeVisible()
		await page.getByRole('tab', { name: 'Overview' }).click()
		await expect(notes).toContainText('Deactivated: Moved abroad')
	})

test('selected members are deactivated with one reason, and failures are named and stay selected', async ({
	page,
	signInAs,
}) => {
	await signInAs('admin')
	const people = ['Odd Berg', 'Even Berg'] as const
	for (const name of people) await addMember(page, name, `${name.replace(' ', '.').toLowerCase()}@several.example.com`)
	await page.goto('/admin/users?search=several&sort=joined&order=asc')
	await awake(page)
	// The bulk actions appear with the first selection, shift nothing, and disappear with the last.
	const table = page.getByRole('table')
	const top = async () => (await table.boundingBox())?.y
	const before = await top()
	await expect(button(page, 'Deactivate')).toBeHidden()
	for (const name of people) await page.getByLabel(`Select ${name}`).check()
	await expect(page.getByRole('status').filter({ hasText: '2 accounts selected' })).toBeVisible()
	expect(await top()).toBe(before)
	await button(page, 'Select none').focus()
	await page.keyboard.press('Enter')
	await expect(button(page, 'Deactivate')).toBeHidden()
	await expect(button(page, 'Select all shown')).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(page.getByText('2 accounts selected')).toBeVisible()
	// Another admin edits one of them.
	const [odd] = await send<User[]>(page, 'GET', '/api/admin/users?search=odd.berg')
	const { id = '', email = '' } = odd ?? {}
	await send(page, 'PUT', `/api/admin/users/${id}`, { name: 'Odd B.', email, role: 'user', status: 'active' })
	await button(page, 'Deactivate').click()
	await dialog(page).getByLabel('Reason').fill('The pilot ended')
	await dialog(page).getByRole('button', { name: 'Deactivate' }).click()
	const outcome = page.getByRole('alert').filter({ hasText: '1 account deactivated. 1 account could not be' })
	await expect(outcome).toContainText('Odd B.: This account has changed')
	await expect(page.getByText('1 account selected')).toBeVisible()
	await expect(page.getByRole('row', { name: /Even Berg/ })).toContainText('Deactivated')
	await expectAccessible(page)
	await button(page, 'Last seen').click()
	await expect(page).toHaveURL(/sort=seen/)
	await expect(page.getByRole('columnheader', { name: 'Last seen' })).toHaveAttribute('aria-sort', /ascending/)
})

test('an unknown account shows an error with a way back', async ({ page, signInAs, allowProblem }) => {
	allowProblem(/404/)
	await signInAs('admin')
	const answer = await page.goto('/admin/users/nobody')
	expect(answer?.status()).toBe(404)
	await expect(page.getByRole('heading', { name: 'Member not found' })).toBeVisible()
	await page.getByRole('link', { name: 'Back to Members' }).click()
	await expect(page).toHaveURL('/admin/users')
})

test('a member is redirected to the home page', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.goto('/admin/users/nobody')
	await expect(page).toHaveURL('/')
})

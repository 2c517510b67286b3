import type { Page } from 'playwright/test'
import { become as becomeBy } from '../support/become.ts'
import { awake, expect, expectAccessible, showTheme, signOut, test } from '../support/fixtures.ts'
import { chooseInMenu } from '../support/row-menu.ts'
import { send } from '../support/send.ts'

const PASSWORD = 'a-long-enough-password'
const NASTY = 'Only a fool would ask that, and you bill like one.'
const emailOf = (name: string) => `${name.toLowerCase()}@reports.example`

const become = (page: Page, name: string) => becomeBy(page, emailOf(name), PASSWORD)

async function checkBothThemes(page: Page): Promise<void> {
	for (const theme of ['light', 'dark'] as const) {
		await showTheme(page, theme)
		await expectAccessible(page)
	}
}

test('a nasty comment is reported by three members, hidden, reviewed by a moderator and restored', async ({
	page,
	signInAs,
}) => {
	test.slow()
	await signInAs('admin')
	const ids = new Map<string, string>()
	for (const name of ['Nadia', 'Ann', 'Ben', 'Cat', 'Mo']) {
		const account = { name, email: emailOf(name), role: 'regular', password: PASSWORD }
		ids.set(name, (await send<{ id: string }>(page, 'POST', '/api/admin/users', account)).id)
	}
	await become(page, 'Ann')
	const [category] = await (await page.request.get('/api/questions/categories')).json()
	const question = {
		title: 'What do you charge for a first call?',
		body: 'And do you credit it against the fee later?',
	}
	const { id } = await send<{ id: string }>(page, 'POST', '/api/questions', { ...question, categoryId: category.id })
	await become(page, 'Nadia')
	await send(page, 'POST', `/api/questions/${id}/comments`, { body: NASTY })

	await test.step('three members report it, the first by keyboard', async () => {
		for (const name of ['Ann', 'Ben', 'Cat']) {
			await become(page, name)
			await page.goto(`/questions/${id}`)
			await awake(page)
			await page.getByRole('button', { name: 'Report comment by Nadia' }).focus()
			await page.keyboard.press('Enter')
			const dialog = page.getByRole('dialog')
			if (name === 'Ann') {
				await checkBothThemes(page)
				await dialog.getByRole('button', { name: 'Report' }).click()
				await expect(dialog.getByText('Choose a reason').last()).toBeVisible()
			}
			await dialog.getByLabel('What is wrong with it?').selectOption('Insulting or hostile')
			await dialog.getByRole('button', { name: 'Report' }).focus()
			await page.keyboard.press('Enter')
			await expect(page.getByText('Thank you for your report', { exact: true })).toBeVisible()
		}
		await page.reload()
		await expect(page.getByText('This comment is hidden.')).toBeVisible()
		await expect(page.getByText(NASTY)).toHaveCount(0)
	})

	await test.step('its author sees it, with the reason', async () => {
		await become(page, 'Nadia')
		await page.goto(`/questions/${id}`)
		await awake(page)
		await expect(page.getByText(NASTY)).toBeVisible()
		await expect(page.getByText('Only you and moderators see this comment.')).toBeVisible()
		await checkBothThemes(page)
	})

	await test.step('an admin makes a member a moderator', async () => {
		await signInAs('admin')
		await page.goto(`/admin/users/${ids.get('Mo')}`)
		await awake(page)
		await chooseInMenu(page, 'Mo', 'Make moderator')
		await page.getByRole('alertdialog').getByRole('button', { name: 'Make moderator' }).click()
		await expect(page.getByText('Mo is a moderator', { exact: true })).toBeVisible()
	})

	await test.step('the moderator reviews it, and sees nothing else of the admin area', async () => {
		await become(page, 'Mo')
		await page.goto('/dashboard')
		await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports 1 waiting' }).click()
		await expect(page).toHaveURL('/admin/moderation')
		await awake(page)
		const sections = page.getByRole('navigation', { name: 'Admin sections' })
		await expect(sections.getByRole('link')).toHaveText(['Moderation 1 waiting1'])
		const row = page.getByRole('region', { name: 'Reports' }).getByRole('row').filter({ hasText: NASTY })
		await expect(row).toContainText('Hidden')
		for (const name of ['Ann', 'Ben', 'Cat']) await expect(row).toContainText(name)
		await checkBothThemes(page)
		expect((await page.request.get('/api/admin/users')).status()).toBe(403)
		expect((await page.request.get('/admin/users')).url()).toMatch(/\/$/)
		await row.getByRole('button', { name: /^Restore/ }).focus()
		await page.keyboard.press('Enter')
		await expect(page.getByText('Post restored', { exact: true })).toBeVisible()
		await expect(page.getByText('No open reports')).toBeVisible()
		await expect(sections.getByRole('link')).toHaveText(['Moderation'])
	})

	await test.step('members see it again, and its reporters are notified', async () => {
		await become(page, 'Ann')
		await page.goto('/notifications')
		await page.getByRole('link', { name: /We looked at your report/ }).click()
		await expect(page.getByText(NASTY)).toBeVisible()
	})
})

test('a suspended member sees the end and the reason of the suspension', async ({ page, signInAs, allowProblem }) => {
	allowProblem(/403/)
	await signInAs('admin')
	const account = { name: 'Sid', email: emailOf('Sid'), role: 'regular', password: PASSWORD }
	const { id } = await send<{ id: string }>(page, 'POST', '/api/admin/users', account)
	await page.goto(`/admin/users/${id}`)
	await awake(page)
	await chooseInMenu(page, 'Sid', 'Suspend')
	const dialog = page.getByRole('dialog')
	await dialog.getByLabel('Reason').fill('Insults in two calls')
	await checkBothThemes(page)
	await dialog.getByRole('button', { name: 'Suspend' }).click()
	await expect(page.getByText('Sid is suspended', { exact: true })).toBeVisible()
	await expect(page.getByRole('main').getByText('Suspended', { exact: true })).toBeVisible()
	await checkBothThemes(page)

	await page.goto('about:blank')
	await signOut(page.context())
	await page.goto('/auth')
	await awake(page)
	await page.getByLabel('Email').fill(account.email)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await page.getByRole('button', { name: 'Login' }).click()
	await expect(page.getByRole('region', { name: 'Login to Your Account' }).getByRole('alert')).toContainText(
		/Your account is suspended until .+ UTC\. Reason: Insults in two calls/,
	)
})

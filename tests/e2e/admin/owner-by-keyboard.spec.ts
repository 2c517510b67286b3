import type { Locator, Page } from 'playwright/test'
import { settingsPages } from '#src/features/settings/settings-pages.ts'
import { applyAs, button, expectFocusInMain } from '../support/applying.ts'
import { awake, expect, open, signOut, test } from '../support/fixtures.ts'
import { press, tabTo } from '../support/keys.ts'
import { send } from '../support/send.ts'

// An owner's Monday tasks by keyboard alone: Tab reaches every control, and no dialog loses the focus when it closes.

async function write(page: Page, field: Locator, text: string): Promise<void> {
	await tabTo(page, field)
	await page.keyboard.insertText(text)
}

test('a list is checked and invited', async ({ page, signInAs }) => {
	await signInAs('admin')
	await open(page, '/admin/users')
	await press(page, button(page, 'Add people'))
	const dialog = page.getByRole('dialog')
	await page.keyboard.press('Escape')
	await expect(dialog).toHaveCount(0)
	await expect(button(page, 'Add people')).toBeFocused()
	await page.keyboard.press('Enter')
	await press(page, dialog.getByRole('link', { name: 'Invite a list' }))
	await expect(page).toHaveURL('/admin/users/import')
	await awake(page)
	await write(page, page.getByLabel('Or paste the list'), 'Name,Email\nKeyla Board,keyla@board.example.com\n')
	await press(page, button(page, 'Check the list'))
	await expect(page.getByText('1 new, 0 already members, 0 with errors')).toBeVisible()
	await expectFocusInMain(page)
	await press(page, button(page, 'Invite 1 person'))
	await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }))
	await expect(button(page, 'Invite 1 person')).toBeFocused()
	await page.keyboard.press('Enter')
	await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Invite', exact: true }))
	await expect(page.getByRole('alertdialog')).toHaveCount(0)
	await expect(page.getByRole('region', { name: 'Lists of the last month' })).toContainText('0 of 1 have joined')
	await expectFocusInMain(page)
})

test('an application is read and decided', async ({ page, signInAs }) => {
	await signOut(page.context())
	await applyAs(page, 'Keya Board', 'keya@board.example.com')
	await signInAs('admin')
	await open(page, '/admin/applications')
	await press(page, button(page, 'Details: Keya Board'))
	const dialog = page.locator('dialog[open]')
	await expect(dialog).toContainText('Keya Board')
	await page.keyboard.press('Escape')
	await expect(button(page, 'Details: Keya Board')).toBeFocused()
	await press(page, button(page, 'Approve: Keya Board'))
	await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }))
	await expect(page.getByRole('row').filter({ hasText: 'Keya Board' })).toHaveCount(0)
	await expectFocusInMain(page)
})

test('a reported post is hidden', async ({ page, signInAs }) => {
	await signInAs('admin')
	const [category] = await send<{ id: string }[]>(page, 'GET', '/api/questions/categories')
	const question = { title: 'Which keys do you press?', body: 'All of them, or only some of them?' }
	await send(page, 'POST', '/api/questions', { ...question, categoryId: category?.id })
	const [created] = await send<{ id: string }[]>(page, 'GET', '/api/questions?search=keys%20do%20you%20press')
	await signInAs('member')
	await send(page, 'POST', `/api/posts/question/${created?.id}/report`, { reason: 'other' })
	await signInAs('admin')
	await open(page, '/admin/moderation')
	const row = page.getByRole('region', { name: 'Reports' }).getByRole('row').filter({ hasText: question.title })
	await press(page, row.getByRole('button', { name: /^Hide/ }))
	const dialog = page.getByRole('dialog')
	await page.keyboard.press('Escape')
	await expect(row.getByRole('button', { name: /^Hide/ })).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(dialog.getByRole('textbox')).toBeFocused()
	await page.keyboard.insertText('Names a client')
	await press(page, dialog.getByRole('button', { name: 'Hide' }))
	await expect(row).toHaveCount(0)
	await expectFocusInMain(page)
	await send(page, 'DELETE', `/api/questions/${created?.id}`)
})

test('a series is planned, and deleted again', async ({ page, signInAs }) => {
	await signInAs('admin')
	await open(page, '/admin/coaching')
	await press(page, button(page, 'Create Session'))
	const dialog = page.getByRole('dialog', { name: 'Create Session' })
	await expect(dialog.getByLabel('Title')).toBeFocused()
	await page.keyboard.insertText('By keys alone')
	// The date has a field for each part, and each field takes its digits.
	await tabTo(page, dialog.getByLabel('Date and time'))
	await page.keyboard.type('01052090')
	await page.keyboard.press('Tab')
	await page.keyboard.type('0200PM')
	await write(page, dialog.getByLabel('Zoom link'), 'https://zoom.example/j/9')
	await tabTo(page, dialog.getByLabel('Repeats'))
	await page.keyboard.type('Every')
	await tabTo(page, dialog.getByText('All dates'))
	await page.keyboard.press('Enter')
	await expect(dialog.getByRole('listitem')).toHaveCount(12)
	await press(page, dialog.getByRole('button', { name: 'Create Session' }))
	await expect(dialog).toHaveCount(0)
	await expect(button(page, 'Create Session')).toBeFocused()
	const first = page.getByRole('row').filter({ hasText: 'Series, 1 of 12' }).filter({ hasText: 'By keys alone' })
	await press(page, first.getByRole('button', { name: /^Delete/ }))
	const question = page.getByRole('alertdialog')
	await tabTo(page, question.getByLabel('Sessions to delete'))
	await page.keyboard.press('ArrowDown')
	await press(page, question.getByRole('button', { name: 'Delete' }))
	await expect(page.getByRole('row').filter({ hasText: 'By keys alone' })).toHaveCount(0)
	await expectFocusInMain(page)
})

test('each page of the settings is opened by its tab, and saved', async ({ page, signInAs }) => {
	await signInAs('admin')
	await open(page, '/admin/settings')
	for (const { slug, label } of settingsPages) {
		await press(
			page,
			page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: label, exact: true }),
		)
		await expect(page).toHaveURL(`/admin/settings/${slug}`)
		await awake(page)
		await press(page, button(page, 'Save settings'))
		await expect(page.getByText('All changes saved.')).toBeVisible()
		await expectFocusInMain(page)
	}
})

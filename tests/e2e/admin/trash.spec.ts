import { awake, expect, expectAccessible, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'

// Restores from the trash on a phone, by keyboard alone.

test.use({ viewport: { width: 390, height: 844 } })

test('a deleted course is restored by keyboard and linked', async ({ page, signInAs }) => {
	await signInAs('admin')
	const title = 'Leases that nobody reads'
	const course = { title, description: 'What stands in most of them.', difficulty: 'beginner', isPublished: false }
	const { id } = await send<{ id: string }>(page, 'POST', '/api/courses', course)
	await page.goto('/admin/courses')
	await awake(page)
	page.once('dialog', (dialog) => void dialog.accept())
	await page.getByRole('button', { name: new RegExp(`Delete.*${title}`) }).click()
	await expect(page.getByRole('button', { name: new RegExp(`Delete.*${title}`) })).toHaveCount(0)
	await page.goto('/admin/deleted')
	await awake(page)
	const row = page.getByRole('main').getByRole('row').filter({ hasText: title })
	await expect(row).toContainText('Course')
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme })
		await expectAccessible(page)
	}
	await row.getByRole('button', { name: `Restore ${title}` }).focus()
	await page.keyboard.press('Enter')
	const restoredNotice = page.getByRole('status').filter({ hasText: `${title} is restored.` })
	await expect(restoredNotice).toBeFocused()
	await expect(row).toHaveCount(0)
	await page.keyboard.press('Tab')
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(`/admin/courses/${id}/modules`)
})

test('a conflict is shown at its item, and deleting permanently asks first', async ({
	page,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/status of 409/)
	await signInAs('admin')
	const course = {
		title: 'A course that goes',
		description: 'Why a lease says what it says.',
		difficulty: 'beginner',
		isPublished: false,
	}
	const { id } = await send<{ id: string }>(page, 'POST', '/api/courses', course)
	const module = {
		title: 'A module that went before',
		description: 'A module that goes too.',
		type: 'text',
		content: '<p>What nobody reads, and what everybody signs.</p>',
	}
	const created = await send<{ id: string }>(page, 'POST', `/api/courses/${id}/modules`, module)
	await send(page, 'DELETE', `/api/modules/${created.id}`)
	await send(page, 'DELETE', `/api/courses/${id}`)
	await page.goto('/admin/deleted')
	await awake(page)
	const row = page.getByRole('main').getByRole('row').filter({ hasText: module.title })
	await row.getByRole('button', { name: `Restore ${module.title}` }).click()
	const conflict = page.getByRole('alert').filter({ hasText: module.title })
	await expect(conflict).toContainText('What it belongs to is deleted too. Restore that first.')
	await row.getByRole('button', { name: `More for ${module.title}` }).click()
	await page.getByRole('menuitem', { name: 'Delete for good' }).click()
	const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
	await expect(question).toContainText('This and everything that belongs to it can never be restored')
	await question.getByRole('button', { name: 'Delete', exact: true }).click()
	await expect(row).toHaveCount(0)
})

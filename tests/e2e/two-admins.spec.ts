import type { User } from '#src/features/users/contract.ts'
import { awake, expect, test } from './support/fixtures.ts'
import { send } from './support/send.ts'

test('a dialog that was open while another admin deactivated the member does not undo it', async ({
	page,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/409 \(Conflict\)/)
	await signInAs('admin')
	const given = { name: 'Ingrid Solberg', email: 'ingrid.solberg@example.com', role: 'regular' }
	const { id } = await send<User>(page, 'POST', '/api/admin/users', { ...given, password: 'oak table by the window' })
	await page.goto('/admin/users')
	await awake(page)
	const edit = page.getByRole('button', { name: 'Edit Ingrid Solberg' })
	const dialog = page.getByRole('dialog')
	const rename = async () => {
		await edit.click()
		await dialog.getByLabel('Name').fill('Ingrid Solberg-Hale')
	}

	await rename()
	await send(page, 'PUT', `/api/admin/users/${id}`, { ...given, status: 'inactive' })
	await dialog.getByRole('button', { name: 'Save Changes' }).click()
	await expect(dialog.getByRole('alert').getByRole('definition')).toHaveText('Inactive')

	await page.reload()
	await awake(page)
	await rename()
	await dialog.getByRole('button', { name: 'Save Changes' }).click()
	await expect(page.getByRole('row', { name: /Ingrid Solberg-Hale/ })).toContainText('Inactive')
})

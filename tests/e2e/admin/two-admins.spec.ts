import type { Page } from 'playwright/test'
import type { Course } from '#src/features/courses/contract.ts'
import type { User } from '#src/features/users/contract.ts'
import { awake, expect, expectAccessible, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'

const notice = (page: Page) => page.getByRole('region', { name: /has changed since you opened it/ })
const choice = (page: Page, field: string, side: string) =>
	notice(page).getByRole('group', { name: field }).getByRole('radio', { name: side })

test('a dialog that was open while another admin deactivated the member does not undo it', async ({
	page,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/409 \(Conflict\)/)
	await signInAs('admin')
	const member = { name: 'Ingrid Solberg', email: 'ingrid.solberg@example.com', role: 'regular' }
	const { id } = await send<User>(page, 'POST', '/api/admin/users', { ...member, password: 'oak table by the window' })
	await page.goto('/admin/users')
	await awake(page)
	const dialog = page.getByRole('dialog')
	await page.getByRole('button', { name: 'Edit Ingrid Solberg' }).click()
	await dialog.getByLabel('Name').fill('Ingrid Solberg-Hale')
	await send(page, 'PUT', `/api/admin/users/${id}`, { ...member, status: 'inactive' })
	await dialog.getByRole('button', { name: 'Save Changes' }).click()

	// The status was not edited here, so it shows the other admin's value.
	await expect(notice(page)).toBeFocused()
	await expect(choice(page, 'Status', 'Latest version')).toBeChecked()
	await expect(dialog.getByRole('combobox', { name: 'Status' })).toHaveValue('inactive')
	await dialog.getByRole('button', { name: 'Save Changes' }).click()
	await expect(page.getByRole('row', { name: /Ingrid Solberg-Hale/ })).toContainText('Deactivated')
})

test("two admins editing one course see each other's text, choose by keyboard and lose nothing", async ({
	page,
	browser,
	baseURL,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/409 \(Conflict\)/)
	await signInAs('admin')
	const course = { title: 'Billing without tears', description: 'How to write down what you did.', isPublished: false }
	const { id } = await send<Course>(page, 'POST', '/api/courses', course)
	const elsewhere = await browser.newContext({
		baseURL: baseURL ?? '',
		storageState: await page.context().storageState(),
	})
	const other = await elsewhere.newPage()
	async function open(target: Page, title: string): Promise<void> {
		await target.goto('/admin/courses')
		await awake(target)
		await target.getByRole('button', { name: 'Edit Billing without tears' }).click()
		await target.getByLabel('Title').fill(title)
	}
	const save = (target: Page) => target.getByRole('button', { name: 'Save Course' }).click()

	await open(page, 'Billing, and no tears')
	await open(other, 'Billing for the tired')
	await other.getByLabel('Description').fill('How to write down what you did, at night.')
	await save(other)
	await expect(other.getByRole('dialog')).toBeHidden()

	await save(page)
	await expect(notice(page)).toBeFocused()
	await expectAccessible(page)
	await expect(page.getByLabel('Description')).toHaveValue('How to write down what you did, at night.')
	// By keyboard from the notice: choose the other admin's title, then this admin's title, then type a third title.
	await page.keyboard.press('Tab')
	await expect(choice(page, 'Title', 'Yours')).toBeFocused()
	await page.keyboard.press('ArrowDown')
	await expect(page.getByLabel('Title')).toHaveValue('Billing for the tired')
	await page.keyboard.press('ArrowUp')
	await expect(page.getByLabel('Title')).toHaveValue('Billing, and no tears')
	await page.getByLabel('Title').fill('Billing for the tired, and no tears')
	await save(page)
	await expect(page.getByRole('dialog')).toBeHidden()

	expect((await (await page.request.get(`/api/courses/${id}`)).json()) as Course).toMatchObject({
		title: 'Billing for the tired, and no tears',
		description: 'How to write down what you did, at night.',
	})
	await elsewhere.close()
})

import { awake, expect, expectAccessible, test } from '../support/fixtures.ts'
import { chooseInMenu } from '../support/row-menu.ts'
import { send } from '../support/send.ts'

test('admins order, add and delete categories and moderate posts', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.goto('/admin/categories')
	await awake(page)
	await expectAccessible(page)
	const name = `Courthouse food ${test.info().workerIndex}`
	await page.getByRole('button', { name: 'Add Category' }).click()
	const dialog = page.getByRole('dialog', { name: 'Add Category' })
	await dialog.getByLabel('Name').fill('X')
	await dialog.getByRole('button', { name: 'Save Category' }).click()
	await expect(dialog.getByText('Name must be at least 2 characters')).toBeVisible()
	await expectAccessible(page)
	await dialog.getByLabel('Name').fill(name)
	await dialog.getByRole('button', { name: 'Save Category' }).click()
	await expect(page.getByText(name)).toBeVisible()
	await page.getByRole('button', { name: `Move ${name} up` }).click()
	await chooseInMenu(page, name, 'Delete')
	await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
	await expect(page.getByText('Category deleted', { exact: true })).toBeVisible()
	await expect(page.getByText(name)).toHaveCount(0)
	await expect(page.locator('body')).not.toBeFocused()
	// Questions move to another category, singly or all, and deleting a category in use offers to move them.
	const [from, to] = [`Parking ${test.info().workerIndex}`, `Court food ${test.info().workerIndex}`]
	const created = await Promise.all(
		[from, to].map((each) =>
			send<{ id: string }>(page, 'POST', '/api/admin/question-categories', { name: each, parentCategoryId: null }),
		),
	)
	const question = await send<{ id: string }>(page, 'POST', '/api/questions', {
		title: 'Where do you park at the courthouse?',
		body: 'The garage is full by eight in the morning.',
		categoryId: created[0]?.id,
	})
	await page.goto(`/questions/${question.id}`)
	await awake(page)
	await page.getByRole('button', { name: 'Move', exact: true }).click()
	await page.getByLabel('Category', { exact: true }).selectOption({ label: to })
	await page.getByRole('button', { name: 'Move Question' }).click()
	await expect(page.getByText('Question moved', { exact: true })).toBeVisible()
	await expect(page.getByRole('article').first()).toContainText(to)
	await expect(page.getByRole('button', { name: 'Move', exact: true })).toBeFocused()
	await page.goto('/admin/categories')
	await awake(page)
	await chooseInMenu(page, to, 'Move questions')
	const moveDialog = page.getByRole('dialog')
	await moveDialog.getByLabel('Move to').selectOption({ label: from })
	await moveDialog.getByLabel('Selected questions only').check()
	await moveDialog.getByLabel(/Where do you park/).check()
	await moveDialog.getByRole('button', { name: 'Move Questions' }).click()
	await expect(page.getByText('1 question moved', { exact: true })).toBeVisible()
	await chooseInMenu(page, from, 'Delete')
	await page.getByLabel('Move its questions to').selectOption({ label: to })
	await page.getByRole('button', { name: 'Move and Delete' }).click()
	await expect(page.getByText('Category deleted', { exact: true })).toBeVisible()
	await expect(page.getByRole('row').filter({ hasText: to })).toContainText('1 question')
	await expect(page.locator('body')).not.toBeFocused()
	await send(page, 'DELETE', `/api/questions/${question.id}`)
	await send(page, 'DELETE', `/api/admin/question-categories/${created[1]?.id}`)
	// A category with subcategories is not deleted and shows the reason.
	await chooseInMenu(page, 'Practice Specific', 'Delete')
	await expect(page.getByRole('dialog')).toContainText('Family Law')
	await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

	await page.goto('/admin/moderation')
	await awake(page)
	await expect(page.getByRole('main').getByRole('table').getByRole('link').first()).toBeVisible()
	await page.getByLabel('Show').selectOption({ label: 'Questions' })
	await expect(page.getByRole('main').getByRole('row').filter({ hasText: 'Comment on a question' })).toHaveCount(0)
	await expectAccessible(page)
})

test('the moderation list shows course comments, links to them and deletes them', async ({ page, signInAs }) => {
	await signInAs('admin')
	// A course of the seed that no other test unpublishes.
	const course = await (await page.request.get('/api/courses/005-client-intake')).json()
	const [module] = await (await page.request.get(`/api/courses/${course.id}/modules`)).json()
	const content = `To be moderated ${test.info().workerIndex}`
	const path = `/api/modules/${module.id}/comments`
	const { id } = await send<{ id: string }>(page, 'POST', path, { content })
	await send(page, 'POST', path, { content: `${content}, and answered`, parentId: id })
	// Created last, because comments of other tests may fill more than one page of the list.
	const stays = `It stays ${test.info().workerIndex}`
	const other = await send<{ id: string }>(page, 'POST', path, { content: stays })
	await page.goto('/admin/moderation')
	await awake(page)
	await page.getByLabel('Show').selectOption({ label: 'Comments on courses' })
	const post = page.getByRole('row').filter({ has: page.getByText(content, { exact: true }) })
	await expect(post.getByRole('link')).toHaveText(`${course.title}: ${module.title}`)
	await post.getByRole('button', { name: /^More for comment on a course by/ }).click()
	await expect(page.getByRole('menuitem')).toHaveText(['Hide', 'Delete'])
	await page.getByRole('menuitem', { name: 'Delete' }).click()
	const dialog = page.getByRole('alertdialog')
	await expect(dialog).toContainText('The comment and its replies are removed for everyone.')
	await dialog.getByRole('button', { name: 'Delete' }).click()
	await expect(page.getByText('Post deleted', { exact: true })).toBeVisible()
	await expect(page.getByText(content)).toHaveCount(0)
	expect(JSON.stringify(await (await page.request.get(path)).json())).not.toContain(content)
	await page.getByRole('row').filter({ hasText: stays }).getByRole('link').click()
	await expect(page).toHaveURL(/\/courses\/00[\w-]+\?m=[\w-]+#comment-/)
	await expect(page.locator(new URL(page.url()).hash)).toBeInViewport()
	await send(page, 'DELETE', `/api/comments/${other.id}`)
})

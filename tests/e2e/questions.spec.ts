import type { Response } from 'playwright/test'
import { awake, expect, expectAccessible, test } from './support/fixtures.ts'
import { send } from './support/send.ts'

const BODY = 'How do you handle this in your practice, and what would you do again?'

test('a member asks, mentions, answers, edits; an admin locks, and the form is replaced by the sentence', async ({
	page,
	context,
	signInAs,
}) => {
	await signInAs('member')
	await page.goto('/questions')
	await awake(page)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questions')
	await page.getByRole('main').getByRole('link', { name: 'Ask Question' }).click()
	const post = page.getByRole('button', { name: 'Post Question' })
	await expect(post).toBeEnabled()

	await post.click()
	await expect(page.getByText('Please select a category')).toBeVisible()
	await expect(page.getByText('Title must be at least 10 characters')).toBeVisible()
	await expect(page.getByText('Question body must be at least 20 characters')).toBeVisible()
	await expect(page.getByLabel('Category')).toBeFocused()

	await page.getByLabel('Category').selectOption({ label: 'Technology' })
	await page.getByLabel('Title').fill('Which headset do you take to a hearing by video?')
	const details = page.getByLabel('Question Details')
	await details.fill(`${BODY} I would like to hear from `)
	await details.press('End')
	await details.pressSequentially('@da')
	await expect(page.getByRole('option', { name: 'Dana Whitfield @dana', selected: true })).toBeVisible()
	await details.press('Enter')
	await expect(details).toHaveValue(`${BODY} I would like to hear from @dana `)
	await post.click()

	await expect(page).toHaveURL(/\/questions\/[0-9a-z]{20}$/)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which headset do you take to a hearing by video?')
	await expect(page.getByText('Question posted', { exact: true })).toBeVisible()
	await expect(page.getByText('Asked by Marcus Oyelaran')).toBeVisible()
	await expect(page.locator('.mention')).toHaveText('@dana')
	await expect(page.getByRole('heading', { name: '0 Comments' })).toBeVisible()
	await expect(page.getByLabel('Notifications', { exact: true })).toHaveValue('following')

	const comment = page.getByLabel('Your comment')
	await comment.fill('Hm')
	await page.getByRole('button', { name: 'Post Comment' }).click()
	await expect(page.getByText('Comment must be at least 5 characters')).toBeVisible()
	await comment.fill('I found one that does not hiss.')
	await page.getByRole('button', { name: 'Post Comment' }).click()
	await expect(page.getByRole('heading', { name: '1 Comment', exact: true })).toBeVisible()
	await expect(comment).toHaveValue('')

	const first = page.getByRole('article', { name: 'Comment by Marcus Oyelaran' })
	await first.getByRole('button', { name: 'Edit' }).click()
	await first.getByLabel('Edit your comment').fill('I found two that do not hiss.')
	await first.getByRole('button', { name: 'Save' }).click()
	await expect(first.getByText('Edited', { exact: true })).toBeVisible()
	await expect(first.getByText('I found two that do not hiss.')).toBeVisible()

	const address = page.url()
	await context.clearCookies()
	await signInAs('admin')
	await page.goto(address)
	await awake(page)
	await page.getByRole('button', { name: 'Lock', exact: true }).click()
	const sentence = page.getByText('This question is locked and cannot receive new comments.')
	await expect(sentence).toBeVisible()
	await expect(page.getByLabel('Your comment')).toHaveCount(0)
	await page.reload()
	await expect(sentence).toBeVisible()
	await expect(page.getByText('Locked', { exact: true })).toBeVisible()
	await page.getByRole('button', { name: 'Delete', exact: true }).click()
	await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
	await expect(page).toHaveURL(/\/questions$/)
	await expect(page.getByRole('link', { name: 'Which headset do you take to a hearing by video?' })).toHaveCount(0)
})

test('the list searches and filters, shows what it found, and keeps both in the address', async ({
	page,
	signInAs,
}) => {
	await signInAs('member')
	await page.goto('/questions')
	await awake(page)
	const cards = page.getByRole('main').getByRole('listitem')
	await expect(cards.first()).toBeVisible()
	const category = page.getByLabel('Category')
	await expect(category.locator('option', { hasText: 'Practice Specific (All)' })).toHaveCount(1)
	await category.selectOption({ label: 'Practice Specific (All)' })
	await expect(cards.filter({ hasText: 'Parenting plans' })).toBeVisible()
	await expect(cards.filter({ hasText: 'document scanner' })).toHaveCount(0)
	await page.getByRole('searchbox', { name: 'Search' }).fill('padilla')
	await expect(cards).toHaveCount(1)
	await expect(page.locator('mark').first()).toHaveText('Padilla')
	await expect(page).toHaveURL(/search=padilla/)
	await page.reload()
	await expect(cards).toHaveCount(1)
	await page.getByRole('searchbox', { name: 'Search' }).fill('nobody would write this')
	await expect(page.getByText('No questions yet')).toBeVisible()
	await expectAccessible(page)
	await page.getByRole('button', { name: 'Clear filters' }).click()
	await expect(cards.nth(3)).toBeVisible()
	await expect(page).toHaveURL(/\/questions$/)
	await expectAccessible(page)
})

test('the reminder points out a client’s data, replaces it by one click, and keeps a draft', async ({
	page,
	signInAs,
}) => {
	await signInAs('member')
	// The rules, with their lists of names, courts and countries, come when somebody writes.
	const rules: Response[] = []
	page.on('response', (response) => {
		if (/\/detect\.[^/]*\.js$/.test(response.url())) rules.push(response)
	})
	await page.goto('/questions/new')
	await awake(page)
	const post = page.getByRole('button', { name: 'Post Question' })
	await expect(post).toBeEnabled()
	await page.getByLabel('Category').selectOption({ label: 'Ethics' })
	await page.waitForLoadState('networkidle')
	expect(rules).toHaveLength(0)
	await page.getByLabel('Title').fill('A caller who will not stop calling')
	await expect.poll(() => rules.length).toBe(1)
	const sizes = await rules[0]?.request().sizes()
	expect(sizes?.responseBodySize).toBeGreaterThan(1_000)
	expect(sizes?.responseBodySize).toBeLessThan(150_000)
	const details = page.getByLabel('Question Details')
	await details.fill(
		'My client, Harriet Volkov, calls from (602) 555-0143 about Case No. 1:23-cr-00417-JKL every night.',
	)
	const asked: string[] = []
	page.on('request', (request) => {
		if (request.method() !== 'GET') asked.push(request.url())
	})
	await post.click()
	const reminder = page.getByRole('region', { name: 'Does this tell who your client is?' })
	await expect(reminder).toBeVisible()
	await expect(reminder).toBeFocused()
	await expect(reminder).toBeInViewport({ ratio: 1 })
	await expect(reminder.getByRole('listitem')).toHaveCount(3)
	await expect(reminder.getByText('ABA Formal Opinion 511')).toBeVisible()
	await expectAccessible(page)
	expect(asked).toEqual([])
	await reminder.getByRole('button', { name: 'Replace by placeholders' }).click()
	await expect(details).toHaveValue(
		'My client, [name], calls from [phone number] about Case No. [docket number] every night.',
	)
	await expect(reminder).toHaveCount(0)

	// Whoever goes on writing while it is shown loses nothing of it, and is reminded of what comes new.
	await details.fill('My client, Harriet Volkov, calls every night.')
	await post.click()
	await expect(reminder).toBeVisible()
	await details.press('End')
	await details.pressSequentially(' From (602) 555-0143.')
	await reminder.getByRole('button', { name: 'Post as it is' }).click()
	await expect(reminder.getByRole('listitem')).toHaveText(/A phone number/)
	await details.press('End')
	await details.pressSequentially(' What now?')
	await reminder.getByRole('button', { name: 'Replace by placeholders' }).click()
	await expect(details).toHaveValue('My client, Harriet Volkov, calls every night. From [phone number]. What now?')
	await page.reload()
	await expect(details).toHaveValue(/\[phone number\]/)
	await expect(page.getByLabel('Title')).toHaveValue('A caller who will not stop calling')

	await details.fill('My client, Harriet Volkov, said that I may name her here, and she means it.')
	await post.click()
	await page.getByRole('button', { name: 'Post as it is' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('A caller who will not stop calling')
	await page.goto('/questions/new')
	await awake(page)
	await expect(post).toBeEnabled()
	await expect(details).toHaveValue('')
})

test('what is typed survives a failure', async ({ page, signInAs, allowProblem }) => {
	allowProblem(/503/)
	await signInAs('member')
	await page.goto('/questions')
	await awake(page)
	await page.getByRole('link', { name: 'Do you take calls after six?' }).click()
	const comment = page.getByLabel('Your comment')
	await expect(page.getByRole('button', { name: 'Post Comment' })).toBeEnabled()
	await page.route('**/comments', (route) => route.fulfill({ status: 503, body: 'The service is busy.' }))
	await comment.fill('I never did, and never missed it.')
	await page.getByRole('button', { name: 'Post Comment' }).click()
	await expect(page.getByRole('main').getByRole('alert')).toHaveText('503: The service is busy.')
	await expect(page.getByText('Failed to post comment', { exact: true })).toBeVisible()
	await expect(comment).toHaveValue('I never did, and never missed it.')
	await page.reload()
	await expect(comment).toHaveValue('I never did, and never missed it.')
	await comment.fill('')
})

test('a question that is not there says so, and a visitor is sent to sign in', async ({
	page,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/404/)
	await page.goto('/questions')
	await awake(page)
	await expect(page).toHaveURL(/\/auth\?next=\/questions$/)
	await signInAs('member')
	await page.goto('/questions/nobody')
	await awake(page)
	await expect(page.getByText('Question not found').last()).toBeVisible()
	await expect(page.getByRole('main').getByRole('link', { name: 'Back to Questions' })).toBeVisible()
	await expectAccessible(page)
})

test('admins order, add and delete categories, and moderate what was written', async ({ page, signInAs }) => {
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
	await page.getByRole('button', { name: `Delete ${name}` }).click()
	await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
	await expect(page.getByText('Category deleted', { exact: true })).toBeVisible()
	await expect(page.getByText(name)).toHaveCount(0)
	await expect(page.locator('body')).not.toBeFocused()
	// Questions move, one and all, and a category in use offers to move them when it is deleted.
	const [from, to] = [`Parking ${test.info().workerIndex}`, `Court food ${test.info().workerIndex}`]
	const made = await Promise.all(
		[from, to].map((each) =>
			send<{ id: string }>(page, 'POST', '/api/admin/question-categories', { name: each, parentCategoryId: null }),
		),
	)
	const question = await send<{ id: string }>(page, 'POST', '/api/questions', {
		title: 'Where do you park at the courthouse?',
		body: 'The garage is full by eight in the morning.',
		categoryId: made[0]?.id,
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
	await page.getByRole('button', { name: `Move questions of ${to}` }).click()
	const moving = page.getByRole('dialog')
	await moving.getByLabel('Move to').selectOption({ label: from })
	await moving.getByLabel('Only those that I choose').check()
	await moving.getByLabel(/Where do you park/).check()
	await moving.getByRole('button', { name: 'Move Questions' }).click()
	await expect(page.getByText('1 question moved', { exact: true })).toBeVisible()
	await page.getByRole('button', { name: `Delete ${from}` }).click()
	await page.getByLabel('Move its questions to').selectOption({ label: to })
	await page.getByRole('button', { name: 'Move and Delete' }).click()
	await expect(page.getByText('Category deleted', { exact: true })).toBeVisible()
	await expect(page.getByRole('listitem').filter({ hasText: to })).toContainText('1 question')
	await expect(page.locator('body')).not.toBeFocused()
	await send(page, 'DELETE', `/api/questions/${question.id}`)
	await send(page, 'DELETE', `/api/admin/question-categories/${made[1]?.id}`)
	// What has categories below it stays, and says why.
	await page.getByRole('button', { name: 'Delete Practice Specific' }).click()
	await expect(page.getByRole('dialog')).toContainText('Family Law')
	await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

	await page.goto('/admin/moderation')
	await awake(page)
	await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
	await page.getByLabel('Show').selectOption({ label: 'Question' })
	await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Comment on a question' })).toHaveCount(0)
	await expectAccessible(page)
})

test('the moderation list has what was said about courses, deletes it, and leads there', async ({ page, signInAs }) => {
	await signInAs('admin')
	// The demonstration's own, which no other test unpublishes meanwhile.
	const course = await (await page.request.get('/api/courses/005-client-intake')).json()
	const [module] = await (await page.request.get(`/api/courses/${course.id}/modules`)).json()
	const content = `To be moderated ${test.info().workerIndex}`
	const path = `/api/modules/${module.id}/comments`
	const { id } = await send<{ id: string }>(page, 'POST', path, { content })
	await send(page, 'POST', path, { content: `${content}, and answered`, parentId: id })
	await page.goto('/admin/moderation')
	await awake(page)
	await page.getByLabel('Show').selectOption({ label: 'Comment on a course' })
	const post = page.getByRole('listitem').filter({ has: page.getByText(content, { exact: true }) })
	await expect(post.getByRole('link')).toHaveText(`${course.title}: ${module.title}`)
	await expect(post.getByRole('button', { name: /^(Lock|Unlock)/ })).toHaveCount(0)
	await post.getByRole('button', { name: /^Delete comment on a course/ }).click()
	const dialog = page.getByRole('alertdialog')
	await expect(dialog).toContainText('The comment and its replies are removed for everybody.')
	await dialog.getByRole('button', { name: 'Delete' }).click()
	await expect(page.getByText('Post deleted', { exact: true })).toBeVisible()
	await expect(page.getByText(content)).toHaveCount(0)
	expect(JSON.stringify(await (await page.request.get(path)).json())).not.toContain(content)
	await page.getByRole('main').locator('li a[href^="/courses/00"]').first().click()
	await expect(page).toHaveURL(/\/courses\/00[\w-]+#module-/)
	await expect(page.locator(new URL(page.url()).hash)).toBeInViewport()
})

import type { Page } from 'playwright/test'
import { awake, expect, expectAccessible, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'
import { PHONE, slowLine } from '../support/slow-line.ts'

// The question list and the question page on a phone.

test.use({ viewport: PHONE, permissions: ['clipboard-read', 'clipboard-write'] })

const BODY = 'How do the rest of you handle this, and what would you do again?'

async function ask(page: Page, title: string): Promise<string> {
	const [category] = await send<{ id: string }[]>(page, 'GET', '/api/questions/categories')
	return (await send<{ id: string }>(page, 'POST', '/api/questions', { title, body: BODY, categoryId: category?.id }))
		.id
}

const answer = async (page: Page, id: string, body: string) =>
	(await send<{ id: string }>(page, 'POST', `/api/questions/${id}/comments`, { body })).id

async function inBothColors(page: Page, check: () => Promise<void>): Promise<void> {
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme })
		await check()
	}
	await page.emulateMedia({ colorScheme: null })
}

test('a question is marked unread for another member until they open it, and again after an answer', async ({
	page,
	signInAs,
}) => {
	await slowLine(page)
	const title = 'Who takes over while you are in trial?'
	await signInAs('member')
	const id = await ask(page, title)
	await signInAs('admin')
	const row = page.getByRole('listitem').filter({ hasText: title })
	await page.goto('/questions')
	await expect(row.getByText('Unread')).toBeVisible()
	await inBothColors(page, () => expectAccessible(page))
	const readMark = page.waitForResponse((answer) => answer.url().endsWith('/read'))
	await row.getByRole('link', { name: title }).click()
	expect((await readMark).status()).toBe(204)
	await page.goBack()
	await expect(row.getByText('0 comments')).toBeVisible()
	await expect(row.getByText('Unread')).toHaveCount(0)
	await signInAs('member')
	await answer(page, id, 'A colleague down the hall, for lunch.')
	await signInAs('admin')
	await page.goto('/questions')
	await expect(row.getByText('Unread')).toBeVisible()
})

test('a link opens the first new comment since the last visit on any page, and the line stays while reading', async ({
	page,
	signInAs,
}) => {
	await signInAs('member')
	const title = 'What came in since I looked last?'
	const id = await ask(page, title)
	let last = ''
	for (let i = 1; i <= 52; i++) last = await answer(page, id, `Answer number ${i}`)
	await signInAs('admin')
	await page.goto(`/questions/${id}`)
	await awake(page)
	await expect(page.getByRole('heading', { name: 'New since your last visit' })).toHaveCount(0)
	// Wait for the read mark of the last comment. The read mark of the first page may still be pending.
	const readMark = page.waitForResponse(
		(reply) => reply.url().endsWith('/read') && reply.request().postDataJSON().commentId === last && reply.ok(),
	)
	await page.getByRole('button', { name: 'Show more comments' }).click()
	await readMark
	await signInAs('member')
	const first = await answer(page, id, 'The first new one')
	await answer(page, id, 'The second new one')
	await signInAs('admin')
	await page.goto('/questions')
	await awake(page)
	const row = page.getByRole('listitem').filter({ hasText: title })
	await inBothColors(page, () => expectAccessible(page))
	// By keyboard: the row's own link comes first, then the link to the new comments.
	await row.getByRole('link', { name: title, exact: true }).focus()
	await page.keyboard.press('Tab')
	await expect(row.getByRole('link', { name: `2 new in ${title}` })).toBeFocused()
	const read = page.waitForResponse((reply) => reply.url().endsWith('/read') && reply.ok())
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(`/questions/${id}#new`)
	const line = page.getByRole('heading', { name: 'New since your last visit' })
	await expect(line).toBeFocused()
	await expect(line).toBeInViewport()
	await expect(
		page.locator(`#comment-${first}`).getByRole('heading', { name: 'New since your last visit' }),
	).toBeVisible()
	await page.keyboard.press('Tab')
	await expect(
		page
			.locator(`#comment-${first}`)
			.getByRole('button', { name: /^Reply/ })
			.first(),
	).toBeFocused()
	await inBothColors(page, () => expectAccessible(page))
	await read
	// The line is still there after posting a comment.
	await page.getByLabel('Your comment').fill('Thank you both, that helps.')
	await page.getByRole('button', { name: 'Post Comment' }).click()
	await expect(page.getByText('Thank you both, that helps.', { exact: true })).toBeVisible()
	await expect(line).toBeVisible()
	await page.goto('/questions')
	await expect(row.getByText('55 comments')).toBeVisible()
	await expect(row.getByRole('link', { name: /new in/ })).toHaveCount(0)
	await page.goto(`/questions/${id}#new`)
	await awake(page)
	await expect(line).toHaveCount(0)
})

test('the list filters unanswered, own and followed questions, and Back restores the previous list', async ({
	page,
	signInAs,
}) => {
	await signInAs('member')
	await slowLine(page)
	const title = 'Which kinds of questions does the list show?'
	const id = await ask(page, title)
	await page.goto('/questions?search=kinds%20of%20questions')
	await awake(page)
	const link = (name: string) => page.getByRole('navigation', { name: 'Which questions' }).getByRole('link', { name })
	const questionLink = page.getByRole('link', { name: title })
	await link('Unanswered').click()
	await expect(page).toHaveURL(/\/questions\?(?=.*show=unanswered)(?=.*search=kinds)/)
	await expect(questionLink).toBeVisible()
	await link('Mine').click()
	await expect(link('Mine')).toHaveAttribute('aria-current', 'page')
	await expect(questionLink).toBeVisible()
	await answer(page, id, 'It is answered by now.')
	await page.goBack()
	await expect(link('Unanswered')).toHaveAttribute('aria-current', 'page')
	await expect(questionLink).toHaveCount(0)
	await link('Followed').click()
	await questionLink.click()
	await awake(page)
	await page.getByRole('button', { name: 'Following' }).click()
	await expect(page.getByText('You get an email only when someone mentions you.')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Follow', exact: true })).toHaveAttribute('aria-pressed', 'false')
	await page.goBack()
	await page.reload()
	await expect(questionLink).toHaveCount(0)
	await inBothColors(page, () => expectAccessible(page))
})

test('the author marks an answer as helpful, and links to it open its page and can be copied', async ({
	page,
	signInAs,
}) => {
	await signInAs('member')
	await slowLine(page)
	const id = await ask(page, 'What has helped you with late payers?')
	let last = ''
	for (let i = 1; i <= 53; i++) last = await answer(page, id, `Answer number ${i}`)
	await page.goto(`/questions/${id}#comment-${last}`)
	const item = page.locator(`#comment-${last}`)
	await expect(item).toBeInViewport()
	await expect(item).toHaveAttribute('data-linked', 'true')
	await item.getByRole('button', { name: /^Copy link/ }).click()
	await expect(page.getByText('Link copied', { exact: true })).toBeVisible()
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
	await item.getByRole('button', { name: /^Mark as helpful/ }).click()
	await expect(item.getByText('Helpful', { exact: true })).toBeVisible()
	await inBothColors(page, () => expectAccessible(page))
	await page.goto('/questions')
	await expect(page.getByRole('listitem').filter({ hasText: 'late payers' }).getByText('Helpful')).toBeVisible()
	await page.goto(`/questions/${id}`)
	await awake(page)
	await page.getByRole('link', { name: 'Read the helpful answer' }).click()
	await expect(item).toBeFocused()
	await expect(item).toBeInViewport()
	await item.getByRole('button', { name: /^Mark as helpful/ }).click()
	await expect(page.getByRole('link', { name: 'Read the helpful answer' })).toHaveCount(0)
})

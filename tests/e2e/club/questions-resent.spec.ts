import { awake, expect, test } from '../support/fixtures.ts'
import { comments, openQuestion, posts, TEXT } from '../support/questions.ts'
import { send } from '../support/send.ts'

// A request without a response takes effect once, and drafts survive a reload.

test('a comment whose response was lost is posted once after retries and a reload', async ({
	page,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/ERR_FAILED/)
	await page.setViewportSize({ width: 390, height: 844 })
	await signInAs('member')
	await openQuestion(page)
	await page.getByLabel('Your comment').fill(TEXT)
	await page.route(
		comments,
		posts(async (route) => {
			await route.fetch()
			await route.abort()
		}),
	)
	await page.getByRole('button', { name: 'Post Comment' }).click()
	await expect(page.getByRole('alert').filter({ hasText: 'We could not reach the server' })).toBeVisible()
	await page.unroute(comments)
	await page.reload()
	await awake(page)
	await expect(page.getByLabel('Your comment')).toHaveValue(TEXT)
	await page.getByRole('button', { name: 'Post Comment' }).click()
	await expect(page.getByLabel('Your comment')).toHaveValue('')
	await page.reload()
	await expect(page.getByText(TEXT)).toHaveCount(1)
	await expect(page.getByRole('heading', { name: '1 Comment' })).toBeVisible()
})

test('text edited after a lost response is not posted as a second comment unless requested', async ({
	page,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/ERR_FAILED|409/)
	await signInAs('member')
	await openQuestion(page)
	const field = page.getByLabel('Your comment')
	const button = page.getByRole('button', { name: 'Post Comment' })
	await field.fill(TEXT)
	await page.route(
		comments,
		posts(async (route) => {
			await route.fetch()
			await route.abort()
		}),
	)
	await button.click()
	await expect(page.getByRole('alert').filter({ hasText: 'We could not reach the server' })).toBeVisible()
	await page.unroute(comments)
	await field.fill(`${TEXT} And a second thought.`)
	await button.click()
	await expect(page.getByRole('alert').filter({ hasText: 'was already posted' })).toBeVisible()
	await expect(page.getByRole('heading', { name: '1 Comment' })).toBeVisible()
	await button.click()
	await expect(field).toHaveValue('')
	await expect(page.getByRole('heading', { name: '2 Comments' })).toBeVisible()
})

test('edits of a question and a comment reopen after a reload and show conflicts', async ({ page, signInAs }) => {
	await page.setViewportSize({ width: 390, height: 844 })
	await signInAs('member')
	const id = await openQuestion(page)
	const { id: commentId } = await send<{ id: string }>(page, 'POST', `/api/questions/${id}/comments`, { body: TEXT })
	await page.reload()
	await awake(page)
	await page
		.getByRole('article', { name: /^Comment by/ })
		.getByRole('button', { name: 'Edit' })
		.click()
	await page.getByLabel('Edit your comment').fill('A shorter answer')
	await page.getByRole('button', { name: 'Edit', exact: true }).click()
	await page.getByLabel('Title').fill('What can go wrong after a reload?')
	await page.reload()
	await awake(page)
	await expect(page.getByLabel('Edit your comment')).toHaveValue('A shorter answer')
	await expect(page.getByLabel('Title')).toHaveValue('What can go wrong after a reload?')
	await page.getByRole('button', { name: 'Save Changes' }).click()
	await expect(page.getByRole('heading', { name: 'What can go wrong after a reload?' })).toBeVisible()
	await send(page, 'PATCH', `/api/questions/${id}/comments/${commentId}`, { body: 'Saved from another window' })
	await page.reload()
	await awake(page)
	await expect(page.getByText('Latest version')).toBeVisible()
	await page.getByRole('button', { name: 'Save', exact: true }).click()
	await expect(page.getByLabel('Edit your comment')).toHaveCount(0)
	await expect(page.getByText('A shorter answer')).toBeVisible()
	await page.reload()
	await awake(page)
	await expect(page.getByLabel('Edit your comment')).toHaveCount(0)
	await expect(page.getByText('A shorter answer')).toBeVisible()
})

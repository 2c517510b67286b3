import type { Locator, Page } from 'playwright/test'
import { awake, expect, expectAccessible, test } from '../support/fixtures.ts'
import { publishCourse } from '../support/publish-course.ts'
import { send } from '../support/send.ts'

const reading = {
	title: 'Reading',
	description: 'What to read before.',
	content: '<p>Read this with care, and twice.</p>',
}
const module = (page: Page) => page.getByRole('article', { name: 'Reading', exact: true })
const commentWith = (page: Page, text: string) =>
	module(page).locator('li[id^="comment-"]').filter({ hasText: text }).last()

async function openDiscussion(page: Page, courseId: string): Promise<Locator> {
	await page.goto(`/courses/${courseId}`)
	await awake(page)
	await module(page).getByRole('tab', { name: 'Discussion' }).click()
	await expect(module(page).getByLabel('Add a comment')).toBeVisible()
	return module(page)
}

test('members discuss a module: ask, answer, find the answer, mark it as helpful, edit and delete it', async ({
	page,
	signInAs,
}) => {
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
	await signInAs('admin')
	const courseId = await publishCourse(page, 'Where we talk', [reading])

	await test.step('a member asks', async () => {
		await signInAs('member')
		await openDiscussion(page, courseId)
		await module(page).getByLabel('Add a comment').fill('Which **form** do I file?')
		await module(page).getByRole('button', { name: 'Post Comment' }).click()
		await expect(module(page).locator('strong', { hasText: 'form' })).toBeVisible()
		await expect(module(page).getByRole('tab', { name: 'Discussion 1', exact: true })).toBeVisible()
	})

	await test.step('another member answers, with a list and URLs', async () => {
		await signInAs('admin')
		await page.goto(`/courses/${courseId}`)
		await awake(page)
		await expect(module(page).getByRole('tab', { name: 'Discussion 1 new comments' })).toBeVisible()
		await expect(page.getByRole('link', { name: /Reading.*Discussion 1 new comments/ })).toBeVisible()
		await openDiscussion(page, courseId)
		await expect(module(page).getByRole('tab', { name: 'Discussion 1', exact: true })).toBeVisible()
		await module(page)
			.getByRole('button', { name: /^Reply to/ })
			.click()
		const ownUrl = `${new URL(page.url()).origin}/podcast/an-episode?t=12:34`
		await module(page)
			.getByLabel('Your reply')
			.fill(`1. Form 7\n2. Form 9\n\nSee https://court.example/rules and ${ownUrl}`)
		await module(page).getByRole('button', { name: 'Post Reply' }).click()
		const reply = commentWith(page, 'Form 9')
		await expect(reply.getByRole('list').getByText('Form 9')).toBeVisible()
		const link = reply.getByRole('link', { name: 'https://court.example/rules' })
		await expect(link).toHaveAttribute('rel', 'nofollow ugc noopener')
		await expect(link).toHaveAttribute('target', '_blank')
		await expect(reply.getByRole('link', { name: ownUrl })).toHaveAttribute('href', ownUrl)
		await expect(reply.getByRole('link', { name: ownUrl })).not.toHaveAttribute('target')
	})

	await test.step('the notification leads to the answer, which is marked as helpful', async () => {
		await signInAs('member')
		await page.goto('/notifications')
		await page.getByRole('link', { name: /replied to you in “Reading”/ }).click()
		const reply = commentWith(page, 'Form 9')
		await expect(reply).toBeFocused()
		await expect(reply).toBeInViewport()
		await reply.getByRole('button', { name: /^Mark as helpful/ }).click()
		await expect(reply.getByText('Helpful', { exact: true })).toBeVisible()
		await reply.getByRole('button', { name: /^Copy link/ }).click()
		await expect(page.getByText('Link copied', { exact: true })).toBeVisible()
		expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
		await page.goto('/notifications?show=unread')
		await expect(page.getByRole('link', { name: /replied to you in “Reading”/ })).toHaveCount(0)
	})

	await test.step('the discussion fits a small screen, and is accessible in both themes', async () => {
		await page.setViewportSize({ width: 320, height: 640 })
		await openDiscussion(page, courseId)
		await module(page).getByRole('button', { name: 'Show 1 reply' }).click()
		await expect(commentWith(page, 'Form 9')).toBeVisible()
		await commentWith(page, 'Form 9')
			.getByRole('button', { name: /^Reply to/ })
			.click()
		await expect(module(page).getByLabel('Your reply')).toHaveValue(/^@\S+ $/)
		await expect(module(page).getByLabel('Your reply')).toBeFocused()
		const width = await page.evaluate(() => document.documentElement.scrollWidth)
		expect(width).toBeLessThanOrEqual(320)
		await expectAccessible(page)
		await module(page).getByRole('button', { name: 'Cancel' }).click()
		await page.getByRole('button', { name: 'Discard' }).click()
		await page.setViewportSize({ width: 1280, height: 720 })
	})

	await test.step('the author edits the question by keyboard alone and deletes its text; the reply stays', async () => {
		await openDiscussion(page, courseId)
		const question = commentWith(page, 'Which form')
		await question.getByRole('button', { name: 'Edit', exact: true }).focus()
		await page.keyboard.press('Enter')
		await expect(module(page).getByLabel('Edit your comment')).toBeFocused()
		await page.keyboard.press('Control+A')
		await page.keyboard.type('Which *form* is it?')
		await page.keyboard.press('Control+Enter')
		await expect(module(page).getByText('Edited', { exact: true })).toBeVisible()
		await expect(module(page).locator('em', { hasText: 'form' })).toBeVisible()
		await module(page)
			.getByRole('button', { name: /^Delete/ })
			.first()
			.click()
		await expect(page.getByText('Your text is removed for everyone. The replies stay.')).toBeVisible()
		await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
		await expect(module(page).getByText('Deleted by its author', { exact: true })).toBeVisible()
		await expect(module(page).locator('em', { hasText: 'form' })).toHaveCount(0)
		await expect(module(page).getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
		await module(page).getByRole('button', { name: 'Show 1 reply' }).click()
		await expect(commentWith(page, 'Form 9')).toBeVisible()
		await expectAccessible(page)
	})
})

test('a question is deleted by its author, and the answers stay', async ({ page, signInAs }) => {
	await signInAs('member')
	const [category] = await send<{ id: string }[]>(page, 'GET', '/api/questions/categories')
	const body = { title: 'What did I write here?', body: 'Too much about a client.', categoryId: category?.id }
	const { id } = await send<{ id: string }>(page, 'POST', '/api/questions', body)
	await signInAs('admin')
	await send(page, 'POST', `/api/questions/${id}/comments`, { body: 'Here is what helps.' })
	await signInAs('member')
	await page.goto(`/questions/${id}`)
	await awake(page)
	await page.getByRole('button', { name: 'Delete', exact: true }).first().click()
	await expect(page.getByText('Your text is removed for everyone. The answers stay.')).toBeVisible()
	await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
	await expect(page.getByRole('heading', { name: 'Deleted by its author' })).toBeVisible()
	await expect(page.getByText('Here is what helps.')).toBeVisible()
	await expect(page.getByText('Too much about a client.')).toHaveCount(0)
	await expectAccessible(page)
})

import type { Page } from 'playwright/test'
import { awake, expect, test } from '../support/fixtures.ts'

// Ctrl-Enter submits multi-line fields from anywhere in the form.

/** Collects the bodies of requests to matching URLs. */
function bodiesSentTo(page: Page, url: RegExp): string[] {
	const bodies: string[] = []
	page.on('request', (request) => {
		if (request.method() !== 'GET' && url.test(request.url())) bodies.push(request.postData() ?? '')
	})
	return bodies
}

test('Ctrl-Enter in the text editor saves its module without a line break', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.goto('/admin/courses/002-marketing-ethics/modules')
	await awake(page)
	await page.getByRole('button', { name: /^Edit/ }).click()
	const form = page.getByRole('form', { name: 'Edit module' })
	const content = form.getByRole('textbox', { name: 'Content' })
	const bodies = bodiesSentTo(page, /\/api\/modules\//)
	await content.press('Control+End')
	await page.keyboard.type(' Said by keys alone.')
	await expect(form.getByRole('button', { name: 'Save Module' })).toBeEnabled()
	await page.keyboard.press('Control+Enter')
	await expect(page.getByText('Module updated', { exact: true })).toBeVisible()
	expect(bodies).toHaveLength(1)
	expect(bodies[0]).toContain('Said by keys alone.')
	expect(bodies[0]).not.toContain('Said by keys alone.<br>')
})

test('Ctrl-Enter posts a comment once, even with open suggestions and after a double press', async ({
	page,
	signInAs,
}) => {
	await signInAs('member')
	const answer = await page.request.get('/api/questions?search=calls%20after%20six')
	const [{ id }] = await answer.json()
	await page.goto(`/questions/${id}`)
	const post = page.getByRole('button', { name: 'Post Comment', exact: true })
	await expect(post).toBeEnabled()
	// The button shows the hint if there is room and a keyboard. The hint is not part of its accessible name.
	const hint = () => post.evaluate((button) => getComputedStyle(button, '::after').content)
	expect(await hint()).toContain('Ctrl')
	await page.setViewportSize({ width: 390, height: 844 })
	expect(await hint()).toBe('none')
	const bodies = bodiesSentTo(page, /\/comments$/)
	const comment = page.getByLabel('Your comment')
	await comment.pressSequentially('Let it ring, says @da')
	await expect(page.getByRole('listbox', { name: 'Members' })).toBeVisible()
	await page.keyboard.press('Control+Enter')
	await page.keyboard.press('Control+Enter')
	await expect(page.getByText('Comment posted', { exact: true })).toBeVisible()
	await expect(comment).toHaveValue('')
	expect(bodies).toHaveLength(1)
	expect(JSON.parse(bodies[0] ?? '').body).toBe('Let it ring, says @da')
})

import type { Page } from 'playwright/test'
import { awake, expect, openSession, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'
import { PHONE } from '../support/slow-line.ts'

// Keyboard and screen reader users continue where they were, on a phone too: no action resets the focus to the top.

test.use({ viewport: PHONE })

const QUESTION = { title: 'Where does the focus go?', body: 'It should stay where one works, always.' }

async function ask(page: Page): Promise<string> {
	const [category] = await send<{ id: string }[]>(page, 'GET', '/api/questions/categories')
	const { id } = await send<{ id: string }>(page, 'POST', '/api/questions', { ...QUESTION, categoryId: category?.id })
	return id
}

const press = async (page: Page, name: string) => {
	await page.getByRole('button', { name, exact: true }).first().focus()
	await page.keyboard.press('Enter')
}

test('a question keeps the focus when editing it, commenting, editing the comment and following', async ({
	page,
	signInAs,
}) => {
	await signInAs('member')
	await page.goto(`/questions/${await ask(page)}`)
	await awake(page)
	await press(page, 'Edit')
	await expect(page.getByLabel('Title')).toBeFocused()
	await press(page, 'Save Changes')
	const edit = page.getByRole('button', { name: 'Edit', exact: true })
	await expect(edit).toBeFocused()

	const comment = page.getByLabel('Your comment')
	await comment.fill('By keyboard alone.')
	await press(page, 'Post Comment')
	await expect(page.getByRole('heading', { name: '1 Comment', exact: true })).toBeVisible()
	await expect(page.getByRole('button', { name: 'Post Comment' })).toBeFocused()

	const own = page.getByRole('article', { name: 'Comment by Marcus Oyelaran' })
	const editOwn = own.getByRole('button', { name: 'Edit' })
	for (const closeButton of ['Cancel', 'Save']) {
		await editOwn.focus()
		await page.keyboard.press('Enter')
		await expect(own.getByLabel('Edit your comment')).toBeFocused()
		await press(page, closeButton)
		await expect(editOwn).toBeFocused()
	}

	await press(page, 'Mute')
	const muted = page.getByRole('button', { name: 'Muted', exact: true })
	await expect(muted).toBeEnabled()
	await expect(muted).toBeFocused()
	await expect(page.getByRole('button', { name: 'Follow', exact: true })).toHaveAttribute('aria-pressed', 'false')
})

test('reading a long question starts at the first new comment, and a link opens its comment', async ({
	page,
	signInAs,
}) => {
	await signInAs('member')
	const id = await ask(page)
	const ids: string[] = []
	for (let i = 1; i <= 53; i++)
		ids.push((await send<{ id: string }>(page, 'POST', `/api/questions/${id}/comments`, { body: `Number ${i}` })).id)
	await page.goto(`/questions/${id}`)
	await awake(page)
	await press(page, 'Show more comments')
	await expect(page.locator(`#comment-${ids[50]}`)).toBeFocused()
	await page.goto('/questions')
	await page.goto(`/questions/${id}#comment-${ids[52]}`)
	await expect(page.locator(`#comment-${ids[52]}`)).toBeFocused()
	await expect(page.locator(`#comment-${ids[52]}`)).toBeInViewport()
})

test('a session keeps the focus after suggesting a topic and after deleting as an admin', async ({
	page,
	signInAs,
}) => {
	await signInAs('admin')
	const scheduledAt = new Date(Date.now() + 40 * 86_400_000).toISOString()
	const session = { title: 'Focus and where it goes', scheduledAt, zoomLink: 'https://zoom.example/j/5' }
	await send(page, 'POST', '/api/coaching/sessions', session)

	await signInAs('member')
	await page.goto('/coaching')
	await awake(page)
	const card = page.getByRole('main').getByRole('listitem').filter({ hasText: session.title })
	await card.getByRole('button', { name: 'Suggest a Topic' }).focus()
	await page.keyboard.press('Enter')
	await page.getByRole('dialog').getByLabel('Topic', { exact: true }).fill('Staying where one was')
	await press(page, 'Submit Topic')
	await expect(card.getByText('Your topic for this session')).toBeVisible()
	await expect(page.getByRole('dialog')).toHaveCount(0)
	// The button is removed, so the focus moves to the closest remaining group.
	await expect.poll(() => card.evaluate((element) => element.contains(document.activeElement))).toBe(true)

	await signInAs('admin')
	await page.goto('/admin/coaching')
	await awake(page)
	await press(page, `Delete ${session.title}`)
	const dialog = page.getByRole('alertdialog')
	await dialog.getByRole('button', { name: 'Delete' }).focus()
	await page.keyboard.press('Enter')
	await expect(dialog).toHaveCount(0)
	await expect(page.getByRole('row').filter({ hasText: session.title })).toHaveCount(0)
	await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TBODY')
})

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

test('sign-ins, preferences and the calendar link keep the focus', async ({ page, browser, baseURL, signInAs }) => {
	// With a unique user agent, so that the sign-ins of other tests stay.
	const elsewhere = await browser.newContext({ userAgent: FIREFOX, baseURL: baseURL ?? '' })
	await openSession(elsewhere, baseURL ?? '', 'member')
	await signInAs('member')
	await page.goto('/account')
	await awake(page)
	await press(page, 'Sign out Firefox on Linux')
	await expect(page.getByRole('button', { name: 'Sign out Firefox on Linux' })).toHaveCount(0)
	// The row is removed, so the focus moves to the list.
	await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('UL')
	await elsewhere.close()

	await page.goto('/account/notifications')
	await awake(page)
	const mentions = page.getByRole('checkbox', { name: 'Mentions' })
	for (const isChecked of [false, true]) {
		await mentions.focus()
		await page.keyboard.press('Space')
		await expect(page.getByText('Preferences saved', { exact: true })).toBeVisible()
		await expect(mentions).toBeChecked({ checked: isChecked })
		await expect(mentions).toBeEnabled()
		await expect(mentions).toBeFocused()
	}

	await page.goto('/coaching')
	await awake(page)
	await page.getByRole('button', { name: /my calendar|new private link/ }).focus()
	await page.keyboard.press('Enter')
	await expect(page.getByLabel('Your private link (shown once)')).toBeFocused()
	await press(page, 'Revoke the link')
	await expect(page.getByRole('button', { name: 'Subscribe in my calendar' })).toBeFocused()
})

import type { Page } from 'playwright/test'
import { awake, expect, expectAccessible, test } from '../support/fixtures.ts'
import { ask } from '../support/questions.ts'
import { send } from '../support/send.ts'
import { PHONE, slowLine } from '../support/slow-line.ts'

// The list of questions: unread marks, order and links.

const rows = (page: Page) => page.getByRole('main').locator('.question-row')
const row = (page: Page, title: string) => rows(page).filter({ hasText: title })
const tab = (page: Page, name: string | RegExp) =>
	page.getByRole('navigation', { name: 'Which questions' }).getByRole('link', { name })
const answer = (page: Page, id: string, body = 'A colleague down the hall, for lunch.') =>
	send(page, 'POST', `/api/questions/${id}/comments`, { body })
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('unread questions are read one by one, or marked all at once, and later answers are unread', async ({
	page,
	context,
	signInAs,
	allowProblem,
}) => {
	await signInAs('member')
	const [first, second, deleted] = [
		await ask(page, 'The first of the unread questions?'),
		await ask(page, 'The second of the unread questions?'),
		await ask(page, 'The question deleted in the meantime?'),
	]
	await signInAs('admin')
	await slowLine(page)
	await page.goto('/questions')
	await awake(page)
	await expect(tab(page, /^Unread \d+$/)).toBeVisible()
	await tab(page, /^Unread/).click()
	await expect(page).toHaveURL(/\?show=unread$/)
	await expectAccessible(page)
	const read = page.waitForResponse((reply) => reply.url().endsWith(`${second}/read`) && reply.ok())
	await row(page, 'The second of the unread').getByRole('link').click()
	await read
	// A deleted question is not offered as the next one, and its URL shows a message.
	await expect(page.getByRole('link', { name: 'Next unread: The question deleted' })).toBeVisible()
	await send(page, 'DELETE', `/api/questions/${deleted}`)
	await page.reload()
	const next = page.getByRole('link', { name: 'Next unread: The first of the unread questions?' })
	await expectAccessible(page)
	const readNext = page.waitForResponse((reply) => reply.url().endsWith(`${first}/read`) && reply.ok())
	await next.click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('The first of the unread questions?')
	await readNext
	allowProblem(/404/)
	await page.goto(`/questions/${deleted}`)
	await expect(page.getByText('It may have been deleted.')).toBeVisible()

	// Two tabs: an answer that arrives after the first tab was loaded stays unread in both.
	await page.goto('/questions')
	await awake(page)
	const other = await context.newPage()
	await other.goto('/questions?show=unread')
	await signInAs('member', { pagesStay: true })
	await answer(page, first)
	await signInAs('admin', { pagesStay: true })
	await page.getByRole('button', { name: 'Mark all as read' }).click()
	await expect(tab(page, 'Unread 1')).toBeVisible()
	await expect(row(page, 'The first of the unread').getByText('Unread', { exact: true })).toBeVisible()
	await expect(rows(page).getByText('Unread', { exact: true })).toHaveCount(1)
	await expect(row(page, 'The first of the unread').getByText('Marcus Oyelaran · now')).toBeVisible()
	await other.reload()
	await awake(other)
	await expect(rows(other)).toHaveCount(1)
	// By keyboard: the button disappears, and the focus is not lost.
	await other.getByRole('button', { name: 'Mark all as read' }).press('Enter')
	await expect(other.getByText('Nothing unread')).toBeVisible()
	await expect.poll(() => other.evaluate(() => document.activeElement?.localName)).not.toBe('body')
	await expectAccessible(other)
	await other.close()
})

test('a phone shows five questions at once; search and category are an icon each, and Back restores them', async ({
	page,
	signInAs,
}) => {
	await page.setViewportSize(PHONE)
	await signInAs('member')
	const title = 'Which questions fit on the screen of a telephone, and which of them do not?'
	for (let i = 0; i < 6; i++) await ask(page, title)
	await page.goto('/questions')
	await awake(page)
	const boxes = await rows(page).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()))
	expect(boxes[0].top).toBeLessThanOrEqual(320)
	expect(boxes[4].bottom).toBeLessThanOrEqual(PHONE.height)
	const search = page.getByRole('searchbox', { name: 'Search' })
	const category = page.getByLabel('Category')
	const expectIcons = async () => {
		for (const field of [search, category]) {
			const box = await field.boundingBox()
			expect([box?.width, box?.height]).toEqual([44, 44])
		}
	}
	await expectIcons()
	await expectAccessible(page)
	await search.focus()
	await expect.poll(async () => (await search.boundingBox())?.width).toBeGreaterThan(300)
	await search.fill('telephone')
	await expect(page.getByText('Best matches first')).toBeVisible()
	await expect(page).toHaveURL(/search=telephone/)
	await search.fill('')
	await search.blur()
	await expectIcons()
	await category.selectOption({ label: 'Technology' })
	await expect(page).toHaveURL(/category=/)
	await page.getByRole('button', { name: 'Watch', exact: true }).click()
	await expect(page.getByRole('button', { name: 'Watching' })).toBeEnabled()
	await page.getByRole('button', { name: 'Watching' }).click()
	await expect(page.getByRole('button', { name: 'Watch', exact: true })).toBeEnabled()
	await expectAccessible(page)
	await rows(page).first().getByRole('link').first().click()
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	await page.goBack()
	await expect(page).toHaveURL(/category=/)
	await expect(category.locator('option:checked')).toHaveText('Technology')
	// Check it at 400% zoom, and with forced colors.
	await page.setViewportSize({ width: 320, height: 256 })
	expect(await overflow(page)).toBeLessThanOrEqual(0)
	await page.emulateMedia({ forcedColors: 'active' })
	await search.focus()
	await expect.poll(async () => (await search.boundingBox())?.width).toBeGreaterThan(200)
})

test('a desktop has rows of at most 84 px, in the chosen order, which Back restores', async ({ page, signInAs }) => {
	await signInAs('member')
	const older = await ask(page, `An older question with ${'a very long title '.repeat(9)}`)
	await ask(page, 'A newer question')
	await answer(page, older, 'It is answered by now.')
	await page.goto('/questions')
	await awake(page)
	const heights = await rows(page).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
	expect(Math.max(...heights)).toBeLessThanOrEqual(84)
	await expect(rows(page).first()).toContainText('An older question')
	const order = page.getByRole('navigation', { name: 'Order' })
	await order.getByRole('link', { name: 'Newest first' }).click()
	await expect(page).toHaveURL(/\?sort=newest$/)
	await expect(rows(page).first()).toContainText('A newer question')
	await expect(tab(page, 'Mine')).toHaveAttribute('href', '/questions?show=mine&sort=newest')
	await page.goBack()
	await expect(rows(page).first()).toContainText('An older question')
	for (const colorScheme of ['dark', 'light'] as const) {
		await page.emulateMedia({ colorScheme })
		await expectAccessible(page)
	}
})

test('a question about an episode contains the URL and the second, and shows similar questions', async ({
	page,
	signInAs,
}) => {
	await signInAs('member')
	await ask(page, 'Which headset for a hearing by video?')
	await page.goto('/podcast/saying-no-to-the-wrong-client?t=31')
	await awake(page)
	const discussed = page.getByRole('region', { name: 'Discussed in' })
	await discussed.scrollIntoViewIfNeeded()
	await discussed.getByRole('link', { name: 'Ask a question' }).click()
	await expect(page).toHaveURL(/episode=saying-no-to-the-wrong-client&t=31$/)
	await awake(page)
	const details = page.getByLabel('Question Details')
	await expect(details).toHaveValue(/^http\S+\/podcast\/saying-no-to-the-wrong-client\?t=31\n\n$/)
	await slowLine(page)
	await page.getByLabel('Title').fill('Is a headset of use in a hearing?')
	const similar = page.getByRole('region', { name: 'Similar questions' })
	await expect(similar.getByRole('link', { name: 'Which headset for a hearing by video?' })).toBeVisible()
	await expectAccessible(page)
	await similar.getByRole('link').first().click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which headset for a hearing by video?')
	await page.goBack()
	await awake(page)
	await expect(page.getByLabel('Title')).toHaveValue('Is a headset of use in a hearing?')
	await expect(details).toHaveValue(/t=31/)
	await page.getByLabel('Title').fill('')
	await details.fill('')
})

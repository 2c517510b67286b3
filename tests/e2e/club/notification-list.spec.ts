import type { Page } from 'playwright/test'
import { awake, expect, expectAccessible, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'
import { PHONE, slowLine } from '../support/slow-line.ts'

// Notifications on a phone: the bell, its list, the page titles and the dashboard.

test.use({ viewport: PHONE })

const BODY = 'How do the rest of you handle this, and what would you do again?'

async function ask(page: Page, title: string): Promise<string> {
	const [category] = await send<{ id: string }[]>(page, 'GET', '/api/questions/categories')
	return (await send<{ id: string }>(page, 'POST', '/api/questions', { title, body: BODY, categoryId: category?.id }))
		.id
}

const answer = async (page: Page, id: string, body: string) =>
	(await send<{ id: string }>(page, 'POST', `/api/questions/${id}/comments`, { body })).id

/** Creates a member's question whose answers, by the admin, are the only unread ones. Signs the member in. */
async function askAndAnswer(
	page: Page,
	signInAs: (role: 'admin' | 'member') => Promise<void>,
	title: string,
	count = 2,
) {
	await signInAs('member')
	const id = await ask(page, title)
	await signInAs('admin')
	const comments: string[] = []
	for (let i = 0; i < count; i++) comments.push(await answer(page, id, `Answer number ${i + 1} to this question.`))
	await signInAs('member')
	const notifications = await send<{ id: string; isUnread: boolean }[]>(page, 'GET', '/api/notifications?limit=100')
	const others = notifications.filter((one) => one.isUnread && one.id !== `answer-${id}`)
	await send(page, 'POST', '/api/notifications/read', { ids: others.map((one) => one.id) })
	return { id, comments }
}

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
const row = (page: Page, title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title })

test('the bell opens the list, a row opens its comment, and Back and the other tab show it as read', async ({
	page,
	context,
	signInAs,
}) => {
	const title = 'Who looks after your practice while you sleep?'
	const { id, comments } = await askAndAnswer(page, signInAs, title)
	await slowLine(page)
	const other = await context.newPage()
	await other.goto('/coaching')
	await expect(bell(other)).toHaveAccessibleName('Notifications: 1 unread')
	await expect(other).toHaveTitle(/^\(1\) Coaching Sessions/)
	await page.goto('/questions')
	await expect(page).toHaveTitle(/^\(1\) Questions/)
	await bell(page).click()
	await expect(page).toHaveURL('/notifications')
	await expect(row(page, title).getByText('Unread')).toBeVisible()
	const link = row(page, title).getByRole('link')
	await expect(link).toHaveText(
		/answered your question “Who looks after your practice while you sleep\?”: 2 new comments$/,
	)
	const read = page.waitForResponse((reply) => reply.url().endsWith(`/api/questions/${id}/read`))
	await link.click()
	await expect(page).toHaveURL(`/questions/${id}#comment-${comments[0]}`)
	expect((await read).status()).toBe(204)
	await expect(page.locator(`#comment-${comments[0]}`)).toBeFocused()
	await expect(bell(page)).toHaveAccessibleName('Notifications')
	await expect(page).toHaveTitle(/^Who looks after/)
	await page.goBack()
	await expect(row(page, title)).toBeVisible()
	await expect(row(page, title).getByText('Unread')).toHaveCount(0)
	await expect(bell(page)).toHaveAccessibleName('Notifications')
	await other.reload()
	await expect(bell(other)).toHaveAccessibleName('Notifications')
	await expect(other).toHaveTitle(/^Coaching Sessions/)
	await other.close()
})

test('two notifications of one question are one row, marked as read by keyboard', async ({ page, signInAs }) => {
	const title = 'What do you read on the train to court?'
	const longWord = 'Zugzwang'.repeat(25)
	await askAndAnswer(page, signInAs, longWord)
	await askAndAnswer(page, signInAs, title)
	await page.goto('/dashboard')
	const focused = page.locator(':focus')
	// Tab through the header to the bell.
	await expect(async () => {
		await page.keyboard.press('Tab')
		await expect(focused).toHaveAccessibleName('Notifications: 1 unread', { timeout: 1 })
	}).toPass({ intervals: [0] })
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL('/notifications')
	await awake(page)
	await expect(row(page, title)).toHaveCount(1)
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme })
		await expectAccessible(page)
	}
	// The bell fits the narrowest header, and a title of one long word wraps.
	await expect(row(page, longWord)).toBeVisible()
	await page.setViewportSize({ width: 320, height: 800 })
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
	await page.getByRole('button', { name: 'Mark all as read' }).focus()
	await page.keyboard.press('Enter')
	await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
	await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeFocused()
	await expect(bell(page)).toHaveAccessibleName('Notifications')
	await expect(page).toHaveTitle(/^Notifications/)
	await expect(row(page, title).getByText('Unread')).toHaveCount(0)
	await page.keyboard.press('Tab')
	await expect(focused).toHaveAttribute('href', /^\//)
	await page.goto('/dashboard')
	await expect(page.getByText('No unread notifications.', { exact: true })).toBeVisible()
})

test('the filter of the list is in the URL, and Back restores the previous one', async ({ page, signInAs }) => {
	const title = 'Which chair do you offer to a client?'
	await askAndAnswer(page, signInAs, title)
	await page.goto('/notifications')
	const kinds = page.getByRole('navigation', { name: 'Which notifications' })
	const shown = kinds.locator('[aria-current]')
	await kinds.getByRole('link', { name: 'Mentions' }).click()
	await expect(page).toHaveURL('/notifications?show=mentions')
	await expect(shown).toHaveText('Mentions')
	await expect(row(page, title)).toHaveCount(0)
	await kinds.getByRole('link', { name: 'Answers' }).click()
	await expect(row(page, title).getByText('Unread')).toBeVisible()
	await expectAccessible(page)
	await awake(page)
	await page.getByRole('button', { name: 'Mark these as read' }).click()
	await expect(row(page, title).getByText('Unread')).toHaveCount(0)
	await kinds.getByRole('link', { name: 'Unread' }).click()
	await expect(page.getByText('Nothing unread')).toBeVisible()
	await page.goBack()
	await expect(shown).toHaveText('Answers')
	await expect(row(page, title)).toBeVisible()
	await page.goBack()
	await expect(shown).toHaveText('Mentions')
	await page.goForward()
	await expect(row(page, title)).toBeVisible()
	// An unknown filter in the URL shows all.
	await page.goto('/notifications?show=everything')
	await expect(shown).toHaveText('All')
})

test('a public page shows the count too and keeps its title', async ({ page, signInAs }) => {
	await askAndAnswer(page, signInAs, 'Which letterhead do you use for friends?')
	await page.goto('/courses')
	await expect(bell(page)).toHaveAccessibleName('Notifications: 1 unread')
	await expect(page).toHaveTitle(/^Course/)
})

test('a failure to mark as read shows a message and changes nothing', async ({ page, signInAs, allowProblem }) => {
	allowProblem(/status of 500/)
	const title = 'Do you answer mails on a Sunday?'
	await askAndAnswer(page, signInAs, title)
	await page.goto('/notifications')
	await awake(page)
	await page.route('**/api/notifications/read', (route) => route.fulfill({ status: 500, body: 'Something went wrong' }))
	await page.getByRole('button', { name: 'Mark all as read' }).click()
	await expect(page.getByText('Failed to mark them as read', { exact: true })).toBeVisible()
	await expect(row(page, title).getByText('Unread')).toBeVisible()
	await expect(bell(page)).toHaveAccessibleName('Notifications: 1 unread')
})

test('a notification on the dashboard opens its comment and is gone on the way back', async ({ page, signInAs }) => {
	const title = 'Where do you keep what nobody must lose?'
	const { id, comments } = await askAndAnswer(page, signInAs, title)
	await slowLine(page)
	await page.goto('/dashboard')
	await awake(page)
	const notification = page.getByRole('region', { name: 'New for you' }).getByRole('link', { name: title })
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme })
		await expectAccessible(page)
	}
	// Wait for this request, because it would be rejected after the next sign-in.
	const read = page.waitForResponse((answer) => answer.url().endsWith(`/api/questions/${id}/read`))
	await notification.click()
	await expect(page).toHaveURL(`/questions/${id}#comment-${comments[0]}`)
	await expect(bell(page)).toHaveAccessibleName(/^Notifications(: 1 unread)?$/)
	await read
	await page.goBack()
	await expect(notification).toHaveCount(0)
	// Go to the module on the card by keyboard, and back.
	const card = page
		.getByRole('region', { name: 'Continue Learning' })
		.getByRole('link', { name: /^Continue/ })
		.first()
	await card.focus()
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\/courses\//)
	await expect(page.getByText(/^Module \d of \d$/).last()).toBeInViewport()
	await page.goBack()
	await expect(page.getByRole('heading', { name: 'Your Learning Dashboard' })).toBeAttached()
})

test('a digest and a watched category are set on the mail page and kept after a reload', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.goto('/account/notifications')
	await awake(page)
	const often = page.getByLabel('Send it')
	await often.selectOption('Once a week')
	await expect(page.getByText('Preferences saved', { exact: true })).toBeVisible()
	await page.getByLabel('On', { exact: true }).selectOption('Thursday')
	await expect(page.getByLabel('On', { exact: true })).toBeEnabled()
	const box = page.getByRole('group', { name: 'Categories you watch' }).getByRole('checkbox').first()
	await box.check()
	await expect(box).toBeEnabled()
	await page.reload()
	await awake(page)
	await expect(often).toHaveValue('week')
	await expect(page.getByLabel('On', { exact: true })).toHaveValue('4')
	await expect(box).toBeChecked()
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme })
		await expectAccessible(page)
	}
	await box.uncheck()
	await expect(box).toBeEnabled()
	await often.selectOption('Never')
	await expect(page.getByText('At 7:00 AM')).toHaveCount(0)
})

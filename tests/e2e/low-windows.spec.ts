import type { Locator, Page } from 'playwright/test'
import { awake, expect, test } from './support/fixtures.ts'

// Fixed bars at the bottom leave room for the page: together, and in a 1280 by 1024 window at 400% zoom.

const LOW = { width: 320, height: 256 }
const COURSE = '/courses/005-client-intake'

const player = (page: Page) => page.getByRole('region', { name: 'Now playing' })
const courseBar = (page: Page) => page.locator('.course-bar')

/** Starts an episode and opens a course; the episode stays in the player bar. */
async function openWithPlayer(page: Page): Promise<void> {
	await page.goto('/')
	await page
		.getByRole('button', { name: /^Play Saying no/ })
		.first()
		.click()
	await expect(page.getByRole('button', { name: 'Pause', exact: true }).first()).toBeVisible()
	await page.goto(COURSE)
	await awake(page)
	await expect(player(page)).toBeVisible()
}

const boxOf = async (locator: Locator) => {
	const box = await locator.boundingBox()
	if (!box) throw new Error('It has no box')
	return box
}

/** Scrolls through the page. @returns the positions at which the player's round button covers the course's bar. */
function coveredAt(): number[] {
	const boxes = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect())
	const covered: number[] = []
	for (let top = 0; top <= document.documentElement.scrollHeight - innerHeight; top += 8) {
		window.scrollTo({ top, behavior: 'instant' })
		const [round] = boxes('.player-bar-round')
		const parts = boxes('.course-bar-inner > :not(progress)')
		if (!round || parts.length < 2) throw new Error('A bar is missing')
		if (parts.some((part) => part.right > round.left && part.bottom > round.top && part.top < round.bottom))
			covered.push(top)
	}
	return covered
}

test('the player covers no bar of a course: as a round button and as a line of 56 pixels', async ({
	page,
	signInAs,
}) => {
	await signInAs('member')
	await page.setViewportSize({ width: 390, height: 844 })
	await openWithPlayer(page)
	const round = player(page).getByRole('button', { name: 'Open the player' })
	await expect(round).toBeVisible()
	await expect(courseBar(page).getByRole('button', { name: 'Outline' })).toBeVisible()
	// Check the whole page: a course opens at the member's position, which may be the end, where the bar is not fixed.
	expect(await page.evaluate(coveredAt)).toEqual([])
	await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
	await round.click()
	await expect(round).toBeHidden()
	expect((await boxOf(player(page))).height).toBe(56)
	await expect
		.poll(async () => {
			const { y, height } = await boxOf(courseBar(page))
			return y + height - (await boxOf(player(page))).y
		})
		.toBeLessThanOrEqual(1)
	await courseBar(page).getByRole('button').click()
})

test('in a low window the player takes at most a quarter, and no other bar is fixed', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.setViewportSize(LOW)
	await openWithPlayer(page)
	await player(page).getByRole('button', { name: 'Open the player' }).click()
	expect((await boxOf(player(page))).height).toBeLessThanOrEqual(LOW.height / 4)
	for (const name of ['More controls', 'Close the player'])
		await expect(player(page).getByRole('button', { name, exact: true })).toBeInViewport()
	await player(page).getByRole('button', { name: 'More controls' }).click()
	expect((await boxOf(player(page))).height).toBeLessThanOrEqual(LOW.height / 2 + 2)
	await player(page)
		.getByRole('button', { name: /^Queue/ })
		.focus()
	await expect(player(page).getByRole('button', { name: /^Queue/ })).toBeInViewport()
	await expect(courseBar(page)).toHaveCSS('position', 'relative')
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

	await signInAs('admin')
	await page.goto('/admin/settings')
	await expect(page.locator('.save-bar')).toHaveCSS('position', 'static')
})

test('in a low window a toast takes at most a third, and all of it can be reached', async ({ page, allowProblem }) => {
	allowProblem(/401/)
	await page.setViewportSize(LOW)
	await page.goto('/auth')
	await awake(page)
	await page.getByLabel('Email').fill('nobody@example.com')
	await page.getByLabel('Password', { exact: true }).fill('a password of nobody')
	await page.keyboard.press('Enter')
	const toast = page.locator('.toasts > li')
	await expect(toast).toBeVisible()
	expect((await boxOf(toast)).height).toBeLessThanOrEqual(LOW.height / 3)
	await toast.hover()
	await toast.evaluate((card) => card.scrollTo(0, card.scrollHeight))
	await expect(toast.getByText('Invalid email or password')).toBeInViewport()
	await toast.getByRole('button', { name: 'Close' }).click()
	await expect(toast).toHaveCount(0)
})

test('in a low window the message of an ended session takes at most a third, and its links can be reached', async ({
	page,
	context,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/401/)
	await signInAs('member')
	await page.setViewportSize(LOW)
	await page.goto('/questions')
	await awake(page)
	await context.clearCookies({ name: /session/ })
	await page.keyboard.press('Control+k')
	const palette = page.getByRole('dialog', { name: 'Search' })
	await expect(palette.getByRole('combobox')).toBeFocused()
	await page.keyboard.type('intake')
	await expect(palette.getByRole('status')).toHaveText(/^You have been signed out/)
	await page.keyboard.press('Escape')
	const notice = page.locator('#page-notices')
	await expect(notice).toBeVisible()
	expect((await boxOf(notice)).height).toBeLessThanOrEqual(LOW.height / 3)
	for (const name of ['Sign in again', 'in a new tab']) {
		await notice.getByRole('link', { name }).focus()
		await expect(notice.getByRole('link', { name })).toBeInViewport({ ratio: 0.9 })
	}
	await notice.getByRole('link', { name: 'Sign in again' }).click()
	await expect(page).toHaveURL('/auth?next=/questions')
})

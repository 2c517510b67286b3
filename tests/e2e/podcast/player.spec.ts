import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/fixtures.ts'

// The player bar, the player window, and saved playback positions.

const FIRST = 'Saying no to the wrong client'
const bar = (page: Page) => page.getByRole('region', { name: 'Now playing' })

/** Plays the first episode on the home page, and scrolls its player out of view, so that the bar appears. */
async function playAtHome(page: Page): Promise<void> {
	await page.goto('/')
	await page.getByRole('button', { name: `Play ${FIRST}` }).click()
	await expect(
		page.getByRole('region', { name: 'Podcast player' }).getByText('Now playing', { exact: true }),
	).toBeVisible()
	await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
	await expect(bar(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
}

/** Returns the position of the bar's slider in seconds. */
const positionOf = async (page: Page) =>
	Number(await bar(page).getByRole('slider', { name: 'Position' }).getAttribute('aria-valuenow'))

/** Opens another page through a link. */
async function follow(page: Page, name: string): Promise<void> {
	await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
	await page.waitForURL('**/courses')
}

test('the bar appears with the first playback', async ({ page }) => {
	await page.goto('/courses')
	await expect(bar(page)).toHaveCount(0)
	await playAtHome(page)
	await expect(bar(page).getByText(FIRST)).toBeVisible()
	for (const name of ['Back 15 seconds', 'Forward 30 seconds', 'Queue', 'Close the player'])
		await expect(bar(page).getByRole('button', { name, exact: true })).toBeVisible()
	await bar(page).getByRole('button', { name: 'Close the player' }).click()
	await expect(bar(page)).toHaveCount(0)
	// The page's own list is back in its initial state and can play.
	await page.getByRole('button', { name: `Play ${FIRST}` }).click()
	await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
})

test('the next page shows the bar paused at the same position and resumes with a press', async ({ page }) => {
	await playAtHome(page)
	await bar(page).getByRole('button', { name: 'Forward 30 seconds' }).click()
	await expect.poll(() => positionOf(page)).toBeGreaterThan(31)
	// Opening a URL directly reloads the page.
	await page.goto('/courses')
	await expect(bar(page).getByText(FIRST)).toBeVisible()
	const resume = bar(page).getByRole('button', { name: /^(Resume at 0:3\d|Play)$/ })
	await expect(resume).toBeVisible()
	expect(await positionOf(page)).toBeGreaterThan(31)
	// The page stays usable next to the bar.
	await page.getByLabel('Search courses').fill('intake')
	await expect(page.getByRole('link', { name: /Client intake/ }).first()).toBeVisible()
	await resume.click()
	await expect(bar(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
	await expect.poll(() => positionOf(page)).toBeGreaterThan(32)
	await page.reload()
	await expect(bar(page).getByText(FIRST)).toBeVisible()
	await bar(page).getByRole('button', { name: 'Close the player' }).click()
	await page.reload()
	await expect(page.getByLabel('Search courses')).toBeVisible()
	await expect(bar(page)).toHaveCount(0)
})

test('the speed is kept on this device', async ({ page }) => {
	await playAtHome(page)
	await bar(page).getByRole('combobox', { name: 'Speed' }).selectOption('1.5×')
	await follow(page, 'Courses')
	await expect(bar(page).getByRole('combobox', { name: 'Speed' })).toHaveValue('1.5')
})

test('the sleep timer pauses playback and can be canceled', async ({ page }) => {
	await page.clock.install()
	await playAtHome(page)
	const sleep = bar(page).getByRole('combobox', { name: 'Sleep timer' })
	await sleep.selectOption('In 5 minutes')
	await expect(bar(page).getByText(/^[45]:\d\d$/)).toBeVisible()
	await sleep.selectOption('No sleep timer')
	await expect(bar(page).getByText('Sleep', { exact: true })).toBeVisible()
	await sleep.selectOption('In 5 minutes')
	await page.clock.fastForward('05:01')
	await expect(bar(page).getByRole('button', { name: /^(Play|Resume at .*)$/ })).toBeVisible()
	await expect(sleep).toHaveValue('')
})

test('a queue is filled, reordered by keyboard, saved and played', async ({ page }) => {
	await playAtHome(page)
	const button = bar(page).getByRole('button', { name: /^Queue/ })
	await button.click()
	const queue = page.getByRole('region', { name: 'Up next' })
	await expect(queue.getByText('Your queue is empty. Add an episode.')).toBeVisible()
	await expect(queue.getByRole('checkbox', { name: 'Keep playing' })).not.toBeChecked()
	await queue.getByRole('button', { name: /^Add Hiring the first assistant/ }).click()
	await queue.getByRole('button', { name: /^Add The trust account/ }).click()
	const rows = queue.getByRole('list').first().getByRole('listitem')
	await expect(rows).toHaveText([/Hiring/, /trust account/])
	await queue.getByRole('button', { name: /^Move The trust account/ }).press('ArrowUp')
	await expect(rows).toHaveText([/trust account/, /Hiring/])
	await expect(queue.getByRole('button', { name: /^Move The trust account/ })).toBeFocused()
	await queue.getByRole('button', { name: /^Move The trust account/ }).press('Escape')
	await expect(queue).toHaveCount(0)
	await expect(button).toBeFocused()
	await follow(page, 'Courses')
	await bar(page).getByRole('button', { name: 'Queue, 2 waiting' }).click()
	await expect(rows).toHaveText([/trust account/, /Hiring/])
	await queue.getByRole('button', { name: /^Play Hiring/ }).click()
	await expect(bar(page).getByText('Hiring the first assistant').first()).toBeVisible()
	await expect(rows).toHaveText([/trust account/])
})

test('a queue row is reordered by dragging', async ({ page }) => {
	await playAtHome(page)
	await bar(page)
		.getByRole('button', { name: /^Queue/ })
		.click()
	const queue = page.getByRole('region', { name: 'Up next' })
	await queue.getByRole('button', { name: /^Add Hiring the first assistant/ }).click()
	await queue.getByRole('button', { name: /^Add The trust account/ }).click()
	const rows = queue.getByRole('list').first().getByRole('listitem')
	await expect(rows).toHaveText([/Hiring/, /trust account/])
	const from = await queue.getByRole('button', { name: /^Move The trust account/ }).boundingBox()
	const to = await queue.getByRole('button', { name: /^Move Hiring/ }).boundingBox()
	if (!from || !to) throw new Error('no rows')
	await page.mouse.move(from.x + 10, from.y + 20)
	await page.mouse.down()
	await page.mouse.move(to.x + 10, to.y + 10, { steps: 4 })
	await page.mouse.up()
	await expect(rows).toHaveText([/trust account/, /Hiring/])
})

test('every function works by keyboard, and only inside the player', async ({ page }) => {
	await playAtHome(page)
	const pause = bar(page).getByRole('button', { name: 'Pause', exact: true })
	await page.locator('main').focus()
	await page.keyboard.press('j')
	await page.keyboard.press('m')
	await expect(page.getByRole('button', { name: 'Mute' })).toBeVisible()
	await expect(pause).toBeVisible()
	await pause.focus()
	await page.keyboard.press('l')
	await expect.poll(() => positionOf(page)).toBeGreaterThan(30)
	await page.keyboard.press('>')
	await expect(bar(page).getByRole('combobox', { name: 'Speed' })).toHaveValue('1.25')
	await page.keyboard.press('m')
	await expect(page.getByRole('button', { name: 'Unmute' })).toBeVisible()
	await page.keyboard.press(' ')
	await expect(bar(page).getByRole('button', { name: /^(Play|Resume at .*)$/ })).toBeFocused()
	await page.keyboard.press('ArrowLeft')
	await expect.poll(() => positionOf(page)).toBeLessThan(30)
})

test('the player window takes over, and the page has no bar', async ({ page }) => {
	await playAtHome(page)
	await bar(page).getByRole('button', { name: 'Forward 30 seconds' }).click()
	await expect.poll(() => positionOf(page)).toBeGreaterThan(30)
	const popupOpened = page.waitForEvent('popup')
	await bar(page).getByRole('button', { name: 'Open in a separate window' }).click()
	const popup = await popupOpened
	await expect(popup.getByRole('heading', { name: FIRST })).toBeVisible()
	await expect(bar(page)).toHaveCount(0)
	const slider = popup.getByRole('slider', { name: 'Position' })
	await expect.poll(async () => Number(await slider.getAttribute('aria-valuenow'))).toBeGreaterThan(30)
	await popup.getByRole('combobox', { name: 'Speed' }).selectOption('2×')
	await expectAccessible(popup)
	await popup.close()
})

test('the player window shows a message if there is nothing to play', async ({ page }) => {
	await page.goto('/podcast/player')
	await expect(page.getByRole('heading', { name: 'Nothing is playing' })).toBeVisible()
	await expect(page.getByRole('link', { name: 'Listen to Podcast' })).toHaveAttribute('href', '/#podcast')
	await expectAccessible(page)
})

test('the position is saved for the next visit', async ({ page }) => {
	await playAtHome(page)
	await bar(page)
		.getByRole('button', { name: /^Queue/ })
		.click()
	const queue = page.getByRole('region', { name: 'Up next' })
	await queue.getByRole('button', { name: /^Add Hiring the first assistant/ }).click()
	await queue.getByRole('button', { name: /^Play Hiring/ }).click()
	await expect(bar(page).getByText('Hiring the first assistant').first()).toBeVisible()
	await bar(page).getByRole('button', { name: 'Forward 30 seconds' }).click()
	// A position is saved after five seconds of playback.
	await expect.poll(() => positionOf(page)).toBeGreaterThan(36)
	await bar(page).getByRole('button', { name: 'Pause', exact: true }).click()
	await bar(page).getByRole('button', { name: 'Close the player' }).click()
	await playAtHome(page)
	await bar(page)
		.getByRole('button', { name: /^Queue/ })
		.click()
	await queue.getByRole('button', { name: /^Add Hiring the first assistant/ }).click()
	await queue.getByRole('button', { name: /^Play Hiring/ }).click()
	await expect.poll(() => positionOf(page)).toBeGreaterThan(36)
})

const WINDOW = '/podcast/player?e=saying-no-to-the-wrong-client'
const positionSlider = (page: Page) => page.getByRole('slider', { name: 'Position' })

for (const time of ['&t=20', '&t=0:20', '&t=0:00:20', '&t=0m20s', '#t=20'])
	test(`a link sets the start time: ${time}`, async ({ page }) => {
		await page.goto(WINDOW + time)
		await expect(page.getByRole('button', { name: 'Play from 0:20' })).toBeVisible()
		await expect(positionSlider(page)).toHaveAttribute('aria-valuenow', '20')
		// Playback begins there: the position is set once the browser knows the duration.
		await page.getByRole('button', { name: 'Play from 0:20' }).click()
		await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
		await expect
			.poll(async () => Number(await positionSlider(page).getAttribute('aria-valuenow')))
			.toBeGreaterThan(20.4)
	})

test('a time past the end starts at the beginning with a message', async ({ page }) => {
	await page.goto(`${WINDOW}&t=23:59:59`)
	await expect(page.getByText('This time is past the end')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
	await expect(positionSlider(page)).toHaveAttribute('aria-valuenow', '0')
	await expectAccessible(page)
})

test('a link overrides the saved position, but replaces it only after playback', async ({ page, allowProblem }) => {
	allowProblem(/status of 404/)
	await page.goto(`${WINDOW}&t=15`)
	await page.getByRole('button', { name: 'Play from 0:15' }).click()
	// Played for more than five seconds, so the position is saved.
	await expect.poll(async () => Number(await positionSlider(page).getAttribute('aria-valuenow'))).toBeGreaterThan(21)
	await page.getByRole('button', { name: 'Pause', exact: true }).click()
	const resumeLabel = await page.getByRole('button', { name: /^Resume at/ }).getAttribute('aria-label')
	await page.goto(`${WINDOW}&t=11`)
	await page.getByRole('button', { name: 'Play from 0:11' }).click()
	await page.getByRole('button', { name: 'Pause', exact: true }).click()
	await page.goto(WINDOW)
	await expect(page.getByRole('button', { name: resumeLabel ?? '' })).toBeVisible()
	await page.goto('/podcast/player?e=no-such-episode')
	await expect(page.getByRole('heading', { name: 'Episode not found' })).toBeVisible()
})

test("a member's positions and queue are stored on the server for other devices", async ({
	page,
	signInAs,
	browser,
	baseURL,
}) => {
	await signInAs('member')
	await page.goto(`${WINDOW}&t=15`)
	const saved = page.waitForResponse(
		(answer) => answer.url().includes('/api/user/listening/') && answer.request().method() === 'PUT',
	)
	await page.getByRole('button', { name: 'Play from 0:15' }).click()
	await expect.poll(async () => Number(await positionSlider(page).getAttribute('aria-valuenow'))).toBeGreaterThan(21)
	await page.getByRole('button', { name: 'Pause', exact: true }).click()
	expect((await saved).status()).toBe(204)
	const resumeLabel = await page.getByRole('button', { name: /^Resume at/ }).getAttribute('aria-label')
	await page.getByRole('button', { name: /^Queue/ }).click()
	const queueSaved = page.waitForResponse(
		(answer) => answer.url().endsWith('/api/user/queue') && answer.request().method() === 'PUT',
	)
	await page.getByRole('button', { name: /^Add Hiring the first assistant/ }).click()
	expect((await queueSaved).status()).toBe(200)

	const other = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
	await other.addCookies(await page.context().cookies())
	const device = await other.newPage()
	await device.goto('/')
	const read = device.waitForResponse('**/api/user/listening')
	await device.getByRole('button', { name: `Play ${FIRST}` }).click()
	expect((await read).status()).toBe(200)
	await device.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
	await expect(bar(device).getByRole('button', { name: 'Queue, 1 waiting' })).toBeVisible()
	await device.goto(WINDOW)
	await expect(device.getByRole('button', { name: resumeLabel ?? '' })).toBeVisible()
	await other.close()
})

for (const width of [390, 1440])
	test(`the bar and the queue are accessible at ${width} pixels`, async ({ page }) => {
		await page.setViewportSize({ width, height: 900 })
		await playAtHome(page)
		await bar(page).getByRole('button', { name: 'Pause', exact: true }).click()
		const more = bar(page).getByRole('button', { name: 'More controls' })
		if (await more.isVisible()) await more.click()
		await bar(page)
			.getByRole('button', { name: /^Queue/ })
			.click()
		await page.getByRole('button', { name: /^Add Hiring the first assistant/ }).click()
		await expectAccessible(page)
		expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
	})

import type { Locator, Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { EPISODE, type LibrarySite, playerOf, SAID_ONCE, startLibrarySite } from '../support/library-site.ts'

// The player on the podcast's library pages.

let library: LibrarySite

test.beforeAll(async () => {
	library = await startLibrarySite()
})
test.afterAll(() => library.stop())

const bar = (page: Page) => page.getByRole('region', { name: 'Now playing' })
const positionIn = async (region: Locator) =>
	Number(await region.getByRole('slider', { name: 'Position' }).getAttribute('aria-valuenow'))
const position = (page: Page) => positionIn(playerOf(page))

for (const time of ['?t=20', '?t=0:20', '?t=0:00:20', '?t=0m20s', '#t=20'])
	test(`a link sets the start time: ${time}`, async ({ page }) => {
		await library.open(page, EPISODE + time)
		await playerOf(page).getByRole('button', { name: 'Play from 0:20' }).click()
		await expect(playerOf(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
		await expect.poll(() => position(page)).toBeGreaterThan(20.4)
	})

test('a time past the end starts at the beginning with a message', async ({ page }) => {
	await library.open(page, `${EPISODE}?t=59:59`)
	await expect(playerOf(page).getByText('This time is past the end')).toBeVisible()
	expect(await position(page)).toBe(0)
	await expectAccessible(page)
})

test('a transcript link plays from its second and updates the URL', async ({ page }) => {
	await library.open(page, EPISODE)
	await page.getByRole('region', { name: 'Transcript' }).getByRole('link', { name: '0:31' }).click()
	await expect(playerOf(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
	await expect.poll(() => position(page)).toBeGreaterThan(31)
	expect(page.url()).toBe(`${library.url}${EPISODE}?t=31#t-31`)
	expect(await page.locator('#t-31').evaluate((element) => element.matches(':target'))).toBe(true)
	await expect(playerOf(page).getByText('Three questions at intake')).toBeVisible()
	await expect(page.locator('.said[aria-current]')).toHaveId(/^t-(?:31|37|43)$/)
	await expect(page.locator('.chapter-row[aria-current]')).toContainText('Three questions at intake')
	// While it plays, seek to another second.
	await page
		.getByRole('region', { name: 'Chapters' })
		.getByRole('link', { name: /The letter that declines/ })
		.click()
	await expect.poll(() => position(page)).toBeGreaterThan(55)
})

test('a search hit opens at its paragraph and sets the player to its second', async ({ page }) => {
	// A background job builds the index.
	await expect
		.poll(async () => (await library.get(`/search?q=${encodeURIComponent(`"${SAID_ONCE}"`)}`)).text(), {
			timeout: 20_000,
		})
		.toContain('Play from 0:49')
	await library.open(page, '/podcast')
	await page.getByRole('searchbox', { name: /^Search/ }).fill(SAID_ONCE)
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\/search\?.*in=podcast/)
	await page.getByRole('link', { name: 'Play from 0:49' }).click()
	await expect(page).toHaveURL(`${library.url}${EPISODE}?t=49#t-49`)
	const paragraph = page.locator('#t-49')
	await expect(paragraph).toContainText(SAID_ONCE)
	await expect(paragraph).toBeInViewport()
	expect(await paragraph.evaluate((element) => element.matches(':target'))).toBe(true)
	// The player is above the target of the jump, and is set to the second anyway.
	await expect(playerOf(page).getByRole('button', { name: 'Play from 0:49' })).toBeAttached()
	await expect(paragraph).toBeInViewport()
	await playerOf(page).getByRole('button', { name: 'Play from 0:49' }).click()
	await expect.poll(() => position(page)).toBeGreaterThan(49)
	// A link with a time and no anchor opens the page at the player, not at the transcript.
	await library.open(page, `${EPISODE}?t=49`)
	await expect(playerOf(page).getByRole('button', { name: 'Play from 0:49' })).toBeInViewport()
})

test('playback resumes where it stopped, even at the next visit', async ({ page }) => {
	await library.open(page, `${EPISODE}?t=15`)
	await playerOf(page).getByRole('button', { name: 'Play from 0:15' }).click()
	// A position is saved after five seconds of playback.
	await expect.poll(() => position(page)).toBeGreaterThan(21)
	await playerOf(page).getByRole('button', { name: 'Pause', exact: true }).click()
	const label =
		(await playerOf(page)
			.getByRole('button', { name: /^Resume at/ })
			.getAttribute('aria-label')) ?? ''
	await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
	await page.getByRole('button', { name: 'Close the player' }).click()
	await library.open(page, EPISODE)
	await expect(playerOf(page).getByRole('button', { name: label })).toBeVisible()
})

test('a link to the current position is copied', async ({ page, context }) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: library.url })
	await library.open(page, `${EPISODE}?t=0:20`)
	await playerOf(page).getByRole('button', { name: 'Copy link at 0:20' }).click()
	await expect(page.getByText('Link copied', { exact: true }).first()).toBeVisible()
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${library.url}${EPISODE}?t=20`)
})

test('the first press plays even before the player has loaded', async ({ page }) => {
	await library.open(page, EPISODE)
	await playerOf(page).getByRole('button', { name: 'Play', exact: true }).click()
	await expect(playerOf(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
	await expect(bar(page)).toHaveCount(0)
	// The bar appears only while the page's player is scrolled out of view.
	await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
	await expect(playerOf(page)).not.toBeInViewport()
	await expect(bar(page).getByText('The first call', { exact: true })).toBeVisible()
	await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
	await expect(bar(page)).toHaveCount(0)
})

test('the current episode is in the bar on the next page and in place on its own page', async ({ page }) => {
	await library.open(page, EPISODE)
	await playerOf(page).getByRole('button', { name: 'Play', exact: true }).click()
	await playerOf(page).getByRole('button', { name: 'Forward 30 seconds' }).click()
	// A position is saved after five seconds of playback.
	await expect.poll(() => position(page)).toBeGreaterThan(36)
	await page.getByRole('link', { name: 'All episodes' }).click()
	await expect(bar(page).getByText('The first call', { exact: true })).toBeVisible()
	await page.getByRole('link', { name: 'A bonus from the hallway' }).click()
	// On the page of another episode, the page's player stays idle.
	await expect(bar(page).getByText('The first call', { exact: true })).toBeVisible()
	await playerOf(page).getByRole('button', { name: 'Play', exact: true }).click()
	await expect(bar(page)).toHaveCount(0)
	await page.getByRole('link', { name: /^Next episode/ }).click()
	await expect(playerOf(page).getByRole('button', { name: /^Resume at 0:3/ })).toBeVisible()
	await expect(bar(page).getByText('A bonus from the hallway', { exact: true })).toBeVisible()
	await playerOf(page)
		.getByRole('button', { name: /^Resume at 0:3/ })
		.click()
	await expect.poll(() => position(page)).toBeGreaterThan(36)
	await expect(bar(page)).toHaveCount(0)
})

test('the list plays an episode and shows how much of each is left', async ({ page }) => {
	await library.open(page, '/podcast')
	const row = page.getByRole('listitem').filter({ hasText: 'A bonus from the hallway' })
	await expect(row.getByText('min left')).toHaveCount(0)
	await row.getByRole('button', { name: 'Play A bonus from the hallway' }).click()
	await expect(row.getByRole('button', { name: 'Pause A bonus from the hallway' })).toBeVisible()
	await bar(page).getByRole('button', { name: 'Forward 30 seconds' }).click()
	// A position is saved after five seconds of playback.
	await expect.poll(() => positionIn(bar(page))).toBeGreaterThan(36)
	// Playback continues in the bar on other pages, and in the player on the episode's own page.
	await page.getByRole('link', { name: 'A bonus from the hallway' }).click()
	await expect(playerOf(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
	await expect(bar(page)).toHaveCount(0)
	await page.getByRole('link', { name: 'All episodes' }).click()
	await row.getByRole('button', { name: 'Pause A bonus from the hallway' }).click()
	await expect(row.getByRole('button', { name: 'Play A bonus from the hallway' })).toBeVisible()
	await library.open(page, '/podcast')
	await expect(row.getByText('1 min left', { exact: true })).toBeVisible()
	await expectAccessible(page)
})

test('an episode is added to the queue from the list', async ({ page }) => {
	await library.open(page, '/podcast')
	await page.getByRole('button', { name: 'Add A bonus from the hallway to the queue' }).click()
	await expect(page.getByText('Added to the queue', { exact: true }).first()).toBeVisible()
	await page.getByRole('button', { name: 'Add A bonus from the hallway to the queue' }).click()
	await expect(page.getByText('Already in the queue', { exact: true }).first()).toBeVisible()
	await library.open(page, EPISODE)
	await playerOf(page).getByRole('button', { name: 'Play', exact: true }).click()
	await playerOf(page).getByRole('button', { name: 'Queue, 1 waiting' }).click()
	await expect(page.getByRole('region', { name: 'Up next' }).getByText('A bonus from the hallway')).toBeVisible()
})

test('every function works by keyboard alone', async ({ page }) => {
	await library.open(page, EPISODE)
	await playerOf(page).getByRole('button', { name: 'Play', exact: true }).focus()
	await page.keyboard.press('Enter')
	const pause = playerOf(page).getByRole('button', { name: 'Pause', exact: true })
	await expect(pause).toBeFocused()
	await page.keyboard.press('l')
	await expect.poll(() => position(page)).toBeGreaterThan(30)
	await page.keyboard.press('>')
	await expect(playerOf(page).getByRole('combobox', { name: 'Speed' })).toHaveValue('1.25')
	await page.keyboard.press(' ')
	await expect(playerOf(page).getByRole('button', { name: /^Resume at/ })).toBeFocused()
	await page.locator('main').focus()
	await page.keyboard.press('m')
	await expect(playerOf(page).getByRole('button', { name: 'Mute' })).toBeVisible()
})

test("playback continues during actions on another episode's page", async ({ page, context }) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: library.url })
	await library.open(page, EPISODE)
	await playerOf(page).getByRole('button', { name: 'Play', exact: true }).click()
	await expect.poll(() => position(page)).toBeGreaterThan(1)
	await page.getByRole('link', { name: /^Previous episode/ }).click()
	const first = bar(page).getByText('The first call', { exact: true })
	const pause = bar(page).getByRole('button', { name: 'Pause', exact: true })
	await expect(pause).toBeVisible()
	// Other controls of this page: around its player, inside it, and keys that only seek or change a setting.
	await playerOf(page).getByRole('button', { name: 'Add to queue' }).click()
	await expect(page.getByText('Added to the queue', { exact: true }).first()).toBeVisible()
	await playerOf(page).getByRole('combobox', { name: 'Speed' }).selectOption('1.5×')
	await playerOf(page).getByRole('button', { name: 'Queue, 1 waiting' }).click()
	await page.keyboard.press('Escape')
	for (const key of ['x', 'PageDown', 'm', 'm', '>']) await page.keyboard.press(key)
	await expect(playerOf(page).getByRole('combobox', { name: 'Speed' })).toHaveValue('1.75')
	// Seeking does not play yet.
	await playerOf(page).getByRole('button', { name: 'Forward 30 seconds' }).click()
	await playerOf(page).getByRole('button', { name: 'Forward 30 seconds' }).press('j')
	await playerOf(page).getByRole('slider', { name: 'Position' }).press('PageUp')
	expect(await position(page)).toBe(30)
	await playerOf(page).getByRole('button', { name: 'Copy link at 0:30' }).click()
	await expect(page.getByText('Link copied', { exact: true }).first()).toBeVisible()
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
		`${library.url}/podcast/a-bonus-from-the-hallway?t=30`,
	)
	await expect(first).toBeVisible()
	await expect(pause).toBeVisible()
	expect(await positionIn(bar(page))).toBeLessThan(28)
	// Play starts there.
	await playerOf(page).getByRole('button', { name: 'Resume at 0:30' }).click()
	await expect(bar(page)).toHaveCount(0)
	await expect.poll(() => position(page)).toBeGreaterThan(30.4)
})

test.describe('on a phone', () => {
	test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

	test('a phone has a mute button and no volume slider', async ({ page }) => {
		await library.open(page, EPISODE)
		await expect(playerOf(page).getByRole('button', { name: 'Mute' })).toBeVisible()
		await expect(playerOf(page).getByRole('slider', { name: 'Volume' })).toBeHidden()
		await playerOf(page).getByRole('button', { name: 'Mute' }).tap()
		await expect(playerOf(page).getByRole('button', { name: 'Unmute' })).toBeVisible()
	})
})

test("an episode's card fits the smallest phone: its tools on one line, and no empty band", async ({ page }) => {
	await page.setViewportSize({ width: 320, height: 800 })
	await page.goto('/podcast/saying-no-to-the-wrong-client')
	const card = page.getByRole('region', { name: 'Podcast player' })
	await card.getByLabel('Speed', { exact: true }).selectOption('1.25')
	await card.getByLabel('Sleep timer').selectOption('60')
	const top = async (within: Locator) => (await within.boundingBox())?.y ?? 0
	await expect(card.getByText(/^(1:00:00|59:\d\d)$/)).toBeVisible()
	const mute = await top(card.getByRole('button', { name: 'Mute' }))
	for (const tool of [card.getByRole('button', { name: 'Queue', exact: true }), card.getByLabel('Sleep timer')])
		expect(Math.abs(mute - (await top(tool)))).toBeLessThan(4)
	expect((await top(card.getByRole('slider', { name: 'Position' }))) - (await top(card))).toBeLessThan(50)
})

import type { Locator, Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { EPISODE, type LibrarySite, playerOf, SAID_ONCE, startLibrarySite } from '../support/library-site.ts'

// The player on the pages of the podcast's library.

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
	test(`a link says where to begin: ${time}`, async ({ page }) => {
		await library.open(page, EPISODE + time)
		await playerOf(page).getByRole('button', { name: 'Play from 0:20' }).click()
		await expect(playerOf(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
		await expect.poll(() => position(page)).toBeGreaterThan(20.4)
	})

test('a time past the end begins at the start, and says so', async ({ page }) => {
	await library.open(page, `${EPISODE}?t=59:59`)
	await expect(playerOf(page).getByText('This time is past the end')).toBeVisible()
	expect(await position(page)).toBe(0)
	await expectAccessible(page)
})

test('a link of the transcript plays from its second, and is the address then', async ({ page }) => {
	await library.open(page, EPISODE)
	await page.getByRole('region', { name: 'Transcript' }).getByRole('link', { name: '0:31' }).click()
	await expect(playerOf(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
	await expect.poll(() => position(page)).toBeGreaterThan(31)
	expect(page.url()).toBe(`${library.url}${EPISODE}?t=31#t-31`)
	expect(await page.locator('#t-31').evaluate((element) => element.matches(':target'))).toBe(true)
	await expect(playerOf(page).getByText('Three questions at intake')).toBeVisible()
	// While it plays: another second of it.
	await page
		.getByRole('region', { name: 'Chapters' })
		.getByRole('link', { name: /The letter that declines/ })
		.click()
	await expect.poll(() => position(page)).toBeGreaterThan(55)
})

test('a hit of the search lands at the second and the paragraph, with the player set to it', async ({ page }) => {
	// The index is made beside everything else.
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
	// The player is above, in what the page did not jump to: it is set to the second all the same.
	await expect(playerOf(page).getByRole('button', { name: 'Play from 0:49' })).toBeAttached()
	await expect(paragraph).toBeInViewport()
	await playerOf(page).getByRole('button', { name: 'Play from 0:49' }).click()
	await expect.poll(() => position(page)).toBeGreaterThan(49)
	// Where the page is opened without its words in view, as by a link that names the second alone.
	await library.open(page, `${EPISODE}?t=49`)
	await expect(playerOf(page).getByRole('button', { name: 'Play from 0:49' })).toBeInViewport()
})

test('it is gone on with where somebody stopped, also at the next visit', async ({ page }) => {
	await library.open(page, `${EPISODE}?t=15`)
	await playerOf(page).getByRole('button', { name: 'Play from 0:15' }).click()
	// Five seconds are heard before it is worth remembering.
	await expect.poll(() => position(page)).toBeGreaterThan(21)
	await playerOf(page).getByRole('button', { name: 'Pause', exact: true }).click()
	const label =
		(await playerOf(page)
			.getByRole('button', { name: /^Resume at/ })
			.getAttribute('aria-label')) ?? ''
	await page.getByRole('button', { name: 'Close the player' }).click()
	await library.open(page, EPISODE)
	await expect(playerOf(page).getByRole('button', { name: label })).toBeVisible()
})

test('a link to where one is, is copied', async ({ page, context }) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: library.url })
	await library.open(page, `${EPISODE}?t=0:20`)
	await playerOf(page).getByRole('button', { name: 'Copy link at 0:20' }).click()
	await expect(page.getByText('Link copied', { exact: true }).first()).toBeVisible()
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${library.url}${EPISODE}?t=20`)
})

test('the first press plays, though nothing of the player was there before', async ({ page }) => {
	await library.open(page, EPISODE)
	await playerOf(page).getByRole('button', { name: 'Play', exact: true }).click()
	await expect(playerOf(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
	await expect(bar(page).getByText('The first call', { exact: true })).toBeVisible()
})

test('what plays is at the foot of the next page, and is in its place on its own', async ({ page }) => {
	await library.open(page, EPISODE)
	await playerOf(page).getByRole('button', { name: 'Play', exact: true }).click()
	await playerOf(page).getByRole('button', { name: 'Ahead 30 seconds' }).click()
	// Five seconds are heard before it is worth remembering.
	await expect.poll(() => position(page)).toBeGreaterThan(36)
	await page.getByRole('link', { name: 'All episodes' }).click()
	await expect(bar(page).getByText('The first call', { exact: true })).toBeVisible()
	await page.getByRole('link', { name: 'A bonus from the hallway' }).click()
	// That page is of another episode, which waits while nobody touches it.
	await expect(bar(page).getByText('The first call', { exact: true })).toBeVisible()
	await playerOf(page).getByRole('button', { name: 'Play', exact: true }).click()
	await expect(bar(page).getByText('A bonus from the hallway', { exact: true })).toBeVisible()
	await page.getByRole('link', { name: /^Next episode/ }).click()
	await expect(playerOf(page).getByRole('button', { name: /^Resume at 0:3/ })).toBeVisible()
	await expect(bar(page).getByText('A bonus from the hallway', { exact: true })).toBeVisible()
	await playerOf(page)
		.getByRole('button', { name: /^Resume at 0:3/ })
		.click()
	await expect.poll(() => position(page)).toBeGreaterThan(36)
	await expect(bar(page).getByText('The first call', { exact: true })).toBeVisible()
})

test('an episode is put into the queue from the list', async ({ page }) => {
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

test('the keyboard alone listens', async ({ page }) => {
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

test('what plays goes on while one does something else on the page of another episode', async ({ page, context }) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: library.url })
	await library.open(page, EPISODE)
	await playerOf(page).getByRole('button', { name: 'Play', exact: true }).click()
	await page.getByRole('link', { name: /^Previous episode/ }).click()
	await bar(page)
		.getByRole('button', { name: /^(Play|Resume at .*)$/ })
		.click()
	const first = bar(page).getByText('The first call', { exact: true })
	const pause = bar(page).getByRole('button', { name: 'Pause', exact: true })
	await expect(pause).toBeVisible()
	// What this page offers beside its player, in its player, and by keys that only look, or are the device's own.
	await playerOf(page).getByRole('button', { name: 'Add to queue' }).click()
	await expect(page.getByText('Added to the queue', { exact: true }).first()).toBeVisible()
	await playerOf(page).getByRole('combobox', { name: 'Speed' }).selectOption('1.5×')
	await playerOf(page).getByRole('button', { name: 'Queue, 1 waiting' }).click()
	await page.keyboard.press('Escape')
	for (const key of ['x', 'PageDown', 'm', 'm', '>']) await page.keyboard.press(key)
	await expect(playerOf(page).getByRole('combobox', { name: 'Speed' })).toHaveValue('1.75')
	// To look for a place in it is not to play it yet.
	await playerOf(page).getByRole('button', { name: 'Ahead 30 seconds' }).click()
	await playerOf(page).getByRole('button', { name: 'Ahead 30 seconds' }).press('j')
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
	// Play is: it begins there.
	await playerOf(page).getByRole('button', { name: 'Resume at 0:30' }).click()
	await expect(bar(page).getByText('A bonus from the hallway', { exact: true })).toBeVisible()
	await expect.poll(() => position(page)).toBeGreaterThan(30.4)
})

test.describe('on a phone', () => {
	test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

	test('the volume is that of the phone: there is a button to mute, and no slider that some ignore', async ({
		page,
	}) => {
		await library.open(page, EPISODE)
		await expect(playerOf(page).getByRole('button', { name: 'Mute' })).toBeVisible()
		await expect(playerOf(page).getByRole('slider', { name: 'Volume' })).toBeHidden()
		await playerOf(page).getByRole('button', { name: 'Mute' }).tap()
		await expect(playerOf(page).getByRole('button', { name: 'Unmute' })).toBeVisible()
	})
})

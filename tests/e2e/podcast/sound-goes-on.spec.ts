import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/fixtures.ts'

// Playback continues while the page changes.

const FIRST = 'Saying no to the wrong client'
const bar = (page: Page) => page.getByRole('region', { name: 'Now playing' })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

interface Sample {
	/** Time of the clock and position of the audio, in seconds. */
	at: number
	heard: number
	isPaused: boolean
}
type Recording = typeof window & { samples: Sample[]; sound?: HTMLAudioElement }

/** Plays the first episode of the home page, and records its audio ten times a second. */
async function playAtHome(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const recording = window as Recording
		recording.samples = []
		const NativeAudio = window.Audio
		window.Audio = function create() {
			const sound = new NativeAudio()
			recording.sound = sound
			sound.addEventListener(
				'playing',
				() =>
					setInterval(() => {
						const { currentTime, paused } = sound
						recording.samples.push({ at: performance.now() / 1000, heard: currentTime, isPaused: paused })
					}, 100),
				{ once: true },
			)
			return sound
		} as unknown as typeof Audio
	})
	await page.goto('/')
	await page.getByRole('button', { name: `Play ${FIRST}` }).click()
	await expectPlaying(page)
}

/** Waits until this document has played half a second. By then the router, which loads with the sound, is ready. */
const expectPlaying = (page: Page) =>
	expect.poll(() => page.evaluate(() => (window as Recording).samples.length)).toBeGreaterThan(5)

/** Expects that the audio has never paused and has kept up with the clock since it began in this document. */
async function expectNoGap(page: Page): Promise<void> {
	const samples = await page.evaluate(() => (window as Recording).samples)
	const [first, last] = [samples[0], samples.at(-1)]
	if (!first || !last) throw new Error('The document that began to play is gone')
	expect(samples.filter(({ isPaused }) => isPaused)).toEqual([])
	expect(last.heard - first.heard).toBeGreaterThan(last.at - first.at - 0.3)
	for (const [index, { heard }] of samples.entries())
		expect(heard).toBeGreaterThanOrEqual(samples[index - 1]?.heard ?? 0)
}

/** Expects that every island that hydrates without interaction is hydrated. */
const expectHydrated = (page: Page) =>
	expect(page.locator('astro-island[ssr]:is([client="now"], [client="load"])')).toHaveCount(0)

test('a visitor keeps hearing an episode across public pages, Back and Forward', async ({ page }) => {
	const scripts: string[] = []
	page.on('request', (request) => /router\.[\w-]+\.js/.test(request.url()) && scripts.push(request.url()))
	await page.goto('/', { waitUntil: 'networkidle' })
	expect(scripts, 'the router loads when something plays').toEqual([])
	await playAtHome(page)
	await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }))
	const status = page.getByRole('status').filter({ hasText: 'Courses | Second Chair' })
	// Navigate by script, because a click on the menu would first scroll the page to it.
	await page.evaluate(() => window.location.assign('/courses'))
	await expect(heading(page, 'Courses')).toBeVisible()
	await expect(status).toBeAttached()
	expect(await page.evaluate(() => window.scrollY)).toBe(0)
	await expect(page).toHaveTitle('Courses | Second Chair')
	await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/courses$/)
	await expect(bar(page).getByText(FIRST)).toBeVisible()
	// The page's script and island work.
	await page.getByLabel('Search courses').fill('intake')
	await page
		.getByRole('link', { name: /Client intake/ })
		.first()
		.click()
	await expect(heading(page, /Client intake/)).toBeVisible()
	await page.goBack()
	await expect(page.getByLabel('Search courses')).toHaveValue('intake')
	await page.goBack()
	await expect(heading(page, /thriving solo practice/)).toBeVisible()
	await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(900)
	await page.goForward()
	await expect(heading(page, 'Courses')).toBeVisible()
	await page.goto('/')
	await page.goBack()
	await expect(heading(page, 'Courses')).toBeVisible()
})

test('a member hears an episode while asking a question', async ({ page, signInAs }) => {
	const title = 'How long do you keep a declined file?'
	await signInAs('member')
	await playAtHome(page)
	await menu(page).getByRole('link', { name: 'Questions' }).click()
	await expect(heading(page, 'Questions')).toBeVisible()
	await expectHydrated(page)
	await page.getByRole('main').getByRole('link', { name: 'Ask Question' }).click()
	await expect(heading(page, 'Ask a Question')).toBeVisible()
	await expectHydrated(page)
	await page.getByLabel('Category').selectOption({ label: 'Technology' })
	await page.getByLabel('Title').fill(title)
	// The draft survives a visit to another page.
	await page.goBack()
	await expect(heading(page, 'Questions')).toBeVisible()
	await page.goForward()
	await expect(page.getByLabel('Title')).toHaveValue(title)
	await page.getByLabel('Question Details').fill('We decline a matter and keep the notes of the intake.')
	await page.getByRole('button', { name: 'Post Question' }).click()
	await expect(heading(page, title)).toBeVisible()
	await expect(page.getByText('Question posted', { exact: true })).toBeVisible()
	await expectHydrated(page)
	await page.getByLabel('Your comment').fill('Seven years, with us.')
	await page.getByRole('button', { name: 'Post Comment' }).click()
	await expect(page.getByRole('heading', { name: '1 Comment', exact: true })).toBeVisible()
	await expectNoGap(page)
	await expectAccessible(page)
	for (const path of ['/dashboard', '/coaching', '/notifications', '/account', '/search?q=retainer']) {
		await page.evaluate((to) => window.location.assign(to), path)
		await page.waitForURL(`**${path}`)
		await expect(page.getByRole('contentinfo')).toBeVisible()
		await expectHydrated(page)
		await expectNoGap(page)
		await expectAccessible(page)
	}
})

test('admin screens, a log-out and a page that cannot be fetched need a page load, which keeps the position', async ({
	page,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/ERR_FAILED/)
	await signInAs('admin')
	await playAtHome(page)
	// The first request for the page fails, as a fetch of the router does on a bad connection.
	await page.route('**/courses', (route) => (route.request().isNavigationRequest() ? route.continue() : route.abort()))
	await menu(page).getByRole('link', { name: 'Courses' }).click()
	await expect(heading(page, 'Courses')).toBeVisible()
	const resume = bar(page).getByRole('button', { name: /^(Resume at .*|Play)$/ })
	await expect(resume).toBeVisible()
	await resume.click()
	await expectPlaying(page)
	await menu(page).getByRole('link', { name: 'Coaching' }).click()
	await expect(heading(page, /Coaching/)).toBeVisible()
	await expect(bar(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
	await page.evaluate(() => window.location.assign('/admin'))
	await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
	await expect(bar(page)).toHaveCount(0)
	await page.goto('/coaching')
	await expect(resume).toBeVisible()
	await resume.click()
	await page.getByRole('button', { name: 'Account menu' }).click()
	await page.getByRole('button', { name: 'Log out' }).click()
	await expect(page.getByText('Logged out successfully', { exact: true })).toBeVisible()
	await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
	await expect(bar(page)).toHaveCount(0)
})

test('a reload stops the audio, and Back still shows the page of its URL', async ({ page }) => {
	await playAtHome(page)
	await menu(page).getByRole('link', { name: 'Courses' }).click()
	await expect(heading(page, 'Courses')).toBeVisible()
	await page.reload()
	await expect(heading(page, 'Courses')).toBeVisible()
	await page.goBack()
	await expect(heading(page, /thriving solo practice/)).toBeVisible()
})

test('on a phone the bar is a line of 56 pixels, and a round button when paused on the next page', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 })
	await playAtHome(page)
	await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
	await expect(bar(page)).toBeVisible()
	expect((await bar(page).boundingBox())?.height).toBe(56)
	await bar(page).getByRole('button', { name: 'More controls' }).click()
	await expect(bar(page).getByRole('button', { name: 'Forward 30 seconds' })).toBeVisible()
	await expectAccessible(page)
	await bar(page).getByRole('button', { name: 'More controls' }).click()
	await bar(page).getByRole('button', { name: 'Pause', exact: true }).click()
	await page.goto('/privacy')
	const open = bar(page).getByRole('button', { name: 'Open the player' })
	await expect(open).toBeVisible()
	await expectAccessible(page)
	// The button does not cover the last line of the page.
	await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
	const end = await page.getByRole('contentinfo').boundingBox()
	const button = await open.boundingBox()
	if (!end || !button) throw new Error('no box')
	expect(button.y).toBeGreaterThanOrEqual(Math.floor(end.y + end.height))
	await open.click()
	await expect(bar(page).getByText(FIRST)).toBeVisible()
	expect((await bar(page).boundingBox())?.height).toBe(56)
})

test('only one player plays at a time in all tabs of a browser', async ({ page, context }) => {
	await playAtHome(page)
	await menu(page).getByRole('link', { name: 'Courses' }).click()
	await expect(bar(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
	const other = await context.newPage()
	await playAtHome(other)
	await expect(bar(page).getByRole('button', { name: /^(Play|Resume)/ })).toBeVisible()
	await menu(other).getByRole('link', { name: 'Courses' }).click()
	await expect(bar(other).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
	// Audio on the page itself, such as a worksheet or a video, pauses the player.
	await other.evaluate(async () => {
		const sheet = document.createElement('audio')
		sheet.src = '/podcast/audio/hiring-the-first-assistant.mp3'
		document.body.append(sheet)
		await sheet.play().catch(() => undefined)
	})
	await expect(bar(other).getByRole('button', { name: /^(Play|Resume)/ })).toBeVisible()
})

test('a bar whose episode was removed from the podcast shows a message and closes', async ({ page, allowProblem }) => {
	allowProblem(/404/)
	await playAtHome(page)
	await page.route('**/api/podcast/episodes/*', (route) => route.fulfill({ status: 404, body: 'Episode not found' }))
	await page.goto('/courses')
	await expect(page.getByText('This episode is no longer available', { exact: true }).first()).toBeVisible()
	await expect(bar(page)).toHaveCount(0)
	await page.reload()
	await expect(heading(page, 'Courses')).toBeVisible()
	await expect(bar(page)).toHaveCount(0)
})

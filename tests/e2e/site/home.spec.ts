import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/fixtures.ts'

/** Scrolls the player into view and waits for hydration. */
async function openPlayer(page: Page) {
	await page.goto('/')
	const player = page.getByRole('region', { name: 'Podcast player' })
	await player.scrollIntoViewIfNeeded()
	await expect(page.locator('astro-island:has([aria-label="Podcast player"])')).not.toHaveAttribute('ssr', '')
	return player
}

test("shows the product's promise in the specified words", async ({ page }) => {
	await page.goto('/')
	await expect(page).toHaveTitle(/Second Chair/)
	await expect(page.getByText('For Solo Attorneys')).toBeVisible()
	await expect(page.getByRole('main').getByRole('link', { name: 'Apply for Membership' })).toHaveAttribute(
		'href',
		'/apply',
	)
	await expect(page.getByRole('main').getByRole('link', { name: 'Explore Courses' })).toHaveCount(2)
	await expect(page.getByRole('link', { name: 'Join Our Community' }).first()).toHaveAttribute('href', '/apply')
	await expect(page.getByText('Trusted by solo attorneys nationwide')).toBeVisible()
	// The demonstration has a podcast: the footers of static and of server-rendered pages link to it.
	const footerLink = page.getByRole('contentinfo').getByRole('link', { name: 'Podcast' })
	await expect(footerLink).toBeVisible()
	await page.goto('/auth')
	await expect(footerLink).toBeVisible()
	await page.goto('/')
	for (const heading of [
		'Business growth',
		'Practice management',
		'Work-life balance',
		'Ready to Transform Your Solo Practice?',
	])
		await expect(page.getByRole('heading', { name: heading })).toBeVisible()
	await expect(page.getByText('Free Resources')).toBeVisible()
})

test('scrolls to the podcast from Listen to Podcast', async ({ page }) => {
	await page.goto('/')
	await page.getByRole('link', { name: 'Listen to Podcast' }).click()
	await expect(page.getByRole('heading', { name: 'Latest Episodes' })).toBeInViewport()
})

test('plays an episode, and every control works', async ({ page }) => {
	const player = await openPlayer(page)
	const episodes = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^(Play|Pause) / }) })
	await expect(episodes).toHaveCount(4)

	const position = player.getByRole('slider', { name: 'Position' })
	// The first episode is selected and not playing.
	await expect(player.getByRole('heading')).toHaveText('Saying no to the wrong client')
	await expect(player.getByRole('button', { name: 'Previous episode' })).toBeDisabled()
	await player.getByRole('button', { name: 'Play', exact: true }).click()
	await expect(player.getByText('Now playing', { exact: true })).toBeVisible()
	await expect(position).not.toHaveAttribute('aria-valuenow', '0')

	// Choosing another episode plays it.
	await page.getByRole('button', { name: 'Play Hiring the first assistant' }).click()
	await expect(player.getByRole('heading')).toHaveText('Hiring the first assistant')
	await expect(player.getByText('Now playing', { exact: true })).toBeVisible()
	await expect(player.getByRole('button', { name: 'Next episode' })).toBeDisabled()
	await player.getByRole('button', { name: 'Previous episode' }).click()
	await expect(player.getByRole('heading')).toHaveText(/first drink-driving charge/)

	// If paused at 0, it would show the initial state.
	await expect(position).not.toHaveAttribute('aria-valuenow', '0')
	await player.getByRole('button', { name: 'Pause', exact: true }).click()
	await expect(player.getByText('Paused', { exact: true })).toBeVisible()
	await expect(player.getByRole('link', { name: 'Open in Spotify' })).toHaveAttribute('target', '_blank')
})

test('plays at the first click, even right after scrolling', async ({ page }) => {
	await page.goto('/')
	await page.getByRole('button', { name: 'Play Hiring the first assistant' }).click()
	await expect(
		page.getByRole('region', { name: 'Podcast player' }).getByText('Now playing', { exact: true }),
	).toBeVisible()
})

test('counts a press although the icon changes before the release', async ({ page }) => {
	const { promise: released, resolve: release } = Promise.withResolvers<void>()
	await page.route('**/*.mp3', async (route) => {
		await released
		await route.continue()
	})
	const player = await openPlayer(page)
	await player.getByRole('button', { name: 'Play', exact: true }).click()
	await expect(player.getByText('Loading', { exact: true })).toBeVisible()
	await player.getByRole('button', { name: 'Pause', exact: true }).hover()
	await page.mouse.down()
	release()
	await expect(player.getByText('Now playing', { exact: true })).toBeVisible()
	await page.mouse.up()
	await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
})

test('reports an unplayable episode until it can play', async ({ page, allowProblem }) => {
	allowProblem(/\.mp3/)
	await page.route('**/*.mp3', (route) => route.fulfill({ status: 404 }))
	const player = await openPlayer(page)
	await player.getByRole('button', { name: 'Play', exact: true }).click()
	await expect(player.getByText('This episode could not be played.')).toBeVisible()
	await expect(player.getByText('Ready to play')).toHaveCount(0)
	await expect(player.getByRole('status')).toHaveText(/^Could not be played/)
	// Only the card shows it (decision 021).
	await expect(page.getByRole('listitem').filter({ has: page.getByLabel('Close') })).toHaveCount(0)
	await expectAccessible(page)
	await page.unrouteAll()
	await player.getByRole('button', { name: 'Play', exact: true }).click()
	await expect(player.getByText('Now playing', { exact: true })).toBeVisible()
	await expect(player.getByText('This episode could not be played.')).toHaveCount(0)
})

test('plays the next episode at the end and then stops', async ({ page }) => {
	const player = await openPlayer(page)
	await player.getByRole('button', { name: 'Play', exact: true }).click()
	await expect(player.getByText('Now playing', { exact: true })).toBeVisible()
	const seek = player.getByRole('slider', { name: 'Position' })
	await seek.focus()
	await page.keyboard.press('End')
	await expect(player.getByRole('heading')).toHaveText('The trust account, reconciled in twenty minutes')
	await expect(page.getByRole('button', { name: 'Pause', exact: true })).toHaveCount(0)
})

test('seeks and sets the volume by keyboard, and unmutes to the last volume', async ({ page }) => {
	const player = await openPlayer(page)
	const volume = player.getByRole('slider', { name: 'Volume' })
	await expect(volume).toHaveAttribute('aria-valuenow', '0.8')
	await volume.focus()
	await page.keyboard.press('ArrowLeft')
	await expect(volume).toHaveAttribute('aria-valuenow', '0.79')
	await player.getByRole('button', { name: 'Mute' }).click()
	await expect(volume).toHaveAttribute('aria-valuenow', '0')
	await player.getByRole('button', { name: 'Unmute' }).click()
	await expect(volume).toHaveAttribute('aria-valuenow', '0.79')
	await volume.focus()
	await page.keyboard.press('Home')
	await player.getByRole('button', { name: 'Unmute' }).click()
	await expect(volume).toHaveAttribute('aria-valuenow', '0.5')

	const position = player.getByRole('slider', { name: 'Position' })
	await position.focus()
	await page.keyboard.press('ArrowRight')
	await expect(position).toHaveAttribute('aria-valuenow', '0.1')
})

test('loads no React until the visitor reaches the player', async ({ page }) => {
	const scripts: string[] = []
	page.on('response', async (response) => {
		if (response.request().resourceType() === 'script') scripts.push(await response.text().catch(() => ''))
	})
	await page.setViewportSize({ width: 390, height: 844 })
	await page.goto('/', { waitUntil: 'networkidle' })
	const hasReact = () =>
		scripts.some((code) => code.includes('react.element') || code.includes('react.transitional.element'))
	expect(scripts.length).toBeGreaterThan(0)
	expect(hasReact()).toBe(false)
	await page.getByRole('region', { name: 'Podcast player' }).scrollIntoViewIfNeeded()
	await expect.poll(hasReact).toBe(true)
})

test('sends the server nothing about a visitor', async ({ page }) => {
	const calls: string[] = []
	page.on('request', (request) => {
		if (request.url().includes('/api/')) calls.push(request.url())
	})
	await page.goto('/', { waitUntil: 'networkidle' })
	expect(calls).toEqual([])
})

test('has metadata for search engines and link previews', async ({ page, baseURL }) => {
	await page.goto('/')
	const content = (selector: string) => page.locator(selector).getAttribute('content')
	expect((await content('meta[name="description"]'))?.length).toBeLessThanOrEqual(150)
	expect(await content('meta[property="og:title"]')).toContain('Second Chair')
	expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(`${baseURL}/`)
	const data = JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '')
	expect(data).toMatchObject({ '@context': 'https://schema.org', '@type': 'PodcastSeries' })
})

test('returns 404 with a way back for an unknown path', async ({ page, allowProblem }) => {
	allowProblem(/status of 40[04]/)
	for (const path of ['/nothing-here', '/render', '/render/', '/courses/%00', '/index.html/x']) {
		const response = await page.goto(path)
		expect(response?.status(), path).toBeGreaterThanOrEqual(400)
	}
	await page.goto('/nothing-here')
	await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
	await expectAccessible(page)
	await page.getByRole('link', { name: 'Back to Home' }).click()
	await expect(page).toHaveURL('/')
})

test('has no axe violations', async ({ page }) => {
	await openPlayer(page)
	await expectAccessible(page)
})

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false })

	test('shows the page and plays', async ({ page }) => {
		await page.goto('/')
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
		await expect(page.locator('audio[controls]')).toHaveCount(4)
		await expect(page.getByRole('heading', { name: 'Saying no to the wrong client' }).first()).toBeVisible()
		await expect(page.getByRole('link', { name: 'Courses' }).first()).toBeVisible()
	})
})

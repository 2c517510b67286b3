import { expect, test } from '../support/fixtures.ts'

test('the results of a visitor are not shown after signing in as a member', async ({ page, signInAs }) => {
	await page.goto('/search?q=client')
	const tabs = page.getByRole('navigation', { name: 'Search in' }).getByRole('link')
	await expect(tabs).toHaveText(['All', 'Podcast', 'Courses'])
	await signInAs('member')
	await page.goto('/dashboard')
	await page.goto('/search?q=client')
	await expect(tabs).toHaveText(['All', 'Podcast', 'Courses', 'Questions', 'Coaching'])
})

test("words of a module's video are found, and its player starts at that second", async ({ page }) => {
	await page.goto('/search?q=names+of+everybody+involved')
	const hit = page.locator('.search-hit', { hasText: 'names of everybody' }).first()
	await expect(hit.locator('.search-kind')).toHaveText('Module')
	await hit.getByRole('link', { name: 'Play from 0:09' }).click()
	await expect(page).toHaveURL(/\?m=[\w-]+&t=9#module-/)
	const module = page.locator(`[data-module="${/module-([\w-]+)$/.exec(page.url())?.[1]}"]`)
	await expect(module).toBeInViewport()
	await module.getByRole('button', { name: /^Play video: .*from 0:09$/ }).click()
	const video = module.locator('video')
	await expect.poll(() => video.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThanOrEqual(9)
	expect(await video.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeLessThan(15)
})

test('a module opens at its position, on a phone too', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 })
	await page.goto('/search?q=client&in=courses')
	const link = page
		.locator('.search-hit', { has: page.locator('.search-kind', { hasText: /^Module$/ }) })
		.getByRole('link')
		.first()
	const href = (await link.getAttribute('href')) ?? ''
	const [, module = ''] = /#module-([\w-]+)$/.exec(href) ?? []
	expect(module).not.toBe('')
	await link.click()
	await expect(page).toHaveURL(/#module-/)
	await expect(page.locator(`[data-module="${module}"]`)).toHaveAttribute('data-open', '')
	await expect(page.locator(`[data-module="${module}"]`)).toBeInViewport()
})

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false })

	test('the header links to a page that searches, filters, links its hits and has pages', async ({ page }) => {
		await page.goto('/')
		await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
		await expect(page).toHaveURL('/search')
		await expect(page).toHaveTitle(/^Search\b(?!:)/)
		await page.getByRole('searchbox', { name: 'Search for' }).fill('client')
		await page.getByRole('button', { name: 'Search' }).click()
		await expect(page).toHaveURL('/search?q=client')
		await expect(page.getByRole('heading', { name: 'Courses' })).toBeVisible()
		const tabs = page.getByRole('navigation', { name: 'Search in' })
		await expect(tabs.getByRole('link')).toHaveText(['All', 'Podcast', 'Courses'])
		await tabs.getByRole('link', { name: 'Courses' }).click()
		await expect(page).toHaveURL('/search?q=client&in=courses')
		await expect(tabs.getByRole('link', { name: 'Courses' })).toHaveAttribute('aria-current', 'page')
		const hit = page.locator('.search-hit a').first()
		const href = (await hit.getAttribute('href')) ?? ''
		await hit.click()
		await expect(page).toHaveURL(href)
		await page.goto('/search?q=xylophonists')
		await expect(page.getByText('No results for “xylophonists”.')).toBeVisible()
		await page.getByRole('link', { name: 'Browse courses' }).click()
		await expect(page).toHaveURL('/courses')
	})
})

test('a search without results offers to ask the club with its words as the title', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.goto('/search?q=xylophonists+zyzzyva')
	await page.getByRole('link', { name: 'Ask the club' }).click()
	await expect(page.getByLabel('Title')).toHaveValue('xylophonists zyzzyva')
})

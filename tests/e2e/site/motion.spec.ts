import type { Page } from 'playwright/test'
import { expect, test } from '../support/fixtures.ts'

// Navigation: page transitions, prefetching, and no motion under `prefers-reduced-motion`.

/** Records in the next page whether the browser runs a view transition. */
const recordTransitions = (page: Page) =>
	page.addInitScript(() => {
		window.addEventListener('pagereveal', (event) => {
			document.documentElement.dataset.revealed = 'viewTransition' in event && event.viewTransition ? 'over' : 'cut'
		})
	})

const prefetchedPaths = (page: Page) =>
	page
		.locator('link[rel="prefetch"]')
		.evaluateAll((links) => links.map((link) => new URL((link as HTMLLinkElement).href).pathname))

for (const motion of ['no-preference', 'reduce'] as const)
	test(`pages ${motion === 'reduce' ? 'change without a transition' : 'cross-fade'} as preferred`, async ({ page }) => {
		await page.setViewportSize({ width: 390, height: 844 })
		await page.emulateMedia({ reducedMotion: motion })
		await recordTransitions(page)
		await page.goto('/')
		await page.getByRole('link', { name: 'Explore Courses' }).first().click()
		await expect(page).toHaveURL('/courses')
		await expect(page.locator('html')).toHaveAttribute('data-revealed', motion === 'reduce' ? 'cut' : 'over')
		// In any case the page is visible and usable.
		await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
		await page.goBack()
		await expect(page).toHaveURL('/')
	})

test('a page is usable while the previous one fades out', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 })
	await recordTransitions(page)
	await page.addInitScript(() => {
		const slow = new CSSStyleSheet()
		slow.replaceSync('::view-transition-old(root) { animation-duration: 600s !important }')
		document.adoptedStyleSheets = [slow]
	})
	const isFading = () =>
		page.evaluate(() =>
			document.getAnimations().some(({ effect }) => (effect as KeyframeEffect).pseudoElement?.includes('-old(root)')),
		)
	await page.goto('/')
	await page.getByRole('link', { name: 'Explore Courses' }).first().click()
	await expect(page.locator('html')).toHaveAttribute('data-revealed', 'over')
	await expect.poll(isFading).toBe(true)
	await page.getByRole('button', { name: 'Menu' }).click()
	await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Apply' })).toBeVisible()
	expect(await isFading()).toBe(true)
})

test('a public page is prefetched once when a pointer rests on its link, and used', async ({ page }) => {
	const requestedPaths: string[] = []
	page.on('request', (request) => void requestedPaths.push(new URL(request.url()).pathname))
	await page.goto('/')
	await page.getByRole('link', { name: 'Explore Courses' }).first().hover()
	await expect.poll(() => prefetchedPaths(page)).toEqual(['/courses'])
	await expect.poll(() => requestedPaths.filter((path) => path === '/courses')).toHaveLength(1)
	await page.mouse.move(0, 0)
	await page.getByRole('link', { name: 'Explore Courses' }).first().hover()
	await page.getByRole('link', { name: 'Explore Courses' }).first().click()
	await expect(page).toHaveURL('/courses')
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('touch and keyboard focus prefetch too', async ({ browser, baseURL }) => {
	const context = await browser.newContext({
		baseURL: baseURL ?? '',
		hasTouch: true,
		viewport: { width: 390, height: 844 },
	})
	const page = await context.newPage()
	await page.goto('/courses')
	const first = page.getByRole('link', { name: /View Course/ }).first()
	await first.focus()
	const href = await first.getAttribute('href')
	await expect.poll(() => prefetchedPaths(page)).toEqual([href])
	const second = page.getByRole('link', { name: /View Course/ }).nth(1)
	await second.dispatchEvent('pointerdown', { pointerType: 'touch', bubbles: true })
	await expect.poll(() => prefetchedPaths(page)).toEqual([href, await second.getAttribute('href')])
	await context.close()
})

test('prefetches no guarded or personal pages, and nothing for data savers or admins', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.goto('/')
	// By the end, a prefetch of an earlier link would have started.
	for (const name of ['Questions', 'Coaching'])
		await page.getByRole('navigation').getByRole('link', { name }).first().focus()
	const all = await page.locator('a[href]').all()
	for (const link of all) await link.dispatchEvent('pointerdown', { bubbles: true })
	const paths = await prefetchedPaths(page)
	expect(paths.length).toBeGreaterThan(0)
	expect(paths.filter((path) => !/^\/((courses|podcast)(\/[\w-]+)?|contact|privacy|terms)?$/.test(path))).toEqual([])
	await page.addInitScript(() =>
		Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
	)
	await page.goto('/')
	for (const link of await page.locator('a[href]').all()) await link.dispatchEvent('pointerdown', { bubbles: true })
	expect(await prefetchedPaths(page)).toEqual([])
	await signInAs('admin')
	const author = await page.context().newPage()
	await author.goto('/')
	for (const link of await author.locator('a[href]').all()) await link.dispatchEvent('pointerdown', { bubbles: true })
	expect(await prefetchedPaths(author)).toEqual([])
})

import type { Page } from 'playwright/test'
import { expect, type Role, test } from '../support/fixtures.ts'

// Content that depends on the viewer has its space reserved from the first byte: scripts and responses shift nothing.

const WIDTHS = [390, 1440]
// Not the club's time zone: session times change to the viewer's zone when the page loads.
test.use({ timezoneId: 'America/Los_Angeles' })

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Array<{ node: Node | null }> }
type Measured = { shifts: string[] }

/** Returns the skeletons in view. */
const skeletonsInView = () =>
	[...document.querySelectorAll('main .skeleton')]
		.filter((element) => element.checkVisibility())
		.filter((element) => {
			const { top, bottom } = element.getBoundingClientRect()
			return bottom > 0 && top < innerHeight
		})
		.map((element) => element.outerHTML.slice(0, 80))

/** Returns every layout shift that the browser reports: its size and its elements. */
async function shiftsOf(page: Page, path: string): Promise<string[]> {
	await page.goto(path, { waitUntil: 'networkidle' })
	// Islands further down hydrate before they scroll into view.
	for (let isAtEnd = false; !isAtEnd; ) {
		await expect.poll(() => page.evaluate(skeletonsInView)).toEqual([])
		isAtEnd = await page.evaluate(() => {
			window.scrollBy({ top: innerHeight * 0.8, behavior: 'instant' })
			return Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight
		})
	}
	await expect.poll(() => page.evaluate(skeletonsInView)).toEqual([])
	await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
	return page.evaluate(() => (globalThis as unknown as Measured).shifts)
}

/** Waits until the page's current state is painted. Does not wait for a page that is being left. */
async function waitForPaint(page: Page): Promise<void> {
	const isPainted = page.evaluate(async () => {
		await new Promise<void>((done) => {
			if (performance.getEntriesByName('first-contentful-paint').length > 0) done()
			else new PerformanceObserver(() => done()).observe({ type: 'paint' })
		})
		await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
	})
	await isPainted.catch(() => undefined)
}

/**
 * Slows a page down and observes it from the start: scripts, their requests and fonts arrive after the first paint.
 */
async function slowDownAndObserve(page: Page): Promise<void> {
	await page.route(/\/_astro\/.*\.(?:js|woff2)$|\/api\//, async (route) => {
		await waitForPaint(page)
		await route.continue()
	})
	await page.addInitScript(() => {
		const measured = globalThis as unknown as Measured
		measured.shifts = []
		new PerformanceObserver((list) => {
			for (const { value, sources } of list.getEntries() as Shift[])
				measured.shifts.push(
					`${value.toFixed(4)} ${sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent)).join(' | ')}`,
				)
		}).observe({ type: 'layout-shift', buffered: true })
	})
}

for (const role of ['visitor', 'member', 'admin'] as const)
	test(`nothing shifts for a ${role}`, async ({ page, signInAs }) => {
		const paths = ['/', '/courses', '/courses?tab=all', '/apply', '/podcast', '/podcast/saying-no-to-the-wrong-client']
		// Signed-in members are redirected from /auth, visitors from the other two.
		paths.push(...(role === 'visitor' ? ['/auth'] : ['/questions', '/coaching']))
		if (role !== 'visitor') await signInAs(role satisfies Role)
		const all: Array<{ id: string; isPublished: boolean }> = await (await page.request.get('/api/courses')).json()
		const enrolledCourses: typeof all =
			role === 'visitor' ? [] : await (await page.request.get('/api/user/courses')).json()
		const isOwn = (id: string) => enrolledCourses.some((course) => course.id === id)
		// Seed courses, which no other test changes.
		const listed = all.filter(({ id, isPublished }) => isPublished && /^00\d-/.test(id))
		for (const course of [listed.find(({ id }) => isOwn(id)), listed.find(({ id }) => !isOwn(id))])
			if (course) paths.push(`/courses/${course.id}`)
		if (role === 'member') expect(paths).toHaveLength(10)
		if (role === 'member') {
			const [question] = await (await page.request.get('/api/questions?limit=1')).json()
			paths.push(`/questions/${question.id}`, '/notifications', '/account', '/account/notifications')
		}
		// The pages where a late font changed a title's line breaks the most.
		if (role !== 'visitor') paths.push(role === 'member' ? '/dashboard' : '/admin/courses')
		await slowDownAndObserve(page)
		for (const width of WIDTHS) {
			await page.setViewportSize({ width, height: 844 })
			for (const path of paths) expect.soft(await shiftsOf(page, path), `${path} at ${width}`).toEqual([])
		}
	})

test('nothing shifts when the club preview loads late', async ({ page }) => {
	await slowDownAndObserve(page)
	for (const width of WIDTHS)
		for (const hasTitles of [true, false]) {
			await page.setViewportSize({ width, height: 844 })
			const { promise: released, resolve: release } = Promise.withResolvers<void>()
			await page.route('**/api/membership/preview', async (route) => {
				await released
				if (hasTitles) await route.continue()
				else await route.fulfill({ json: { nextCall: null, questions: [] } })
			})
			const previewRequested = page.waitForRequest('**/api/membership/preview')
			await page.goto('/')
			const inside = page.getByRole('region', { name: 'What is inside' })
			await inside.evaluate((section) => section.scrollIntoView({ behavior: 'instant' }))
			await previewRequested
			const previewReceived = page.waitForResponse('**/api/membership/preview')
			release()
			await (await previewReceived).finished()
			if (hasTitles) await expect(inside.getByText(/^next call on/)).toBeVisible()
			await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
			expect(await page.evaluate(() => (globalThis as unknown as Measured).shifts), `${width} ${hasTitles}`).toEqual([])
			await page.unroute('**/api/membership/preview')
		}
})

test('a headline keeps its typeface when the window narrows', async ({ page }) => {
	const cdp = await page.context().newCDPSession(page)
	await cdp.send('DOM.enable')
	await cdp.send('CSS.enable')
	/** Returns whether every glyph of the headline is from our font. */
	async function usesOurFont(): Promise<boolean> {
		const { root } = await cdp.send('DOM.getDocument')
		const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' })
		const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId })
		return fonts.length > 0 && fonts.every(({ isCustomFont }) => isCustomFont)
	}
	await page.goto('/courses')
	// Fonts that miss the first paint apply on the next page.
	await expect(async () => {
		await page.reload()
		expect(await usesOurFont()).toBe(true)
	}).toPass()
	const fontLoaded = page.waitForResponse(/serif-english.*\.woff2$/)
	await page.setViewportSize({ width: 390, height: 844 })
	await fontLoaded
	expect(await usesOurFont()).toBe(true)
})

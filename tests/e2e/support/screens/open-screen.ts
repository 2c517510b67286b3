import type { Page } from 'playwright/test'
import { awake, expect, type Role, type Site } from '../fixtures.ts'
import type { Screen } from './screen.ts'

/** The default window. */
export const desktop = { width: 1440, height: 900 }

/** Scrolls through the islands that hydrate on visibility and returns to the top. */
async function scrollThroughIslands(page: Page): Promise<void> {
	const waiting = page.locator('astro-island[ssr][client="reached"]').first()
	while ((await waiting.count()) > 0) {
		const id = await waiting.getAttribute('uid')
		await waiting.evaluate((island) => (island.firstElementChild ?? island).scrollIntoView())
		await expect(page.locator(`astro-island[ssr][uid="${id}"]`)).toHaveCount(0)
	}
	await page.evaluate(() => document.fonts.ready)
	await page.evaluate(() => scrollTo(0, 0))
}

interface Context {
	readonly page: Page
	readonly site: Site
	signInAs(role: Role): Promise<void>
}

/** Opens a screen and brings it into its state. */
export async function openScreen(
	{ page, site, signInAs }: Context,
	{ as, path, sleeps, prepare, reach }: Screen,
): Promise<void> {
	if (as) await signInAs(as)
	await page.setViewportSize(desktop)
	await page.emulateMedia({ reducedMotion: 'reduce' })
	await prepare?.(page, site)
	await page.goto(path)
	await scrollThroughIslands(page)
	if (!sleeps) await awake(page)
	await reach?.(page)
}

import type { Page } from 'playwright/test'
import { expect, test } from '../support/fixtures.ts'

// A printed course has only its content.

/** Returns the text color and the background color behind it. */
const colorsOf = (page: Page, selector: string) =>
	page
		.locator(selector)
		.first()
		.evaluate((element) => [
			getComputedStyle(element).color,
			getComputedStyle(document.documentElement).backgroundColor,
		])

test('a course prints black on white from the dark theme without cover, buttons or navigation', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 })
	await page.goto('/courses/005-client-intake')
	await expect(page.locator('html[data-placed]')).toBeAttached()
	await expect(page.locator('.module-body:visible')).toHaveCount(1)
	await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
	const bodies = await page.locator('.module-body').count()
	// On a phone one module is open at a time; print shows all.
	await expect(page.locator('.module-body:visible')).toHaveCount(bodies)
	for (const hidden of ['button', '.btn', 'nav', '.course-picture', '.video-frame', '.tab-list', '.site-footer'])
		await expect(page.locator(`body :is(${hidden}):visible`), hidden).toHaveCount(0)
	for (const text of ['h1', '.module-card h2', '.module-card .prose p'])
		expect(await colorsOf(page, text), text).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
	const link = page.locator('.video-facts a').first()
	const url = await link.getAttribute('href')
	expect(await link.evaluate((element) => getComputedStyle(element, '::after').content)).toContain(url)
	if (process.env.PRINT_TO) await page.pdf({ path: process.env.PRINT_TO })
})

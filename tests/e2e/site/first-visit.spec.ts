import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { PHONE, slowLine } from '../support/slow-line.ts'

// A careful visitor on a phone with a slow connection: people, price, and what happens to an application.

test.use({ viewport: PHONE })

const main = (page: Page) => page.getByRole('main')
const h1 = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('the home page names people, price and next steps, and links to its pages and back', async ({ page }) => {
	await slowLine(page)
	await page.goto('/')
	const product = main(page).locator('.hero-product')
	await expect(product).toHaveAttribute('href', /^\/courses\//)
	await expect(page.getByRole('region', { name: 'Who teaches' }).getByRole('heading', { level: 3 })).toHaveCount(3)
	const facts = page.getByRole('region', { name: 'Membership' })
	await expect(facts.getByRole('term')).toHaveText(['What it costs', 'Result after applying'])
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
	await expectAccessible(page)

	for (const name of ['Privacy', 'Terms', 'Contact']) {
		const link = page.getByRole('contentinfo').getByRole('link', { name })
		await link.scrollIntoViewIfNeeded()
		await link.focus()
		await page.keyboard.press('Enter')
		await expect(h1(page, name)).toBeInViewport()
		await expectAccessible(page)
		await page.goBack()
		// Back at the footer.
		await expect(link).toBeInViewport()
	}
	await page.goForward()
	await expect(h1(page, 'Contact')).toBeVisible()
	await page.goBack()
	await product.click()
	await expect(page).toHaveURL(/\/courses\//)
	await page.goBack()
	await expect(h1(page, /solo practice/)).toBeVisible()
	// The same text is below the application form.
	await page.goto('/apply')
	await expect(main(page).getByRole('term')).toHaveText(['What it costs', 'Result after applying'])
})

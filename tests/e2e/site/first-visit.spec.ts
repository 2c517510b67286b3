import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { PHONE, slowLine } from '../support/slow-line.ts'

// A careful visitor on a phone with a slow connection finds the people, the price, and the steps after applying.

test.use({ viewport: PHONE })

const main = (page: Page) => page.getByRole('main')
const h1 = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('home and a course show what is free, what members have, and the way to apply', async ({ page }) => {
	await slowLine(page)
	await page.goto('/')
	for (const next of ['/courses', undefined]) {
		const inside = page.getByRole('region', { name: 'What is inside' })
		await inside.scrollIntoViewIfNeeded()
		await expect(inside.getByRole('heading', { level: 3 })).toHaveText(['Free to read', 'For members'])
		await expect(inside.getByText(/next call on \w+day, \w+ \d+$/)).toBeVisible()
		await expect(inside.locator('.inside-asked').getByRole('listitem').first()).toHaveText(/\w{3}/)
		await expect(inside.getByText('$49 a month', { exact: true })).toBeVisible()
		await expectAccessible(page)
		if (!next) break
		await page.goto(next)
		await main(page).getByRole('link', { name: 'View Course' }).first().click()
		await expect(page).toHaveURL(/\/courses\/.+/)
	}
	await page.getByRole('region', { name: 'What is inside' }).getByRole('link', { name: 'Apply for Membership' }).click()
	await expect(page).toHaveURL('/apply')
})

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
		// Back returns to the footer.
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

import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from './support/fixtures.ts'

// The catalogue and a course as those see them who are not signed in.

const module = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })

test('a visitor reads without scripts, and is asked to sign in for the rest', async ({ page, browser, baseURL }) => {
	const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
	const reader = await plain.newPage()
	await reader.goto('/courses')
	await reader.getByRole('link', { name: /View Course.*Client intake/ }).click()
	await expect(reader.getByText('Most intake trouble begins with kindness.')).toBeVisible()
	await expect(reader.getByText('This is the fifteen-minute call, from hello to goodbye.')).toBeVisible()
	await expect(reader.getByText('You named the fee and the caller says nothing. What now?')).toBeVisible()
	await expect(reader.getByRole('tab')).toHaveCount(0)
	await plain.close()

	await page.goto('/courses/005-client-intake')
	await expect(page.getByRole('link', { name: 'Sign in to enroll' })).toBeVisible()
	await module(page, 'Who is calling, and why now').getByRole('tab', { name: 'Discussion' }).click()
	await expect(page.getByText('Please log in to participate in discussions.')).toBeVisible()
	await expectAccessible(page)
})

test('a visitor’s first click on a sleeping island is not lost', async ({ page }) => {
	await page.goto('/courses/005-client-intake')
	const quiz = module(page, 'Red flags, graded')
	// No pointer and no focus before it: the click is all there is.
	await quiz.getByLabel('Nothing; sympathy comes first').dispatchEvent('click')
	await expect(quiz.getByLabel('Nothing; sympathy comes first')).toBeChecked()
	await quiz.getByRole('button', { name: 'Next' }).click()
	await expect(quiz.getByText('Question 2 of 5')).toBeVisible()
	await quiz.getByRole('button', { name: 'Previous' }).click()
	await expect(quiz.getByLabel('Nothing; sympathy comes first')).toBeChecked()
})

test('the catalogue is searched and filtered, and says when nothing matches', async ({ page }) => {
	await page.goto('/courses')
	await page.getByLabel('Search courses').fill('trust RECONCILIATION')
	await expect(page.getByRole('article')).toHaveCount(1)
	await expect(page.getByRole('heading', { name: /Trust accounting/ })).toBeVisible()
	await page.getByLabel('Difficulty').selectOption('advanced')
	await expect(page.getByText('No matching courses found')).toBeVisible()
	await expectAccessible(page)
	await page.getByRole('button', { name: 'Clear filters' }).click()
	await expect(page.getByLabel('Search courses')).toHaveValue('')
	expect(await page.getByRole('article').count()).toBeGreaterThanOrEqual(5)
	await expectAccessible(page)
})

import type { Page } from 'playwright/test'
import { awake, expect, expectAccessible, test } from '../support/fixtures.ts'

// The catalog link in the menu restores the last filters. The questions link opens all questions.

const menu = (page: Page, name: string) =>
	page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const clear = (page: Page) => page.getByRole('button', { name: 'Clear filters' })

test('questions: the menu opens the whole list, Back the filtered one, and clearing persists', async ({
	page,
	signInAs,
}) => {
	await signInAs('member')
	await page.goto('/questions?show=unanswered')
	await awake(page)
	await page.getByLabel('Category').selectOption({ label: 'Technology' })
	await expect(page).toHaveURL(/category=/)
	const filteredUrl = page.url()
	await expect(clear(page)).toBeVisible()
	await expectAccessible(page)
	await menu(page, 'Coaching').click()
	await page.waitForURL('/coaching')
	await menu(page, 'Questions').click()
	await expect(page).toHaveURL('/questions')
	await expect(page.getByRole('link', { name: 'All', exact: true })).toHaveAttribute('aria-current', 'page')
	await page.goBack()
	await page.goBack()
	await expect(page).toHaveURL(filteredUrl)
	await awake(page)
	await expect(page.getByLabel('Category').locator('option:checked')).toHaveText(/Technology/)
	await clear(page).click()
	await expect(page).toHaveURL('/questions')
	await expect(page.getByLabel('Search')).toBeFocused()
	await expect(clear(page)).toHaveCount(0)
	// On the list itself the menu opens all questions.
	await page.goto('/questions?show=mine')
	await awake(page)
	await menu(page, 'Questions').click()
	await expect(page).toHaveURL('/questions')
})

test('questions: a deleted category is not requested', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.goto('/questions?category=gone')
	await awake(page)
	await expect(page).toHaveURL('/questions')
	await expect(page.getByRole('listitem').filter({ hasText: 'comment' }).first()).toBeVisible()
})

test('courses: the menu restores search and difficulty on a phone, and log-out clears them', async ({
	page,
	signInAs,
}) => {
	await page.setViewportSize({ width: 390, height: 844 })
	await signInAs('member')
	await page.goto('/courses?tab=all')
	await awake(page)
	await page.getByLabel('Difficulty').selectOption('beginner')
	await expect(page.locator('p:visible').filter({ hasText: /courses? found$/ })).toBeVisible()
	const open = async (name: string) => {
		await page.getByRole('button', { name: 'Menu', exact: true }).click()
		await menu(page, name).click()
	}
	await open('Questions')
	await page.waitForURL('/questions')
	await open('Courses')
	await expect(page).toHaveURL('/courses?tab=all&difficulty=beginner')
	await expect(page.getByLabel('Difficulty')).toHaveValue('beginner')
	await expect(clear(page)).toBeVisible()
	await expectAccessible(page)
	await clear(page).click()
	await expect(page).toHaveURL('/courses?tab=all')
	await expect(page.getByLabel('Difficulty')).toHaveValue('all')
	await page.getByLabel('Search courses').fill('intake')
	await expect(page).toHaveURL(/search=intake/)
	await page.getByRole('button', { name: 'Account menu' }).click()
	await page.getByRole('button', { name: 'Log out' }).click()
	await page.waitForURL('/')
	await open('Courses')
	await expect(page).toHaveURL('/courses')
})

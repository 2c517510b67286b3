import type { Page } from 'playwright/test'
import { awake, expect, test } from '../support/fixtures.ts'

// A member's catalog: their own courses, and the filters in the URL.

type EnrolledCourse = { title: string; progress: { completed: number; total: number } }

const tab = (page: Page, name: string) => page.getByRole('tab', { name })

test('enrolled courses show their progress under All Courses too', async ({ page, signInAs }) => {
	await signInAs('member')
	const enrolled: EnrolledCourse[] = await (await page.request.get('/api/user/courses')).json()
	const [first] = enrolled.filter(({ progress }) => progress.completed > 0)
	await page.goto('/courses')
	await expect(tab(page, 'My Courses')).toHaveAttribute('aria-selected', 'true')
	await tab(page, 'All Courses').click()
	const cards = page.getByRole('article')
	const card = cards.filter({ hasText: first?.title })
	await expect(card.getByText(`${first?.progress.completed}/${first?.progress.total} complete`)).toBeVisible()
	await expect(card.getByRole('progressbar')).toBeVisible()
	await expect(card.getByRole('link', { name: 'Continue Learning' })).toBeVisible()
	await expect(cards.getByRole('link', { name: 'Continue Learning' })).toHaveCount(enrolled.length)
	await expect(cards.getByRole('link', { name: 'View Course' }).first()).toBeVisible()
})

test('tab, search and difficulty are in the URL and restored by Back and Forward', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.goto('/courses')
	await awake(page)
	await tab(page, 'All Courses').click()
	await page.getByLabel('Search courses').fill('intake')
	await page.getByLabel('Difficulty').selectOption('beginner')
	await expect(page).toHaveURL('/courses?tab=all&search=intake&difficulty=beginner')
	const expectFilters = async () => {
		await expect(tab(page, 'All Courses')).toHaveAttribute('aria-selected', 'true')
		await expect(page.getByLabel('Search courses')).toHaveValue('intake')
		await expect(page.getByLabel('Difficulty')).toHaveValue('beginner')
		await expect(page.getByRole('article')).toHaveCount(1)
	}
	await page.getByRole('link', { name: /Client intake/ }).click()
	await page.waitForURL(/\/courses\/005/)
	await page.goBack()
	await expectFilters()
	await page.goForward()
	await page.waitForURL(/\/courses\/005/)
	await page.goBack()
	await page.reload()
	await expectFilters()
	await page.getByLabel('Search courses').fill('nothing like it')
	await page.getByRole('button', { name: 'Clear filters' }).click()
	await expect(page).toHaveURL('/courses?tab=all')
	await expect(page.getByLabel('Search courses')).toBeFocused()
})

test('Browse Courses never opens an empty list', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.goto('/dashboard')
	await page.getByRole('link', { name: 'Browse Courses' }).click()
	await expect(tab(page, 'All Courses')).toHaveAttribute('aria-selected', 'true')
	await tab(page, 'My Courses').click()
	await page.getByRole('button', { name: 'Browse Courses' }).click()
	await expect(tab(page, 'All Courses')).toBeFocused()
	await expect(page.getByRole('article').first()).toBeVisible()
	await expect(page).toHaveURL('/courses?tab=all')
})

test('a toast is above the course bar and blocks no click next to it', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.setViewportSize({ width: 390, height: 844 })
	await page.goto('/courses/005-client-intake')
	await page.evaluate(() => {
		const toast = { title: 'Progress saved', description: 'Module 1 is complete.', keptAt: Date.now() }
		window.sessionStorage.setItem('second-chair:toast', JSON.stringify(toast))
	})
	await page.reload()
	const toast = page.locator('.toasts > *')
	// A focused toast stays open.
	await toast.getByRole('button', { name: 'Close' }).focus()
	const [card, bar] = [await toast.boundingBox(), await page.locator('.course-bar').boundingBox()]
	expect((card?.y ?? 844) + (card?.height ?? 844)).toBeLessThanOrEqual(bar?.y ?? 0)
	await page.getByRole('banner').getByRole('link', { name: 'Second Chair' }).click({ trial: true })
	await expect(toast.getByText('Progress saved', { exact: true })).toBeVisible()
})

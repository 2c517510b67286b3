import type { Page } from 'playwright/test'
import { awake, expect, test } from '../support/fixtures.ts'

// A member's catalogue: their own courses, and the filters in the address.

type Own = { title: string; progress: { completed: number; total: number } }

const tab = (page: Page, name: string) => page.getByRole('tab', { name })

test('enrolled courses show their progress under All Courses too', async ({ page, signInAs }) => {
	await signInAs('member')
	const own: Own[] = await (await page.request.get('/api/user/courses')).json()
	const [first] = own.filter(({ progress }) => progress.completed > 0)
	await page.goto('/courses')
	await expect(tab(page, 'My Courses')).toHaveAttribute('aria-selected', 'true')
	await tab(page, 'All Courses').click()
	const cards = page.getByRole('article')
	const card = cards.filter({ hasText: first?.title })
	await expect(card.getByText(`${first?.progress.completed}/${first?.progress.total} complete`)).toBeVisible()
	await expect(card.getByRole('progressbar')).toBeVisible()
	await expect(card.getByRole('link', { name: 'Continue Learning' })).toBeVisible()
	await expect(cards.getByRole('link', { name: 'Continue Learning' })).toHaveCount(own.length)
	await expect(cards.getByRole('link', { name: 'View Course' }).first()).toBeVisible()
})

test('tab, search and difficulty are in the address and restored by Back and Forward', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.goto('/courses')
	await awake(page)
	await tab(page, 'All Courses').click()
	await page.getByLabel('Search courses').fill('intake')
	await page.getByLabel('Difficulty').selectOption('beginner')
	await expect(page).toHaveURL('/courses?tab=all&search=intake&difficulty=beginner')
	const isAsLeft = async () => {
		await expect(tab(page, 'All Courses')).toHaveAttribute('aria-selected', 'true')
		await expect(page.getByLabel('Search courses')).toHaveValue('intake')
		await expect(page.getByLabel('Difficulty')).toHaveValue('beginner')
		await expect(page.getByRole('article')).toHaveCount(1)
	}
	await page.getByRole('link', { name: /Client intake/ }).click()
	await page.waitForURL(/\/courses\/005/)
	await page.goBack()
	await isAsLeft()
	await page.goForward()
	await page.waitForURL(/\/courses\/005/)
	await page.goBack()
	await page.reload()
	await isAsLeft()
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

test('a toast covers no control where there is room next to it, including the footer after scrolling', async ({
	page,
	signInAs,
}) => {
	await signInAs('member')
	for (const width of [390, 768, 1440]) {
		await page.setViewportSize({ width, height: 844 })
		await page.goto('/courses')
		await page.evaluate(() => {
			const words = { title: 'Progress saved', description: 'Your place is kept from now on.' }
			const toast = JSON.stringify({ ...words, keptAt: Date.now() })
			window.sessionStorage.setItem('second-chair:toast', toast)
		})
		await page.reload()
		// It stays while it has the focus, wherever the focus moves in it.
		await page.locator('.toasts').getByRole('button', { name: 'Close' }).focus()
		const covered = () =>
			page.evaluate(() => {
				const toast = document.querySelector('.toasts > *')?.getBoundingClientRect() ?? new DOMRect(0, 0, 9_999, 9_999)
				const isUnder = ({ left, top, right, bottom }: DOMRect) =>
					left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top
				return [...document.querySelectorAll('main :is(a, button, input, select)')]
					.filter((element) => element.checkVisibility() && [...element.getClientRects()].some(isUnder))
					.map((element) => element.textContent)
			})
		await expect.poll(covered, `below the toast at ${width}`).toEqual([])
		const footer = page.getByRole('contentinfo')
		for (const link of [
			footer.getByRole('link', { name: 'Dashboard' }),
			footer.getByRole('link', { name: 'Courses' }),
			page.getByRole('banner').getByRole('link', { name: 'Second Chair' }),
		])
			await link.click({ trial: true })
		await expect(page.getByText('Progress saved', { exact: true })).toBeVisible()
	}
})

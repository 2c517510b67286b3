import type { Locator, Page } from 'playwright/test'
import { demoAccounts, demoPassword } from '#src/app/seed/accounts.ts'
import { awake, expect, test } from '../support/fixtures.ts'
import { publishCourse } from '../support/publish-course.ts'
import { send } from '../support/send.ts'

// On a phone a toast covers neither the heading nor the control that caused it, and an error has no status code.

test.use({ viewport: { width: 390, height: 844 } })

const toast = (page: Page) => page.locator('.toasts > li')

/** Expects these elements to be in the window, and not covered by the toast. */
async function expectUncovered(page: Page, ...elements: Locator[]): Promise<void> {
	for (const element of elements) {
		await expect(element).toBeInViewport({ ratio: 1 })
		await expect
			.poll(async () => {
				const [card, box] = [await toast(page).boundingBox(), await element.boundingBox()]
				return card && box && (box.y + box.height <= card.y || box.y >= card.y + card.height)
			})
			.toBe(true)
	}
}

/** Scrolls an element to the lower edge of the window, where toasts appear. */
const scrollToBottomEdge = (element: Locator) => element.evaluate((one) => one.scrollIntoView({ block: 'end' }))

test('the greeting does not cover the heading of the dashboard', async ({ page }) => {
	await page.goto('/auth')
	await awake(page)
	await page.getByLabel('Email').fill(demoAccounts.member.email)
	await page.getByLabel('Password', { exact: true }).fill(demoPassword)
	await page.getByRole('button', { name: 'Login' }).click()
	await expect(toast(page)).toContainText('Logged in successfully')
	await expectUncovered(page, page.getByRole('heading', { name: 'Your Learning Dashboard' }))
})

test('the greeting closes when a finger moves on the page, not when it moves on the greeting', async ({ page }) => {
	await page.goto('/auth')
	await awake(page)
	await page.getByLabel('Email').fill(demoAccounts.member.email)
	await page.getByLabel('Password', { exact: true }).fill(demoPassword)
	await page.getByRole('button', { name: 'Login' }).click()
	await expect(toast(page)).toContainText('Logged in successfully')
	await toast(page).dispatchEvent('touchmove')
	await expect(toast(page)).toBeVisible()
	await page.getByRole('main').dispatchEvent('touchmove')
	await expect(toast(page)).toHaveCount(0, { timeout: 2_000 })
})

test('a failed form keeps its button and its message visible', async ({ page, signInAs, allowProblem }) => {
	allowProblem(/status of 400/)
	await signInAs('member')
	await page.setViewportSize({ width: 390, height: 700 })
	await page.goto('/change-password')
	await awake(page)
	await page.getByLabel('Current Password', { exact: true }).fill('not my password')
	await page.getByLabel('New Password', { exact: true }).fill('oak table by the window')
	await page.getByLabel(/^Confirm/).fill('oak table by the window')
	const button = page.locator('main form button[type="submit"]')
	await scrollToBottomEdge(button)
	await button.click()
	await expect(toast(page)).toContainText('Failed to change password')
	const message = page.getByRole('main').getByRole('alert')
	await expect(message).toBeVisible()
	await expectUncovered(page, button, message)
	await expect(page.locator('body')).not.toContainText(/\b4\d\d: /)
})

test('a toast does not cover a posted comment', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.goto('/questions')
	const [category] = await send<{ id: string }[]>(page, 'GET', '/api/questions/categories')
	const question = { title: 'Where do toasts stand?', body: 'Below the comment or above it?', categoryId: category?.id }
	const { id } = await send<{ id: string }>(page, 'POST', '/api/questions', question)
	await page.goto(`/questions/${id}`)
	await awake(page)
	await page.getByLabel('Your comment').fill('They stand beside it.')
	const button = page.getByRole('button', { name: 'Post Comment' })
	await scrollToBottomEdge(button)
	await button.click()
	await expect(toast(page)).toContainText('Comment posted')
	await expectUncovered(page, page.getByText('They stand beside it.', { exact: true }))
	// Nor does it cover the field for the next comment.
	const field = page.getByLabel('Your comment')
	await scrollToBottomEdge(field)
	await field.focus()
	await expectUncovered(page, field)
})

test('the toast of an earlier press does not cover the field in use', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.goto('/')
	const part = { description: 'Who calls and why.', type: 'text', content: '<p>Who calls, and why they do.</p>' }
	const parts = ['One', 'Two'].map((name) => ({ ...part, title: `Half ${name}` }))
	const id = await publishCourse(page, 'A course of two halves', parts)
	await signInAs('member')
	await page.setViewportSize({ width: 900, height: 700 })
	await page.goto('/')
	await send(page, 'POST', `/api/courses/${id}/enroll`)
	await page.goto(`/courses/${id}`)
	await awake(page)
	const second = page.getByRole('article', { name: 'Half Two', exact: true })
	await second.getByRole('tab', { name: 'Discussion' }).click()
	const field = second.getByLabel('Add a comment')
	await expect(field).toBeVisible()
	const { promise: progressReleased, resolve: release } = Promise.withResolvers<void>()
	await page.route('**/progress', async (route) => {
		await progressReleased
		await route.continue()
	})
	await page.getByRole('button', { name: /^Mark Complete ?: Half One$/ }).click()
	await field.focus()
	await scrollToBottomEdge(field)
	release()
	await expect(toast(page)).toContainText('Progress saved')
	await expectUncovered(page, field)
})

test('modules completed one after another show one toast, above their buttons', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.goto('/')
	const part = { description: 'Who calls and why.', type: 'text', content: '<p>Who calls, and why they do.</p>' }
	const parts = ['One', 'Two', 'Three'].map((name) => ({ ...part, title: `Part ${name}` }))
	const id = await publishCourse(page, 'A course of three parts', parts)
	await signInAs('member')
	await page.setViewportSize({ width: 900, height: 700 })
	await page.goto('/')
	await send(page, 'POST', `/api/courses/${id}/enroll`)
	await page.goto(`/courses/${id}`)
	await awake(page)
	const toggle = (name: string, title: string) =>
		page.getByRole('button', { name: new RegExp(`^${name} ?: ${title}$`) })
	await scrollToBottomEdge(toggle('Mark Complete', 'Part One').first())
	await toggle('Mark Complete', 'Part One').first().click()
	await expect(toast(page)).toContainText('Progress saved')
	await toast(page).getByRole('button', { name: 'Close' }).click()
	await expect(toast(page)).toHaveCount(0)
	for (const title of ['Part Two', 'Part Three']) {
		await toggle('Mark Complete', title).first().click()
		await expect(toggle('Completed', title).first()).toBeEnabled()
		await expect(toast(page)).toHaveCount(0)
	}
	await toggle('Completed', 'Part Three').first().click()
	await expect(toast(page)).toContainText('Progress reset')
	await toggle('Mark Complete', 'Part Three').first().click()
	await expect(toast(page)).toContainText('Progress saved')
})

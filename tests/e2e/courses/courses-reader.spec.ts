import type { Page } from 'playwright/test'
import { expectReadable } from '../support/accessible.ts'
import { courseId, enroll, heading, module, outline, path, setUpPlaces } from '../support/course-places.ts'
import { awake, expect, expectAccessible, openSession, test } from '../support/fixtures.ts'
import { press, tabTo } from '../support/keys.ts'

// A course from enrollment to its end: on a phone, then by keyboard alone on a desktop, then on the phone again.

setUpPlaces()

const DESCRIPTION = 'What it says and when.'
const about = (page: Page) => page.getByRole('button', { name: 'About this course' })
const rows = (page: Page) =>
	page.getByRole('region', { name: 'Your Progress' }).getByRole('link', { name: /^Module \d/ })
const completion = (page: Page) => page.getByRole('region', { name: 'Course complete' })

/** Returns the top of the outline in the page, in pixels. */
const outlineTop = (page: Page) =>
	page.evaluate(() => {
		// On a desktop the outline stays in the window, so measure it at the top of the page.
		window.scrollTo({ top: 0, behavior: 'instant' })
		return document.querySelector('.outline-row')?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
	})

async function enrollOnPhone(page: Page): Promise<void> {
	await page.goto(path)
	await awake(page)
	await expect(page.getByText(DESCRIPTION)).toBeVisible()
	await expect(about(page)).toBeHidden()
	await page.getByRole('button', { name: 'Enroll in Course' }).click()
	await expect(page.getByText('Enrolled Successfully', { exact: true })).toBeVisible()
	// The first module opens, and is in view.
	await expect(heading(page, 'Reading')).toBeFocused()
	await expect(heading(page, 'Reading')).toBeInViewport()
	await expect(module(page, 'Reading').getByText(/^Paragraph 1\./)).toBeInViewport()
	await expect(page.getByText('0/4 complete')).toBeAttached()
	await expectAccessible(page)
}

async function readOnPhone(page: Page): Promise<void> {
	expect(await outlineTop(page)).toBeLessThanOrEqual(320)
	await expect(rows(page)).toHaveCount(4)
	for (const row of await rows(page).all()) await expect(row).toBeVisible()
	await expect(page.getByText(DESCRIPTION)).toBeHidden()
	await about(page).click()
	await expect(page.getByText(DESCRIPTION)).toBeVisible()
	await about(page).press('Enter')
	await expect(page.getByText(DESCRIPTION)).toBeHidden()
	const reading = module(page, 'Reading')
	await reading.getByRole('button', { name: /^Mark Complete/ }).click()
	await expect(outline(page, 'Reading')).toHaveAccessibleName(/ Completed$/)
	await reading.getByRole('link', { name: 'Next module Watching' }).click()
	await expect(heading(page, 'Watching')).toBeFocused()
	await page.mouse.wheel(0, 20)
}

/** Continues by keyboard alone in a wide window, up to the end. */
async function finishOnDesktop(page: Page): Promise<void> {
	await page.goto('/dashboard')
	await expect(page.getByText('Next: module 2 of 4')).toBeVisible()
	await press(page, page.getByRole('link', { name: 'Resume module 2' }))
	// The page opens at the named module.
	await expect(heading(page, 'Watching')).toBeFocused()
	await awake(page)
	await press(page, module(page, 'Watching').getByRole('button', { name: /^Mark Complete/ }))
	await expect(page.getByText('2/4 complete')).toBeVisible()
	const asking = module(page, 'Asking')
	for (const next of ['Next', 'Next', 'Finish Quiz']) {
		await tabTo(page, asking.getByLabel('No'))
		await page.keyboard.press('ArrowDown')
		await press(page, asking.getByRole('button', { name: next, exact: true }))
	}
	await expect(asking.getByRole('heading', { name: 'You passed' })).toBeFocused()
	const complete = asking.getByRole('button', { name: 'Mark Module as Complete' })
	await tabTo(page, complete)
	const before = await page.evaluate(() => scrollY)
	await page.keyboard.press('Enter')
	await expect(asking.getByText('This module is complete.')).toBeFocused()
	expect(await page.evaluate(() => scrollY)).toBe(before)
	await press(page, asking.getByRole('link', { name: 'Next module Closing' }))
	await expect(heading(page, 'Closing')).toBeFocused()
	await expect(completion(page)).toHaveCount(0)
	await press(page, module(page, 'Closing').getByRole('button', { name: /^Mark Complete/ }))
	await expect(page.getByText('4/4 complete')).toBeVisible()
	expect(await outlineTop(page)).toBeLessThanOrEqual(320)
	await press(page, page.getByRole('button', { name: 'What comes next' }))
	await expect(heading(page, 'Course complete')).toBeFocused()
	await expectAccessible(page)
	await press(page, completion(page).getByRole('button', { name: 'Discuss it' }))
	await expect(module(page, 'Closing').getByRole('tab', { name: 'Discussion' })).toBeFocused()
	await expect(module(page, 'Closing').getByLabel('Add a comment')).toBeVisible()
}

async function reviewOnPhone(page: Page): Promise<void> {
	await page.goto(path)
	await page.getByRole('button', { name: 'Course complete' }).click()
	await expect(heading(page, 'Course complete')).toBeFocused()
	await expect(completion(page).getByRole('link', { name: /^Next course: / })).toHaveAttribute('href', /^\/courses\//)
	await expect(completion(page).getByRole('link', { name: /^Back to / })).toHaveCount(4)
	await expectReadable(page)
	await page.setViewportSize({ width: 320, height: 640 })
	expect(await outlineTop(page)).toBeLessThanOrEqual(320)
	await completion(page).getByRole('link', { name: 'Back to Asking' }).click()
	await expect(heading(page, 'Asking')).toBeFocused()
	await expect(module(page, 'Asking').getByRole('heading', { name: 'You passed' })).toBeVisible()
}

test('a member takes a course from enrollment to its end on two devices', async ({ page, browser, baseURL }) => {
	await test.step('a phone: enroll, and read the first module', async () => {
		await enrollOnPhone(page)
		await readOnPhone(page)
		await page.goto('about:blank')
	})
	await test.step('a desktop, by keyboard alone: on to the end', async () => {
		const desktop = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: baseURL ?? '' })
		await openSession(desktop, baseURL ?? '', 'member')
		await finishOnDesktop(await desktop.newPage())
		await desktop.close()
	})
	await test.step('the phone again: what comes next', () => reviewOnPhone(page))
})

test('an enrolled member’s introduction collapses before the server responds, without scrolling', async ({ page }) => {
	await enroll(page)
	// The browser remembers the member's courses whenever it shows a list of them.
	await page.goto('/dashboard')
	const { promise: released, resolve: release } = Promise.withResolvers<void>()
	await page.route('**/api/**', async (route) => {
		await released
		await route.continue()
	})
	await page.goto(`/courses/${courseId}`)
	await expect(about(page)).toBeVisible()
	expect(await outlineTop(page)).toBeLessThanOrEqual(320)
	release()
	await expect(page.getByText('We keep your place.')).toBeInViewport()
	await awake(page)
	await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
	expect(await page.evaluate(() => [scrollY, document.activeElement?.tagName])).toEqual([0, 'BODY'])
	await page.getByRole('link', { name: 'Start module 1' }).click()
	await expect(heading(page, 'Reading')).toBeFocused()
})

test('on a new device the introduction collapses once the server has responded', async ({ page }) => {
	await enroll(page)
	await page.goto(path)
	await expect(about(page)).toBeVisible()
	expect(await outlineTop(page)).toBeLessThanOrEqual(320)
})

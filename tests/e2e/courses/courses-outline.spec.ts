import { courseId, enroll, heading, isOpen, module, outline, path, setUpPlaces } from '../support/course-places.ts'
import { awake, expect, expectAccessible, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'
import { slowLine } from '../support/slow-line.ts'

// Navigation between the modules of a course on a phone.

test.describe(() => {
	setUpPlaces()

	test('the outline, Next, Back and Forward navigate between modules', async ({ page }) => {
		await enroll(page)
		await page.goto(path)
		await awake(page)
		const row = outline(page, 'Asking')
		await expect(row).toHaveAccessibleName(/^Module 3 of 4: Asking Quiz · 3 questions Not completed$/)
		await row.click()
		await expect(heading(page, 'Asking')).toBeFocused()
		await expect(heading(page, 'Asking')).toHaveAccessibleDescription('Module 3 of 4 · Quiz · 3 questions')
		await module(page, 'Asking').getByRole('link', { name: 'Next module Closing' }).click()
		await expect(heading(page, 'Closing')).toBeFocused()
		await page.goBack()
		await expect(heading(page, 'Asking')).toBeFocused()
		await expect(heading(page, 'Asking')).toBeInViewport()
		expect(await isOpen(page, 'Closing')).toBe(false)
		await page.goForward()
		await expect(heading(page, 'Closing')).toBeFocused()
		await expect(heading(page, 'Closing')).toBeInViewport()
		// The progress bar is in view there.
		await expect(page.getByText('Module 4 of 4', { exact: true })).toBeInViewport()
		await page.getByRole('button', { name: 'Outline' }).click()
		await expect(page.getByRole('heading', { name: 'Your Progress' })).toBeFocused()
		await expect(page.getByText('0/4 complete')).toBeInViewport()
		await expectAccessible(page)
		// On a phone the page has the open module and only the headings of the others.
		expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3000)
	})

	test('Back opens the resumed module although its URL names none', async ({ page }) => {
		await enroll(page)
		const modules: Array<{ id: string }> = await (await page.request.get(`/api/courses/${courseId}/modules`)).json()
		await send(page, 'POST', `/api/modules/${modules[0]?.id}/progress`, { isCompleted: true })
		await slowLine(page)
		await page.goto(path)
		await expect(heading(page, 'Watching')).toBeFocused()
		await awake(page)
		await module(page, 'Watching').getByRole('link', { name: 'Next module Asking' }).click()
		await expect(heading(page, 'Asking')).toBeFocused()
		await page.goBack()
		await expect(page).toHaveURL(new RegExp(`${path}$`))
		await expect(heading(page, 'Watching')).toBeFocused()
		expect(await isOpen(page, 'Reading')).toBe(false)
		await page.goForward()
		await expect(heading(page, 'Asking')).toBeFocused()
		// The anchor of another element leaves the module open.
		await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
		await expect(page).toHaveURL(/#/)
		expect(await isOpen(page, 'Asking')).toBe(true)
		await expect(heading(page, 'Asking')).not.toBeFocused()
	})

	test('modules work by keyboard alone', async ({ page }) => {
		await enroll(page)
		await page.goto(path)
		await awake(page)
		const toggle = module(page, 'Closing').getByRole('button', { name: 'Closing', exact: true })
		await toggle.focus()
		await expect(toggle).toHaveAttribute('aria-expanded', 'false')
		await page.keyboard.press('Enter')
		await expect(toggle).toHaveAttribute('aria-expanded', 'true')
		await expect(toggle).toBeFocused()
		await expect(module(page, 'Closing').getByText('Read this with care, and twice.')).toBeVisible()
		await page.keyboard.press('Space')
		await expect(module(page, 'Closing').getByText('Read this with care, and twice.')).toBeHidden()
		await outline(page, 'Asking').focus()
		await page.keyboard.press('Enter')
		await expect(heading(page, 'Asking')).toBeFocused()
		// The next tab stop is inside the module.
		await page.keyboard.press('Tab')
		await page.keyboard.press('Tab')
		await expect(module(page, 'Asking').getByRole('tab', { name: 'Content' })).toBeFocused()
	})

	test('a completed course shows a message and suggests the next course', async ({ page }) => {
		await enroll(page)
		const modules: Array<{ id: string; type: string }> = await (
			await page.request.get(`/api/courses/${courseId}/modules`)
		).json()
		const quiz = modules.find(({ type }) => type === 'quiz')?.id
		await send(page, 'POST', `/api/modules/${quiz}/quiz-attempts`, { answers: [1, 1, 1] })
		for (const { id } of modules.slice(0, 3))
			await send(page, 'POST', `/api/modules/${id}/progress`, { isCompleted: true })
		await page.goto(path)
		await expect(heading(page, 'Closing')).toBeFocused()
		await expect(page.getByRole('heading', { name: 'Course complete' })).toHaveCount(0)
		await module(page, 'Closing')
			.getByRole('button', { name: /^Mark Complete/ })
			.click()
		const completion = page.getByRole('region', { name: 'Course complete' })
		await expect(completion).toBeVisible()
		await expect(completion.getByRole('link', { name: /^Next course: / })).toHaveAttribute('href', /^\/courses\//)
		await expect(heading(page, 'Reading')).toHaveAccessibleDescription(/1 min read|\d min read Completed$/)
		await expectAccessible(page)
	})
})

test('a link to a module works for visitors, and an unknown module is no error', async ({ page }) => {
	const modules: Array<{ id: string; title: string }> = await (
		await page.request.get('/api/courses/005-client-intake/modules')
	).json()
	const [first, , third] = modules
	for (const width of [390, 1440]) {
		await page.setViewportSize({ width, height: 844 })
		await page.goto(`/courses/005-client-intake?m=${third?.id}`)
		await expect(heading(page, third?.title ?? '')).toBeFocused()
		await expect(heading(page, third?.title ?? '')).toBeInViewport()
		expect(await isOpen(page, third?.title ?? '')).toBe(true)
		expect(await isOpen(page, first?.title ?? '')).toBe(width === 1440)
		await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/courses\/client-intake[a-z-]*$/)
		await page.goto('/courses/005-client-intake?m=nothing#module-%')
		expect(await isOpen(page, first?.title ?? '')).toBe(true)
		await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
	}
})

import type { Locator, Page } from 'playwright/test'
import { awake, expect, test } from '../support/fixtures.ts'
import { press, tabTo } from '../support/keys.ts'
import { publishCourse } from '../support/publish-course.ts'
import { send } from '../support/send.ts'

// Uses only keys: these tests never use the pointer and never set the focus.

async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
	await tabTo(page, target)
	await page.keyboard.type(text)
}

const module = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })

const text = {
	title: 'Reading',
	description: 'What to read before.',
	content: '<p>Read this with care, and twice.</p>',
}
const video = {
	...text,
	title: 'Watching',
	type: 'video',
	additionalContent: { videoUrl: '/videos/the-fifteen-minute-call.mp4', transcript: 'The spoken words.' },
}
const question = (number: number) => ({ question: `Number ${number}?`, options: ['No', 'Yes'], correctAnswer: 1 })
const quiz = {
	...text,
	title: 'Asking',
	type: 'quiz',
	additionalContent: { questions: [question(1), question(2)] },
}
const journal = { ...text, title: 'Writing', type: 'journal', additionalContent: { prompt: 'What will you change?' } }

async function watch(page: Page): Promise<void> {
	const watching = module(page, 'Watching')
	await press(page, watching.getByRole('button', { name: /^Play video/ }))
	await expect(watching.locator('video')).toBeFocused()
	// Back to the tabs of the video, which come before it.
	await page.keyboard.press('Shift+Tab')
	await page.keyboard.press('Shift+Tab')
	await expect(watching.getByRole('tab', { name: 'Video' })).toBeFocused()
	await page.keyboard.press('End')
	await expect(watching.getByRole('tab', { name: 'Transcript' })).toBeFocused()
	await expect(watching.getByText('The spoken words.')).toBeVisible()
}

async function takeQuiz(page: Page): Promise<void> {
	const asking = module(page, 'Asking')
	await tabTo(page, asking.getByLabel('No'))
	await page.keyboard.press('ArrowDown')
	await expect(asking.getByLabel('Yes')).toBeChecked()
	await press(page, asking.getByRole('button', { name: 'Next' }))
	await expect(asking.getByText('Question 2 of 2')).toBeVisible()
	await tabTo(page, asking.getByLabel('No'))
	await page.keyboard.press('ArrowDown')
	await press(page, asking.getByRole('button', { name: 'Finish Quiz' }))
	const result = asking.getByRole('heading', { name: 'You passed' })
	await expect(result).toBeFocused()
	await press(page, asking.getByRole('button', { name: 'Mark Module as Complete' }))
	// The button is removed; focus and scroll position stay.
	await expect(asking.getByText('This module is complete.')).toBeFocused()
}

async function discuss(page: Page): Promise<void> {
	const reading = module(page, 'Reading')
	await tabTo(page, reading.getByRole('tab', { name: 'Content' }))
	await page.keyboard.press('ArrowRight')
	await expect(reading.getByRole('tab', { name: 'Discussion' })).toBeFocused()
	await typeInto(page, reading.getByLabel('Add a comment'), 'A question')
	await press(page, reading.getByRole('button', { name: 'Post Comment' }))
	await expect(reading.getByText('A question')).toBeVisible()
	await press(page, reading.getByRole('button', { name: /^Reply to/ }))
	await expect(reading.getByLabel('Your reply')).toBeFocused()
	await page.keyboard.type('An answer')
	await press(page, reading.getByRole('button', { name: 'Post Reply' }))
	await expect(reading.getByText('An answer')).toBeVisible()
	// Move backward with Shift+Tab, and from the last tab to the first with the arrow key.
	await page.keyboard.press('Shift+Tab')
	await tabTo(page, reading.getByRole('tab', { name: 'Discussion' }))
	await page.keyboard.press('ArrowRight')
	await expect(reading.getByText('Read this with care, and twice.')).toBeVisible()
}

test('a member learns by keyboard alone', async ({ page, signInAs }) => {
	await signInAs('admin')
	const id = await publishCourse(page, 'Keys alone', [text, video, quiz, journal])

	await signInAs('member')
	await page.goto(`/courses/${id}`)
	await awake(page)
	await press(page, page.getByRole('button', { name: 'Enroll in Course' }))
	await expect(page.getByRole('heading', { level: 2, name: 'Reading' })).toBeFocused()
	await press(page, module(page, 'Reading').getByRole('button', { name: /^Mark Complete/ }), 'Space')
	await expect(page.getByText('1/4 complete')).toBeVisible()
	await discuss(page)
	await watch(page)
	await takeQuiz(page)
	await expect(page.getByText('2/4 complete')).toBeVisible()
	const writing = module(page, 'Writing')
	await typeInto(page, writing.getByLabel('Your entry'), 'I will answer before noon.')
	await press(page, writing.getByRole('button', { name: 'Save' }))
	await expect(writing.getByText(/^Saved /)).toBeVisible()

	await signInAs('admin')
	await send(page, 'DELETE', `/api/courses/${id}`)
})

test('an admin reorders modules by keyboard alone', async ({ page, signInAs }) => {
	const { request } = page.context()
	await signInAs('admin')
	const { id } = await send<{ id: string }>(page, 'POST', '/api/courses', {
		title: 'Order',
		description: 'One after the other.',
	})
	for (const title of ['First', 'Second', 'Third'])
		await send(page, 'POST', `/api/courses/${id}/modules`, { ...text, title })
	await page.goto(`/admin/courses/${id}/modules`)
	await awake(page)
	const titles = () => page.locator('.author-pick').evaluateAll((all) => all.map((one) => one.firstChild?.textContent))
	await press(page, page.getByRole('button', { name: /^Move First: arrow/ }), 'ArrowDown')
	await expect.poll(titles).toEqual(['Second', 'First', 'Third'])
	await expect(page.getByRole('button', { name: /^Move First: arrow/ })).toBeFocused()
	await page.keyboard.press('ArrowDown')
	await expect.poll(titles).toEqual(['Second', 'Third', 'First'])
	await press(page, page.getByRole('button', { name: 'Move Third up' }))
	await expect.poll(titles).toEqual(['Third', 'Second', 'First'])
	const storedTitles = async () =>
		((await (await request.get(`/api/courses/${id}/modules`)).json()) as { title: string }[]).map((one) => one.title)
	await expect.poll(storedTitles).toEqual(['Third', 'Second', 'First'])
	await send(page, 'DELETE', `/api/courses/${id}`)
})

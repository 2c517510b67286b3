import type { Page } from 'playwright/test'
import { awake, expect, expectAccessible, test } from '../support/fixtures.ts'
import { publishCourse } from '../support/publish-course.ts'
import { send } from '../support/send.ts'

// A quiz that teaches: the author's explanation of an answer appears after an attempt, and links to the text.

const filler = '<p>What you promise on the telephone you keep in the letter.</p>'.repeat(40)
const reading = {
	title: 'Reading',
	description: 'What to read before.',
	type: 'text',
	content: `${filler}<p>Names come <strong>before</strong> the story, always.</p>${filler}`,
}
const question = (question: string, extra: object = {}) => ({
	...{ question, options: ['No', 'Yes'], correctAnswer: 1 },
	...extra,
})
const asking = {
	title: 'Asking',
	description: 'What to ask first.',
	type: 'quiz',
	content: '<p>Answer from what you would really do.</p>',
	additionalContent: {
		questions: [
			question('Do you ask for names?', {
				why: 'A check after the story\ncomes too late.',
				readAgain: 'names come before',
			}),
			question('And then?'),
			question('Is it early?'),
		],
	},
}

const quiz = (page: Page) => page.getByRole('article', { name: 'Asking', exact: true })
const press = (page: Page, name: string) => quiz(page).getByRole('button', { name }).click()
const scrollTop = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

async function answerAll(page: Page, option: 'No' | 'Yes', from = 1): Promise<void> {
	for (let number = from; number <= 3; number++) {
		await expect(quiz(page).getByText(`Question ${number} of 3`)).toBeVisible()
		await quiz(page).getByLabel(option).check()
		if (number < 3) await press(page, 'Next')
	}
}

async function readAgain(page: Page): Promise<void> {
	const link = quiz(page).getByRole('link', { name: 'Read it again for question 1' })
	await link.click()
	const paragraph = page.getByText('Names come before the story, always.')
	await expect(paragraph).toBeFocused()
	await expect(paragraph).toBeInViewport()
	await expectAccessible(page)
	await page.goBack()
	await expect(link).toBeInViewport()
	// A question whose author chose no passage links to the quiz's own text.
	await quiz(page).getByRole('link', { name: 'Read it again for question 2' }).click()
	await expect(page.getByRole('heading', { level: 2, name: 'Asking', exact: true })).toBeFocused()
}

for (const [device, width] of [
	['a phone', 390],
	['a desktop', 1440],
] as const)
	test(`a member learns from a quiz on ${device}`, async ({ page, signInAs }) => {
		await page.setViewportSize({ width, height: 844 })
		await signInAs('admin')
		const id = await publishCourse(page, `Learning on ${device}`, [
			reading,
			asking,
			{ ...reading, title: 'After', content: filler },
		])
		await signInAs('member')
		await send(page, 'POST', `/api/courses/${id}/enroll`)
		const modules: Array<{ id: string }> = await (await page.request.get(`/api/courses/${id}/modules`)).json()
		await page.goto(`/courses/${id}?m=${modules[1]?.id}`)
		await awake(page)

		await test.step('is told about unanswered questions before they count', async () => {
			await press(page, 'Next')
			await answerAll(page, 'No', 2)
			await press(page, 'Finish Quiz')
			await expect(quiz(page).getByText(/^One question has no answer yet/)).toBeFocused()
			await expectAccessible(page)
			await press(page, 'Answer question 1')
			await expect(quiz(page).locator('legend')).toBeFocused()
			await quiz(page).getByLabel('No').check()
			await press(page, 'Next')
			await press(page, 'Next')
		})

		await test.step('reads the explanation, and the paragraph again', async () => {
			await expect(page.getByText(/^A check after the story/)).toHaveCount(0)
			await press(page, 'Finish Quiz')
			await expect(quiz(page).getByRole('heading', { name: 'Not passed yet' })).toBeFocused()
			await expect(quiz(page).getByText(/^A check after the story/)).toBeVisible()
			await readAgain(page)
		})

		await test.step('completes the module in place, and continues', async () => {
			await press(page, 'Retry Quiz')
			await answerAll(page, 'Yes')
			await press(page, 'Finish Quiz')
			await expect(quiz(page).getByRole('heading', { name: 'You passed' })).toBeFocused()
			const complete = quiz(page).getByRole('button', { name: 'Mark Module as Complete' })
			await complete.scrollIntoViewIfNeeded()
			const before = await scrollTop(page)
			await complete.click()
			await expect(quiz(page).getByText('This module is complete.')).toBeFocused()
			await expect(quiz(page).getByRole('button', { name: 'Completed' })).toBeVisible()
			expect(await scrollTop(page)).toBe(before)
			await expectAccessible(page)
			await page.reload()
			await expect(quiz(page).getByRole('heading', { name: 'You passed' })).toBeVisible()
			await expect(quiz(page).getByText(/^A check after the story/)).toBeVisible()
			await quiz(page)
				.getByRole('link', { name: /^Next module/ })
				.click()
			await expect(page.getByRole('heading', { level: 2, name: 'After', exact: true })).toBeFocused()
		})

		await page.goto('about:blank')
		await signInAs('admin')
		await send(page, 'DELETE', `/api/courses/${id}`)
	})

import { awake, expect, test } from '../support/fixtures.ts'
import { publishCourse } from '../support/publish-course.ts'
import { send } from '../support/send.ts'

// A wide window shows all modules. A quiz above the resumed module loads last, and must not change the scroll position.

const asking = {
	title: 'Asking',
	description: 'What to ask first.',
	content: '<p>Read this with care, and twice.</p>',
	type: 'quiz',
	additionalContent: {
		questions: ['One?', 'Two?', 'Three?'].map((question) => ({ question, options: ['No', 'Yes'], correctAnswer: 1 })),
	},
}
const reading = {
	title: 'Reading',
	description: 'What to read before.',
	type: 'text',
	content: '<p>What you promise on the telephone you keep in the letter.</p>'.repeat(60),
}

for (const state of ['started', 'passed'] as const)
	test(`Continue leads past a ${state} quiz, which takes neither focus nor scroll`, async ({ page, signInAs }) => {
		await page.setViewportSize({ width: 1440, height: 900 })
		await signInAs('admin')
		const title = `Past a ${state} quiz ${Date.now()}`
		const id = await publishCourse(page, title, [asking, reading])
		await signInAs('member')
		await send(page, 'POST', `/api/courses/${id}/enroll`)
		const modules: Array<{ id: string }> = await (await page.request.get(`/api/courses/${id}/modules`)).json()
		const [quiz, next] = modules.map((module) => module.id)
		if (state === 'started') await send(page, 'PUT', `/api/courses/${id}/place`, { moduleId: quiz, question: 1 })
		else {
			await send(page, 'POST', `/api/modules/${quiz}/quiz-attempts`, { answers: [1, 1, 1] })
			await send(page, 'POST', `/api/modules/${quiz}/progress`, { isCompleted: true })
		}
		await send(page, 'PUT', `/api/courses/${id}/place`, { moduleId: next, scroll: 0 })
		await page.goto('/dashboard')
		await page
			.getByRole('region', { name: 'Continue Learning' })
			.getByRole('link', { name: /^Continue/ })
			.filter({ hasText: title })
			.click()
		const heading = page.getByRole('heading', { level: 2, name: 'Reading', exact: true })
		await expect(heading).toBeFocused()
		const expectedText = state === 'started' ? 'Question 2 of 3' : 'You passed'
		await expect(
			page.getByRole('article', { name: 'Asking', exact: true }).getByText(expectedText, { exact: true }),
		).toBeVisible()
		await awake(page)
		await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
		await expect(heading).toBeFocused()
		const { y = -1 } = (await heading.boundingBox()) ?? {}
		expect(y).toBeGreaterThanOrEqual(0)
		expect(y).toBeLessThan(200)
		await page.goto('about:blank')
		await signInAs('admin')
		await send(page, 'DELETE', `/api/courses/${id}`)
	})

import type { Page } from 'playwright/test'
import { awake, expect, expectAccessible, signOut, test } from '../support/fixtures.ts'

type ModuleInList = { id: string }

/** Fetches a page as a visitor without cookies. */
async function rawPage(page: Page, path: string): Promise<{ status: number; html: string }> {
	const answer = await fetch(new URL(path, page.url()), { headers: { Accept: 'text/html' } })
	return { status: answer.status, html: await answer.text() }
}

const module = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })

async function addModule(page: Page, type: string, title: string, fill: () => Promise<void>): Promise<void> {
	await page.getByRole('button', { name: 'Add Module' }).first().click()
	const form = page.getByRole('form', { name: 'New module' })
	await form.getByLabel('Title').fill(title)
	await form.getByLabel('Description').fill('What this module is about.')
	await form.getByLabel('Type').selectOption({ label: type })
	await form.getByRole('textbox', { name: 'Content' }).fill(`All about ${title}, in a few words.`)
	await fill()
	await form.getByRole('button', { name: 'Create Module' }).click()
	await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
}

async function writeCourse(page: Page, title: string): Promise<string> {
	await page.goto('/admin/courses')
	await awake(page)
	await page.getByRole('button', { name: 'Add Course' }).click()
	const dialog = page.getByRole('dialog', { name: 'Add Course' })
	await dialog.getByRole('button', { name: 'Create Course' }).click()
	await expect(dialog.getByText('Title must be at least 3 characters')).toBeVisible()
	await dialog.getByLabel('Title').fill(title)
	await dialog.getByLabel('Description').fill('From the first call to the signed agreement.')
	await dialog.getByLabel('Difficulty').selectOption('intermediate')
	await dialog.getByRole('button', { name: 'Create Course' }).click()
	await expect(page.getByText('Course created', { exact: true })).toBeVisible()
	// Creating a course opens its workspace.
	await page.waitForURL(/\/admin\/courses\/[^/]+\/modules$/)
	await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
	await expect(page.getByText('No modules yet')).toBeVisible()
	await awake(page)
	return /courses\/([^/]+)\/modules/.exec(page.url())?.[1] ?? ''
}

async function writeModules(page: Page): Promise<void> {
	await addModule(page, 'Text', 'Reading', async () => {})
	await addModule(page, 'Video', 'Watching', async () => {
		await page.getByLabel('Video link').fill('/videos/the-fifteen-minute-call.mp4')
		await page.getByLabel('Duration').fill('1:34')
		await page.getByLabel('Transcript').fill('The spoken words.')
	})
	await addModule(page, 'Quiz', 'Asking', async () => {
		for (const number of [1, 2]) {
			await page.getByRole('button', { name: 'Add a question' }).click()
			const question = page.getByRole('region', { name: `Question ${number}` })
			await question.getByLabel('Question', { exact: true }).fill(`What is right in ${number}?`)
			await question.getByLabel(`Answer 1 of question ${number}`, { exact: true }).fill('The wrong one')
			await question.getByLabel(`Answer 2 of question ${number}`, { exact: true }).fill('The right one')
			await question.getByLabel(`Answer 2 of question ${number} is right`).check()
		}
	})
	await addModule(page, 'Journal', 'Writing', async () => {
		await page.getByLabel('Prompt').fill('What will you change?')
		await page.getByLabel('Word limit').fill('10')
	})
}

async function answerQuiz(page: Page, option: string): Promise<void> {
	const quiz = module(page, 'Asking')
	await quiz.getByLabel(option).check()
	await quiz.getByRole('button', { name: 'Next' }).click()
	await expect(quiz.getByText('Question 2 of 2')).toBeVisible()
	await expect(quiz.getByRole('button', { name: 'Finish Quiz' })).toBeDisabled()
	await quiz.getByLabel(option).check()
	await quiz.getByRole('button', { name: 'Finish Quiz' }).click()
}

async function takeQuiz(page: Page): Promise<void> {
	const quiz = module(page, 'Asking')
	await quiz.getByLabel('The wrong one').check()
	await quiz.getByRole('button', { name: 'Next' }).click()
	await page.reload()
	await expect(quiz.getByText('Question 2 of 2')).toBeVisible()
	await quiz.getByRole('button', { name: 'Previous' }).click()
	await expect(quiz.getByLabel('The wrong one')).toBeChecked()
	await answerQuiz(page, 'The wrong one')
	await expect(quiz.getByRole('heading', { name: 'Not passed yet' })).toBeFocused()
	await expect(quiz.getByRole('button', { name: 'Mark Module as Complete' })).toBeHidden()
	await expect(quiz.getByText('Your answer: The wrong one')).toHaveCount(2)
	await quiz.getByRole('button', { name: 'Retry Quiz' }).click()
	await expect(quiz.locator('legend')).toBeFocused()
	await answerQuiz(page, 'The right one')
	await expect(quiz.getByText('100%')).toBeVisible()
	await quiz.getByRole('button', { name: 'Mark Module as Complete' }).click()
	await expect(quiz.getByRole('button', { name: 'Completed' })).toBeVisible()
}

async function writeJournal(page: Page): Promise<void> {
	const journal = module(page, 'Writing')
	const entry = journal.getByLabel('Your entry')
	const save = journal.getByRole('button', { name: 'Save' })
	await expect(save).toBeDisabled()
	await entry.fill('one two three four five six seven eight nine ten eleven')
	await expect(journal.getByText('11 of 10 words')).toBeVisible()
	await expect(save).toBeDisabled()
	await entry.fill('I will answer before noon.')
	await page.reload()
	await expect(entry).toHaveValue('I will answer before noon.')
	await expect(journal.getByText('Only you and the instructors can read this.')).toBeVisible()
	await save.click()
	await expect(page.getByText('Journal entry saved', { exact: true })).toBeVisible()
	await expect(journal.getByText(/^Saved /)).toBeVisible()
}

async function discuss(page: Page): Promise<void> {
	const reading = module(page, 'Reading')
	await reading.getByRole('tab', { name: 'Discussion' }).click()
	const box = reading.getByLabel('Add a comment')
	await expect(reading.getByRole('button', { name: 'Post Comment' })).toBeDisabled()
	await box.fill('   ')
	await expect(reading.getByRole('button', { name: 'Post Comment' })).toBeDisabled()
	await box.fill('A question about <b>this</b>')
	await reading.getByRole('button', { name: 'Post Comment' }).click()
	await expect(reading.getByText('A question about <b>this</b>')).toBeVisible()
	await expect(box).toHaveValue('')
}

async function answerAsInstructor(page: Page, courseId: string): Promise<void> {
	await page.goto(`/admin/courses/${courseId}/journal`)
	await expect(page.getByText('I will answer before noon.')).toBeVisible()
	await page.getByLabel(/Your feedback to/).fill('Hold on to that.')
	await page.getByRole('button', { name: 'Save Feedback' }).click()
	await expect(page.getByText('No entries waiting for feedback')).toBeVisible()
	await page.goto(`/courses/${courseId}`)
	const reading = module(page, 'Reading')
	await reading.getByRole('tab', { name: 'Discussion' }).click()
	await reading.getByRole('button', { name: /^Reply to/ }).click()
	await reading.getByLabel('Your reply').fill('Here is the answer.')
	await reading.getByRole('button', { name: 'Post Reply' }).click()
	await expect(reading.getByText('Here is the answer.')).toBeVisible()
	await expect(reading.getByText('Instructor', { exact: true })).toBeVisible()
	await reading.getByRole('button', { name: /^Pin/ }).click()
	await expect(reading.getByText('Pinned')).toBeVisible()
}

test('a course goes from its first draft to its last learner', async ({ page, signInAs }) => {
	const title = `Intake for firms of one ${Date.now()}`
	await signInAs('admin')
	const courseId = await writeCourse(page, title)
	await writeModules(page)
	const path = `/courses/${courseId}`

	await test.step('only admins see a draft', async () => {
		expect((await rawPage(page, path)).status).toBe(404)
		expect((await rawPage(page, path)).html).toContain('Course Not Found')
		expect((await rawPage(page, '/courses')).html).not.toContain(title)
		await page.goto(`/admin/courses/${courseId}/preview`)
		await expect(page.getByText('All about Reading, in a few words.')).toBeVisible()
	})

	await test.step('publishing puts it into the HTML', async () => {
		await page.goto(`/admin/courses/${courseId}/modules`)
		await awake(page)
		await page.getByRole('button', { name: 'Publish', exact: true }).click()
		await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
		await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible()
		await expect
			.poll(async () => (await rawPage(page, path)).html, { intervals: [50] })
			.toContain('All about Writing, in a few words.')
		const { html } = await rawPage(page, path)
		expect(html).toContain('"@type":"Course"')
		expect(html).toContain('The spoken words.')
		expect(html).not.toContain('correctAnswer')
		await expect.poll(async () => (await rawPage(page, '/courses')).html, { intervals: [50] }).toContain(title)
	})

	await test.step('a member enrolls and completes every module', async () => {
		await signInAs('member')
		await page.goto(path)
		await page.getByRole('button', { name: 'Enroll in Course' }).click()
		await expect(page.getByText('Enrolled Successfully', { exact: true })).toBeVisible()
		await expect(page.getByText('0/4 complete')).toBeVisible()
		await module(page, 'Reading').getByRole('button', { name: 'Mark Complete' }).click()
		await expect(page.getByText('1/4 complete')).toBeVisible()
		const watching = module(page, 'Watching')
		await expect(watching.locator('video')).toHaveCount(0)
		await watching.getByRole('button', { name: /^Play video/ }).click()
		await expect(watching.locator('video')).toBeVisible()
		await watching.getByRole('tab', { name: 'Transcript' }).click()
		await expect(watching.getByText('The spoken words.')).toBeVisible()
		await watching.getByRole('button', { name: 'Mark Complete' }).click()
		await expect(page.getByText('2/4 complete')).toBeVisible()
		await takeQuiz(page)
		await writeJournal(page)
		await discuss(page)
	})

	await test.step('the instructor replies', async () => {
		await signInAs('admin')
		await answerAsInstructor(page, courseId)
	})

	await test.step('the member sees the reply, and the statistics are correct', async () => {
		await signInAs('member')
		await page.goto(path)
		const writing = module(page, 'Writing')
		await expect(writing.getByText('Hold on to that.')).toBeVisible()
		await writing.getByRole('button', { name: 'Mark Complete' }).click()
		await expect(page.getByText('4/4 complete')).toBeVisible()
		await expectAccessible(page)
		await page.goto('/dashboard')
		await expect(page.getByRole('region', { name: 'Completed' }).getByText(title, { exact: true })).toBeVisible()
		await expectAccessible(page)
		await page.goto('/courses')
		await expect(page.getByRole('tab', { name: 'My Courses' })).toHaveAttribute('aria-selected', 'true')
		const mine = page.getByRole('article').filter({ hasText: title })
		await expect(mine.getByText('4/4 complete')).toBeVisible()
		// Sorted by completion, highest first. Another test may have completed a course of this member too.
		const ratios = (
			await page
				.getByRole('article')
				.getByText(/^\d+\/\d+ complete$/)
				.allTextContents()
		).map((text) => {
			const [done = 0, all = 1] = text.split('/').map((part) => Number.parseInt(part, 10))
			return done / all
		})
		expect(ratios).toEqual(ratios.toSorted((one, other) => other - one))
	})

	await test.step('unpublishing hides it from everyone but admins', async () => {
		await signInAs('admin')
		await page.goto(`/admin/courses/${courseId}/modules`)
		await awake(page)
		await page.getByRole('button', { name: 'Unpublish' }).click()
		const question = page.getByRole('alertdialog', { name: 'Unpublish this course?' })
		await expect(question).toContainText('enrolled. They cannot open the course until you publish it again')
		await question.getByRole('button', { name: 'Unpublish' }).click()
		await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
		await expect.poll(async () => (await rawPage(page, path)).status, { intervals: [50] }).toBe(404)
		await expect.poll(async () => (await rawPage(page, '/courses')).html, { intervals: [50] }).not.toContain(title)
		const modules = (await (
			await page.context().request.get(`/api/courses/${courseId}/modules`)
		).json()) as ModuleInList[]
		const modulePaths = modules.flatMap(({ id }) =>
			['comments', 'journal', 'quiz-attempts'].map((name) => `/modules/${id}/${name}`),
		)
		const coursePaths = ['', '/modules', '/progress', '/user-progress'].map((call) => `/courses/${courseId}${call}`)
		expect(modules).toHaveLength(4)
		const statuses = async (calls: string[]) =>
			Promise.all(calls.map(async (call) => (await page.context().request.get(`/api${call}`)).status()))
		// The author still has access.
		expect(await statuses(coursePaths.slice(0, 2))).toEqual([200, 200])
		await page.goto(`/admin/courses/${courseId}/preview`)
		await expect(page.getByText('All about Reading, in a few words.')).toBeVisible()
		// Neither an enrolled member nor a visitor has access.
		await signInAs('member')
		expect(new Set(await statuses([...coursePaths, ...modulePaths]))).toEqual(new Set([404]))
		await page.goto('/dashboard')
		await expect(page.getByText(title, { exact: true })).toHaveCount(0)
		await signOut(page.context())
		expect(await statuses(coursePaths.slice(0, 2))).toEqual([404, 404])
	})
})

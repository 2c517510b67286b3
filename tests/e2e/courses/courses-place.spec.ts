import type { Browser, BrowserContext, Page } from 'playwright/test'
import {
	courseId,
	enroll,
	heading,
	isOpen,
	module,
	outline,
	path,
	reading,
	setUpPlaces,
} from '../support/course-places.ts'
import { awake, expect, openSession, test } from '../support/fixtures.ts'
import { publishCourse } from '../support/publish-course.ts'
import { send } from '../support/send.ts'
import { PHONE, slowLine } from '../support/slow-line.ts'

// Course positions on a phone with a slow connection: the next device resumes there.

/** Returns the signed-in member's saved positions by module title. */
async function places(page: Page, courseId: string) {
	type Row = { moduleId: string; place?: { scroll?: number; seconds?: number; question?: number } }
	const { request } = page.context()
	const modules: Array<{ id: string; title: string }> = await (
		await request.get(`/api/courses/${courseId}/modules`)
	).json()
	const rows: Row[] = await (await request.get(`/api/courses/${courseId}/user-progress`)).json()
	return Object.fromEntries(
		modules.map(({ id, title }) => [title, rows.find(({ moduleId }) => moduleId === id)?.place]),
	)
}

async function newPhone(browser: Browser, origin: string): Promise<{ context: BrowserContext; page: Page }> {
	const context = await browser.newContext({ viewport: PHONE, baseURL: origin })
	await openSession(context, origin, 'member')
	return { context, page: await context.newPage() }
}

test.describe(() => {
	setUpPlaces()

	/** Scrolls the first module to its paragraph 21. */
	async function scrollToParagraph21(page: Page): Promise<void> {
		const target = page.getByText(/^Paragraph 21\./)
		await expect(target).toBeVisible()
		await page.mouse.move(200, 400)
		const distance = async () => ((await target.boundingBox())?.y ?? 0) - 80
		// Turn the wheel once, then wait: a second turn before the first has scrolled would go too far.
		await page.mouse.wheel(0, await distance())
		await expect.poll(async () => Math.abs(await distance())).toBeLessThan(5)
	}

	test('another phone resumes in the same module at the same line, second and question', async ({
		page,
		browser,
		baseURL,
	}) => {
		await enroll(page)
		await slowLine(page)
		await page.goto(path)
		await expect(page.getByText('0/4 complete')).toBeVisible()
		await awake(page)

		await test.step('one module is open at a time and keeps its state', async () => {
			await expect(module(page, 'Reading').getByText(/^Paragraph 1\./)).toBeVisible()
			expect(await isOpen(page, 'Watching')).toBe(false)
			await module(page, 'Reading').getByRole('link', { name: 'Next module Watching' }).click()
			await expect(heading(page, 'Watching')).toBeFocused()
			await expect(page).toHaveURL(/\?m=/)
			expect(await isOpen(page, 'Reading')).toBe(false)
			await module(page, 'Watching').getByRole('button', { name: 'Play video: Watching' }).click()
			const video = module(page, 'Watching').locator('video')
			await video.evaluate(async (video: HTMLVideoElement) => {
				video.currentTime = 40
				await new Promise((done) => video.addEventListener('timeupdate', done, { once: true }))
			})
			const saveResponse = page.waitForResponse((answer) => answer.url().endsWith('/place'))
			await video.evaluate((video: HTMLVideoElement) => video.pause())
			expect((await saveResponse).status()).toBe(204)
			expect((await saveResponse).headers()['cache-control']).toBe('private, no-store')
			await module(page, 'Watching').getByRole('link', { name: 'Next module Asking' }).click()
			const quiz = module(page, 'Asking')
			await quiz.getByLabel('Yes').check()
			await quiz.getByRole('button', { name: 'Next', exact: true }).click()
			await expect(quiz.getByText('Question 2 of 3')).toBeVisible()
			await outline(page, 'Reading').click()
			await expect(heading(page, 'Reading')).toBeFocused()
			await scrollToParagraph21(page)
			await page.close()
			await expect.poll(async () => (await places(page, courseId)).Asking).toMatchObject({ question: 1 })
			const saved = await places(page, courseId)
			expect(saved.Reading?.scroll).toBeGreaterThan(19.5)
			expect(saved.Reading?.scroll).toBeLessThan(21.5)
			expect(saved.Watching?.seconds).toBeGreaterThanOrEqual(40)
		})

		await test.step('the second phone resumes', async () => {
			const { context, page: other } = await newPhone(browser, baseURL ?? '')
			await slowLine(other)
			// A course is listed as started even if no module is completed.
			await other.goto('/dashboard')
			const started = other.getByRole('region', { name: 'Continue Learning' })
			await expect(started.getByRole('link', { name: /^Continue/ }).filter({ hasText: 'Places' })).toBeVisible()
			const first = other.getByRole('region', { name: 'Reading' })
			await expect(first.getByText('Next: module 1 of 4')).toBeVisible()
			await first.getByRole('link', { name: 'Resume module 1' }).click()
			await expect(heading(other, 'Reading')).toBeFocused()
			await expect(other.getByText(/^Paragraph 21\./)).toBeInViewport()
			await expect(other.getByText(/^Paragraph 19\./)).not.toBeInViewport()
			// Going to another module through the outline keeps the position in this module.
			await other.getByRole('button', { name: 'Outline' }).click()
			await expect(other.getByRole('heading', { name: 'Your Progress' })).toBeInViewport()
			await outline(other, 'Asking').click()
			const quiz = module(other, 'Asking')
			await expect(quiz.getByText('Question 2 of 3')).toBeVisible()
			await quiz.getByRole('button', { name: 'Previous' }).click()
			await expect(quiz.getByLabel('Yes')).toBeChecked()
			await expect(outline(other, 'Asking')).toHaveAttribute('aria-current', 'true')
			await outline(other, 'Watching').click()
			await module(other, 'Watching').getByRole('button', { name: 'Play video: Watching' }).click()
			const video = module(other, 'Watching').locator('video')
			await expect.poll(() => video.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThanOrEqual(40)
			const href = await outline(other, 'Reading').getAttribute('href')
			await other.goto(`${path}${href}`)
			await expect(other.getByText(/^Paragraph 21\./)).toBeInViewport()
			await context.close()
		})
	})

	test('returning from another page or reloading restores the position before the server responds', async ({
		page,
	}) => {
		await enroll(page)
		await page.goto(path)
		await awake(page)
		await scrollToParagraph21(page)
		await page.goto('/dashboard')
		// The content above the module is taller than when the reader left.
		await page.addInitScript(() =>
			addEventListener('DOMContentLoaded', () => {
				const title = document.querySelector('h1')
				if (title) title.style.paddingTop = '600px'
			}),
		)
		const { promise: released, resolve: release } = Promise.withResolvers<void>()
		await page.route('**/api/**', async (route) => {
			await released
			await route.continue()
		})
		const expectPosition = async () => {
			await expect(page.getByText(/^Paragraph 21\./)).toBeInViewport()
			await expect(page.getByText(/^Paragraph 19\./)).not.toBeInViewport()
		}
		await page.goBack()
		await expect(page).toHaveURL(path)
		await expectPosition()
		release()
		await expect(page.getByText('0/4 complete')).toBeAttached()
		await expectPosition()
		await page.reload()
		await expect(page.getByText('0/4 complete')).toBeAttached()
		await expectPosition()
	})

	test('of two tabs, the one used last wins', async ({ page, context }) => {
		await enroll(page)
		await page.goto(path)
		await awake(page)
		const second = await context.newPage()
		await second.goto(path)
		await awake(second)
		await outline(page, 'Watching').click()
		await page.mouse.wheel(0, 30)
		await outline(second, 'Closing').click()
		await second.mouse.wheel(0, 30)
		await second.close()
		await expect.poll(async () => (await places(page, courseId)).Closing).toBeDefined()
		await page.mouse.wheel(0, 30)
		await page.goto('/dashboard')
		await expect.poll(async () => (await places(page, courseId)).Watching).toBeDefined()
		await page.goto(path)
		await expect(heading(page, 'Watching')).toBeFocused()
	})

	test('an expired session does not interrupt reading', async ({ page, context, allowProblem }) => {
		allowProblem(/status of 401/)
		await enroll(page)
		await page.goto(path)
		await awake(page)
		await outline(page, 'Watching').click()
		await module(page, 'Watching').getByRole('button', { name: 'Play video: Watching' }).click()
		const video = module(page, 'Watching').locator('video')
		await expect.poll(() => video.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
		await context.clearCookies({ name: /session$/ })
		const response = page.waitForResponse((answer) => answer.url().endsWith('/place'))
		await video.evaluate((video: HTMLVideoElement) => video.pause())
		expect((await response).status()).toBe(401)
		await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
		await expect(page.locator('#sign-in-ended')).toBeHidden()
		await expect(page.getByText(/could not|failed|error/i)).toHaveCount(0)
	})
})

test('a wide window saves where reading stops, not what scrolls past', async ({ page, signInAs }) => {
	await page.setViewportSize({ width: 1440, height: 900 })
	await signInAs('admin')
	const modules = ['First', 'Second', 'Third'].map((title) => ({ ...reading, title }))
	const id = await publishCourse(page, `Scrolled past ${Date.now()}`, modules)
	await signInAs('member')
	await send(page, 'POST', `/api/courses/${id}/enroll`)
	await page.clock.install()
	await page.goto(`/courses/${id}`)
	await page.clock.runFor(1_000)
	await awake(page)
	/** Scrolls until the outline marks this module as current. */
	const scrollTo = async (title: string) => {
		await page.mouse.move(700, 500)
		await expect(async () => {
			const { y } = (await heading(page, title).boundingBox()) ?? { y: 0 }
			await page.mouse.wheel(0, y - 100)
			await page.clock.runFor(100)
			await expect(outline(page, title)).toHaveAttribute('aria-current', 'true', { timeout: 1_000 })
		}).toPass()
	}
	await scrollTo('Second')
	await scrollTo('Third')
	await page.clock.runFor(1_600)
	await page.goto('/dashboard')
	await expect
		.poll(async () => {
			const saved = await places(page, id)
			return Object.keys(saved).filter((title) => saved[title])
		})
		.toEqual(['Third'])
	await signInAs('admin')
	await send(page, 'DELETE', `/api/courses/${id}`)
})

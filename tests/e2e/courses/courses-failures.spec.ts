import type { Page, Route } from 'playwright/test'
import { awake, expect, expectAccessible, signOut, test } from '../support/fixtures.ts'
import { publishCourse } from '../support/publish-course.ts'
import { send } from '../support/send.ts'

// Messages of a course for failed requests and denied access, and no requests to other sites.

const reading = { title: 'Reading', description: 'What to read.', content: '<p>Read this with care, and twice.</p>' }
const journal = {
	...reading,
	title: 'Writing',
	type: 'journal',
	additionalContent: { prompt: 'What will you change?' },
}
const video = (videoUrl: string) => ({ ...reading, title: 'Watching', type: 'video', additionalContent: { videoUrl } })

const module = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })

test('enrollment, progress and journal report failures and keep the input', async ({
	page,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/Failed to load resource/)
	await signInAs('admin')
	const id = await publishCourse(page, 'Words of a course', [reading, journal])
	await signInAs('member')
	const busy = (method: string) => (route: Route) =>
		route.request().method() === method ? route.fulfill({ status: 503, body: 'Busy' }) : route.continue()

	await page.route('**/api/courses/*/enroll', busy('POST'))
	await page.goto(`/courses/${id}`)
	await awake(page)
	await page.getByRole('button', { name: 'Enroll in Course' }).click()
	await expect(page.getByText('Enrollment Failed', { exact: true })).toBeVisible()
	await expect(page.getByText('Busy', { exact: true })).toBeVisible()
	await page.unrouteAll()
	await page.getByRole('button', { name: 'Enroll in Course' }).click()
	await expect(page.getByText('Enrolled Successfully', { exact: true })).toBeVisible()

	const complete = module(page, 'Reading').getByRole('button', { name: /^Mark Complete/ })
	await page.route('**/api/modules/*/progress', busy('POST'))
	await complete.click()
	await expect(page.getByText('Error updating progress', { exact: true })).toBeVisible()
	await page.unrouteAll()
	await complete.click()
	await expect(page.getByText('Progress saved', { exact: true })).toBeVisible()
	await page.goto('/dashboard')
	await expect(
		page.getByRole('region', { name: 'Continue Learning' }).getByRole('heading', { name: 'Words of a course' }),
	).toBeVisible()
	await page.goto(`/courses/${id}`)
	await module(page, 'Reading')
		.getByRole('button', { name: /^Completed/ })
		.click()
	await expect(page.getByText('Progress reset', { exact: true })).toBeVisible()

	const writing = module(page, 'Writing')
	await page.route('**/api/modules/*/journal', busy('POST'))
	await writing.getByLabel('Your entry').fill('I will answer before noon.')
	await writing.getByRole('button', { name: 'Save' }).click()
	await expect(page.getByText('Error saving journal entry', { exact: true })).toBeVisible()
	await expect(writing.getByLabel('Your entry')).toHaveValue('I will answer before noon.')
	await page.unrouteAll()
	await signInAs('admin')
	await send(page, 'DELETE', `/api/courses/${id}`)
})

test('a failed comment stays in its field, even after a reload', async ({ page, signInAs, allowProblem }) => {
	allowProblem(/Failed to load resource/)
	await signInAs('member')
	await page.goto('/courses/005-client-intake')
	const reading = module(page, 'Who is calling, and why now')
	await reading.getByRole('tab', { name: 'Discussion' }).click()
	await expect(reading.getByText('That is a keeper')).toBeHidden()
	await reading.getByRole('button', { name: 'Show 1 reply' }).click()
	await expect(reading.getByText('That is a keeper')).toBeVisible()
	await page.route('**/api/modules/*/comments', (route) =>
		route.request().method() === 'POST' ? route.fulfill({ status: 503, body: 'Busy right now' }) : route.continue(),
	)
	await reading.getByLabel('Add a comment').fill('A long thought')
	await reading.getByRole('button', { name: 'Post Comment' }).click()
	await expect(page.getByText('Error adding comment', { exact: true })).toBeVisible()
	// The error is below the field and in the toast.
	await expect(reading.getByText('Busy right now', { exact: true })).toBeVisible()
	await expect(reading.getByLabel('Add a comment')).toHaveValue('A long thought')
	await page.reload()
	await reading.getByRole('tab', { name: 'Discussion' }).click()
	await expect(reading.getByLabel('Add a comment')).toHaveValue('A long thought')
	await reading.getByLabel('Add a comment').fill('')
})

test('a failed load names what is missing and offers a retry', async ({ page, signInAs, allowProblem }) => {
	allowProblem(/Failed to load resource/)
	await signInAs('member')
	await page.route('**/api/user/courses', (route) => route.fulfill({ status: 500, body: 'Out of order' }))
	await page.goto('/courses')
	await page.getByRole('tab', { name: 'My Courses' }).click()
	const myCourses = page.getByRole('tabpanel', { name: 'My Courses' })
	await expect(myCourses.getByText('Failed to fetch enrolled courses', { exact: true })).toBeVisible()
	await expect(myCourses.getByText('Out of order', { exact: true })).toBeVisible()
	await page.unrouteAll()
	await myCourses.getByRole('button', { name: 'Try again' }).click()
	await expect(myCourses.getByText('Failed to fetch enrolled courses')).toBeHidden()
})

test('a video whose player cannot be loaded shows an error, and plays after a retry', async ({
	page,
	context,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/Failed to load resource|request to the outside: https:\/\/player\.vimeo\.com/)
	await context.route('https://player.vimeo.com/**', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
	await signInAs('admin')
	const id = await publishCourse(page, 'A video that fails', [video('https://vimeo.com/123456789')])
	await page.goto(`/courses/${id}`)
	await awake(page)
	await context.route('**/_astro/video-acts.*.js', (route) => route.abort())
	const cover = page.getByRole('button', { name: 'Play video: Watching' })
	await cover.click()
	const failure = page.getByRole('alert').filter({ hasText: 'The video player could not be loaded.' })
	await expect(failure).toBeVisible()
	const retry = page.getByRole('button', { name: 'Try again' })
	await expect(retry).toBeFocused()
	await expectAccessible(page)
	await page.keyboard.press('Enter')
	await expect(retry).toBeFocused()
	await context.unroute('**/_astro/video-acts.*.js')
	await page.keyboard.press('Enter')
	await expect(page.locator('iframe[title="Watching"]')).toBeFocused()
	await expect(failure).toHaveCount(0)
	await send(page, 'DELETE', `/api/courses/${id}`)
})

test('a course keeps its content while module progress is refetched', async ({ page, signInAs, allowProblem }) => {
	allowProblem(/Failed to load resource/)
	await signInAs('admin')
	const id = await publishCourse(page, 'A course half known', [reading, journal])
	await signInAs('member')
	await page.goto(`/courses/${id}`)
	await page.getByRole('button', { name: 'Enroll in Course' }).click()
	await expect(page.getByText('0/2 complete')).toBeVisible()

	let release = () => {}
	const released = new Promise<void>((resolve) => (release = resolve))
	let isFailing = true
	await page.route('**/api/courses/*/user-progress', async (route) => {
		if (isFailing) return route.fulfill({ status: 400, body: 'Out of order' })
		await released
		await route.continue()
	})
	await page.reload()
	await expect(page.getByText('Failed to fetch module progress', { exact: true })).toBeVisible()
	const outline = page.getByRole('link', { name: /Module 2 of 2:\s*Writing/ })
	await expect(outline).toBeVisible()
	isFailing = false
	await page.getByRole('button', { name: 'Try again' }).first().click()
	await expect(page.getByText('0/2 complete')).toBeVisible()
	await expect(outline).toBeVisible()
	release()
	await expect(module(page, 'Reading').getByRole('button', { name: /^Mark Complete/ })).toBeEnabled()

	await page.unrouteAll()
	await signInAs('admin')
	await send(page, 'DELETE', `/api/courses/${id}`)
})

test('a comment without a date is shown', async ({ page, signInAs }) => {
	await signInAs('member')
	await page.route('**/api/modules/*/comments*', async (route) => {
		const answer = await route.fetch()
		const comments: object[] = await answer.json()
		await route.fulfill({ response: answer, json: comments.map((one) => ({ ...one, createdAt: 'not a date' })) })
	})
	await page.goto('/courses/005-client-intake')
	const intake = module(page, 'Who is calling, and why now')
	await intake.getByRole('tab', { name: 'Discussion' }).click()
	await expect(intake.getByText('date unknown').first()).toBeVisible()
})

test('a visitor must sign in to join a discussion', async ({ page }) => {
	await page.goto('/courses/005-client-intake')
	const intake = module(page, 'Who is calling, and why now')
	await intake.getByRole('tab', { name: 'Discussion' }).click()
	await expect(intake.getByText('Login Required', { exact: true })).toBeVisible()
	await expect(intake.getByText('Please log in to participate in discussions.')).toBeVisible()
})

for (const { name, link, frame } of [
	{
		name: 'YouTube',
		link: 'https://www.youtube.com/watch?v=M7lc1UVf-VE',
		frame: /^https:\/\/www\.youtube-nocookie\.com\/embed\/M7lc1UVf-VE/,
	},
	{ name: 'Vimeo', link: 'https://vimeo.com/76979871', frame: /^https:\/\/player\.vimeo\.com\/video\/76979871/ },
])
	test(`${name} gets no request before the video is played`, async ({ page, signInAs, allowProblem }) => {
		await signInAs('admin')
		const id = await publishCourse(page, 'Words of a course', [video(link)])
		await signOut(page.context())
		// Any external request fails the test until the click allows this one.
		await page.goto(`/courses/${id}`)
		const watching = module(page, 'Watching')
		await expect(watching.getByText(`Plays from ${name}`)).toBeVisible()
		await expect(watching.locator('iframe')).toHaveCount(0)
		allowProblem(new RegExp(frame.source.slice(1)))
		allowProblem(/ERR_|Failed to load resource/)
		await page.route(frame, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Player</title>' }))
		await watching.getByRole('button', { name: /^Play video/ }).click()
		await expect(watching.locator('iframe')).toHaveAttribute('src', frame)
		await signInAs('admin')
		await send(page, 'DELETE', `/api/courses/${id}`)
	})

test('deleting a course asks for confirmation', async ({ page, signInAs }) => {
	await signInAs('admin')
	const id = await publishCourse(page, 'Asked about before it goes', [])
	await page.goto('/admin/courses')
	await awake(page)
	const questions: string[] = []
	page.once('dialog', (dialog) => {
		questions.push(dialog.message())
		void dialog.dismiss()
	})
	const card = page.getByRole('article').filter({ hasText: 'Asked about before it goes' }).first()
	await card.getByRole('button', { name: /^Delete/ }).click()
	expect(questions).toEqual([
		expect.stringMatching(
			/^Are you sure you want to delete this course\? This action cannot be undone\.\n\n.*An admin can restore it from Recently deleted for 30 days\.$/,
		),
	])
	await expect(card).toBeVisible()
	page.once('dialog', (dialog) => void dialog.accept())
	await card.getByRole('button', { name: /^Delete/ }).click()
	await expect(page.getByText('Course deleted', { exact: true })).toBeVisible()
	expect((await page.context().request.get(`/api/courses/${id}`)).status()).toBe(404)
})

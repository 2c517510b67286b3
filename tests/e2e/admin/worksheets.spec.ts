import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import type { Kind } from '#src/features/media/kinds.ts'
import { sampleDocument, samplePdf, samplePicture } from '#tests/support/media/media-samples.ts'
import { awake, expect, expectAccessible, signOut, test } from '../support/fixtures.ts'
import { publishCourse } from '../support/publish-course.ts'
import { send } from '../support/send.ts'

// Worksheets from the author's form to the member's download, and a video with captions.

const reading = { title: 'Reading', description: 'What to read.', content: '<p>Read this with care, and twice.</p>' }
const VIDEO = new URL('../../fixtures/videos/four-seconds.webm', import.meta.url)
const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:04.000\nA call in four seconds\n'

/** Selects files as the browser's file dialog would. */
const choose = (form: Locator, purpose: Kind | 'worksheet' | 'picture', ...files: Array<[string, string, Buffer]>) =>
	form
		.locator(`input[data-upload="${purpose}"]`)
		.first()
		.setInputFiles(files.map(([name, mimeType, buffer]) => ({ name, mimeType, buffer })))

async function openForm(page: Page, courseId: string): Promise<Locator> {
	await page.goto(`/admin/courses/${courseId}/modules`)
	await awake(page)
	await page.getByRole('button', { name: /^Edit/ }).click()
	return page.getByRole('form', { name: 'Edit module' })
}

const names = (form: Locator) =>
	form.getByLabel(/^Name of file \d/).evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))

async function save(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Save Module' }).click()
	await expect(page.getByRole('form', { name: 'Edit module' })).toHaveCount(0)
}

for (const width of [390, 1440])
	test(`worksheets are uploaded, ordered, renamed and removed, and only enrolled members get them, at ${width}`, async ({
		page,
		context,
		signInAs,
		allowProblem,
	}) => {
		// The server's responses to unauthorized downloads.
		allowProblem(/status of 40[14]/)
		await page.setViewportSize({ width, height: 900 })
		await signInAs('admin')
		const title = `Handed out at ${width}`
		const id = await publishCourse(page, title, [reading])
		const form = await openForm(page, id)
		await choose(
			form,
			'worksheet',
			[`fee_agreement-${width}.pdf`, 'application/pdf', samplePdf],
			[`Intake form ${width}.docx`, '', sampleDocument()],
		)
		await expect.poll(() => names(form)).toEqual([`Fee agreement-${width}`, `Intake form ${width}`])
		await form.getByRole('button', { name: `Move Intake form ${width} up` }).click()
		await form.getByLabel('Name of file 2').fill('The fee agreement')
		// An empty name is not saved, and the field shows the error.
		await form.getByLabel('Name of file 1').fill('')
		await page.getByRole('button', { name: 'Save Module' }).click()
		await expect(form.getByText('Name the file', { exact: true }).first()).toBeVisible()
		await form.getByLabel('Name of file 1').fill('The intake form')
		await expectAccessible(page)
		expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
		await save(page)

		// Attach from the library. Attaching the same file twice is ignored.
		await openForm(page, id)
		await form.getByRole('button', { name: 'Remove The fee agreement' }).click()
		await form.getByRole('button', { name: 'Choose from the library' }).click()
		const picker = page.getByRole('dialog', { name: 'Attach from the library' })
		await picker.getByLabel('Search').fill(`agreement-${width}`)
		const attach = picker.getByRole('button', { name: `Attach fee_agreement-${width}.pdf` })
		await attach.click()
		await expect(picker.getByRole('button', { name: `Attached fee_agreement-${width}.pdf` })).toBeDisabled()
		await expectAccessible(page)
		await picker.getByRole('button', { name: 'Done' }).click()
		expect(await names(form)).toEqual(['The intake form', `Fee agreement-${width}`])
		await save(page)

		// A visitor sees the list and is sent to the sign-in page and back.
		const sheet = page
			.getByRole('region', { name: 'Worksheets of Reading' })
			.getByRole('link', { name: /^The intake form/ })
		await signOut(context)
		await expect
			.poll(async () => (await (await context.request.get(`/courses/${id}`)).text()).includes(`Fee agreement-${width}`))
			.toBe(true)
		await page.goto(`/courses/${id}`)
		await expect(sheet).toContainText('Word, 0.3 kB')
		await sheet.click()
		await expect(page).toHaveURL(new RegExp(`/auth\\?next=%2Fcourses%2F${id}`))

		await signInAs('member')
		await page.goto(`/courses/${id}`)
		await awake(page)
		await sheet.click()
		await expect(page.getByText('This file is for members enrolled in this course.')).toBeVisible()
		await expectAccessible(page)
		await send(page, 'POST', `/api/courses/${id}/enroll`)
		const [download] = await Promise.all([page.waitForEvent('download'), sheet.click()])
		expect(download.suggestedFilename()).toBe(`Intake form ${width}.docx`)
		expect((await readFile(await download.path())).equals(sampleDocument())).toBe(true)
		await expect(page.getByText('This file is for members enrolled in this course.')).toHaveCount(0)

		// Print shows the list without its controls.
		await page.emulateMedia({ media: 'print' })
		await expect(sheet).toBeVisible()
		await expect(page.locator('.worksheet-icon:visible')).toHaveCount(0)
	})

test('a picture among the worksheets is rejected in place', async ({ page, signInAs, allowProblem }) => {
	allowProblem(/status of 400/)
	await signInAs('admin')
	const form = await openForm(page, await publishCourse(page, 'Refused', [reading]))
	await choose(form, 'worksheet', ['desk.jpg', 'image/jpeg', await samplePicture(40, 40)])
	await expect(form.getByRole('alert')).toContainText('Attach a PDF, a document or an audio file.')
	expect(await names(form)).toEqual([])
})

test('a video is uploaded with captions and a poster, and plays with its captions', async ({ page, signInAs }) => {
	await signInAs('admin')
	const id = await publishCourse(page, 'A video of our own', [reading])
	const form = await openForm(page, id)
	await form.getByLabel('Type').selectOption('video')
	await choose(form, 'video', ['call.webm', 'video/webm', await readFile(VIDEO)])
	await expect(form.getByRole('textbox', { name: 'Video link' })).toHaveValue(/^\/media\/[\da-z]{20}\/call\.webm$/)
	await choose(form, 'captions', ['call.vtt', 'text/vtt', Buffer.from(CAPTIONS)])
	await expect(form.getByRole('textbox', { name: /^Captions/ })).toHaveValue(/call\.vtt$/)
	await choose(form, 'picture', ['poster.jpg', 'image/jpeg', await samplePicture(320, 180)])
	await expect(form.getByRole('textbox', { name: /^Poster/ })).toHaveValue(/poster\.webp$/)
	await page.getByRole('button', { name: 'Save Module' }).click()
	await page.getByRole('button', { name: 'Save as a video' }).click()
	await expect(form).toHaveCount(0)

	await signInAs('member')
	await expect
		.poll(async () => (await (await page.context().request.get(`/courses/${id}`)).text()).includes('call.webm'))
		.toBe(true)
	await page.goto(`/courses/${id}`)
	await page.getByRole('button', { name: 'Play video: Reading' }).click()
	const video = page.locator('video')
	await expect.poll(() => video.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
	const playback = () =>
		video.evaluate(({ textTracks, videoWidth }: HTMLVideoElement) => ({
			mode: textTracks[0]?.mode,
			words: [...(textTracks[0]?.cues ?? [])].map((cue) => (cue as VTTCue).text),
			videoWidth,
		}))
	await expect.poll(playback).toEqual({ mode: 'showing', words: ['A call in four seconds'], videoWidth: 320 })
})

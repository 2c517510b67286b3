import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import type { MediaItem } from '#src/features/media/contract.ts'
import { SMALL_PART } from '#src/features/media/contract.ts'
import { samplePicture, sampleVideo } from '#tests/support/media/media-samples.ts'
import { awake, expect, expectAccessible, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
/** Selects a file as the browser's file dialog would. */
const choose = async (page: Page, purpose: string, name: string, mimeType: string, buffer: Buffer) =>
	page.locator(`input[data-upload="${purpose}"]`).first().setInputFiles({ name, mimeType, buffer })
const find = async (page: Page, name: string) =>
	(await send<MediaItem[]>(page, 'GET', `/api/admin/media?search=${encodeURIComponent(name)}`))[0]

async function openLibrary(page: Page): Promise<void> {
	await page.goto('/admin/media')
	await awake(page)
}

for (const [where, viewport] of Object.entries({ 'a phone': PHONE, 'a desktop': DESKTOP }))
	test(`a picture is uploaded, found, opened and deleted on ${where}`, async ({ page, signInAs }) => {
		await signInAs('admin')
		await page.setViewportSize(viewport)
		await openLibrary(page)
		const name = `portrait-${viewport.width}.jpg`
		await choose(page, 'library', name, 'image/jpeg', await samplePicture())
		await expect(rowOf(page, name)).toBeVisible()
		await expect(page.getByRole('status').filter({ hasText: `${name} is uploaded.` })).toHaveCount(1)
		await expect(rowOf(page, name).locator('img')).toHaveJSProperty('complete', true)
		await expectAccessible(page)
		expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
		const { url = '' } = (await find(page, name)) ?? {}
		const answer = await page.context().request.get(url)
		expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/webp'])
		await page.getByRole('button', { name: `More for ${name}` }).click()
		await page.getByRole('menuitem', { name: 'Delete' }).click()
		const dialog = page.getByRole('alertdialog')
		await expect(dialog).toContainText(`${name} is not used anywhere.`)
		await expectAccessible(page)
		await dialog.getByRole('button', { name: 'Delete' }).click()
		await expect(rowOf(page, name)).toHaveCount(0)
		expect((await page.context().request.get(url)).status()).toBe(404)
	})

test('a cover is uploaded next to its URL field, and the library shows where it is used', async ({
	page,
	signInAs,
}) => {
	await signInAs('admin')
	await page.setViewportSize(DESKTOP)
	await page.goto('/admin/courses')
	await awake(page)
	await page.getByRole('button', { name: 'Add Course' }).first().click()
	const dialog = page.getByRole('dialog')
	await dialog.getByLabel('Title').fill('A course with a cover')
	await dialog.getByLabel('Description').fill('What it is about, in a sentence.')
	// Pasted like an image copied from another program.
	const bytes = [...(await samplePicture(640, 400))]
	await dialog.getByLabel(/^Image URL/).evaluate((field, content) => {
		const data = new DataTransfer()
		data.items.add(new File([new Uint8Array(content)], 'cover-of-a-course.jpg', { type: 'image/jpeg' }))
		field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
	}, bytes)
	await expect(dialog.getByLabel(/^Image URL/)).toHaveValue(/^\/media\/[\da-z]{20}\/cover-of-a-course\.webp$/)
	await dialog.getByRole('button', { name: 'Create Course' }).click()
	await page.waitForURL(/\/admin\/courses\/[^/]+\/modules$/)
	await openLibrary(page)
	await expect(rowOf(page, 'cover-of-a-course.jpg').getByRole('link', { name: 'A course with a cover' })).toBeVisible()
	await page.getByRole('button', { name: 'More for cover-of-a-course.jpg' }).click()
	await page.getByRole('menuitem', { name: 'Delete' }).click()
	await expect(page.getByRole('alertdialog').getByRole('link', { name: 'A course with a cover' })).toBeVisible()
})

test('an upload interrupted by a reload resumes where it stopped', async ({ page, signInAs }) => {
	await signInAs('admin')
	await openLibrary(page)
	const name = 'talk-in-parts.mp4'
	const video = sampleVideo({ bytes: SMALL_PART * 2 })
	const sent: string[] = []
	page.on('request', (request) => {
		if (request.method() === 'PUT') sent.push(request.url().split('/').at(-1) ?? '')
	})
	// The second part never completes.
	const { promise: held, resolve: release } = Promise.withResolvers<void>()
	await page.route('**/parts/2', async (route) => {
		await held
		await route.abort().catch(() => undefined)
	})
	await choose(page, 'library', name, 'video/mp4', video)
	// Two parts upload concurrently, so the third overtakes the second.
	await expect.poll(() => sent.toSorted()).toEqual(['1', '2', '3'])
	const { id: uploadId } = (await find(page, name)) ?? {}
	const parts = async () => (await send<{ there: number[] }>(page, 'GET', `/api/admin/media/${uploadId}/parts`)).there
	await expect.poll(parts).toEqual([1, 3])
	await expect(page.getByRole('progressbar', { name: `Upload of ${name}` })).toBeVisible()
	page.once('dialog', (dialog) => void dialog.accept())
	await page.reload()
	release()
	await page.unroute('**/parts/2')
	await awake(page)
	await expect(rowOf(page, name)).toContainText('Not finished')
	sent.length = 0
	await choose(page, 'library', name, 'video/mp4', video)
	await expect(rowOf(page, name)).toContainText('Everyone')
	expect(sent).toEqual(['2'])
	const { id, seconds } = (await find(page, name)) ?? {}
	expect(seconds).toBe(12)
	await send(page, 'DELETE', `/api/admin/media/${id}`)
})

test('a rejected file shows its reason in place', async ({ page, signInAs, allowProblem }) => {
	allowProblem(/status of 400/)
	await signInAs('admin')
	await openLibrary(page)
	await choose(page, 'library', 'logo.svg', 'image/svg+xml', Buffer.from('<svg/>'))
	await expect(page.getByRole('alert').filter({ hasText: 'SVG files can contain scripts' })).toBeVisible()
	await choose(page, 'library', 'broken.png', 'image/png', Buffer.from('no picture'))
	await expect(page.getByRole('alert').filter({ hasText: 'This is not a picture we can read' })).toBeVisible()
	// The failed upload leaves no entry in the list.
	expect(await find(page, 'broken.png')).toBeUndefined()
})

for (const viewport of [PHONE, DESKTOP])
	test(`a film and a picture from a phone are accepted as they are, at ${viewport.width} pixels`, async ({
		page,
		signInAs,
	}) => {
		await signInAs('admin')
		await page.setViewportSize(viewport)
		await openLibrary(page)
		const film = `film-${viewport.width}.mov`
		const picture = `IMG_${viewport.width}.HEIC`
		await choose(page, 'library', film, 'video/quicktime', await readFile('tests/fixtures/films/iphone.mov'))
		await expect(rowOf(page, film)).toBeVisible()
		await choose(page, 'library', picture, 'image/heic', await readFile('tests/fixtures/pictures/grid.heic'))
		await expect(rowOf(page, picture)).toBeVisible()
		await expect
			.poll(() =>
				rowOf(page, picture)
					.locator('img')
					.evaluate((image: HTMLImageElement) => image.naturalWidth),
			)
			.toBeGreaterThan(0)
		const { url = '', id } = (await find(page, film)) ?? {}
		const seconds = await page.evaluate(
			(src) =>
				new Promise<number>((resolve, reject) => {
					const video = document.createElement('video')
					video.muted = true
					video.onerror = () => reject(new Error(video.error?.message))
					video.onended = () => resolve(Math.round(video.duration))
					video.src = src
					void video.play()
				}),
			url,
		)
		expect(seconds).toBe(2)
		await send(page, 'DELETE', `/api/admin/media/${id}`)
	})

test('a video that cannot be played is rejected before any byte of it is sent', async ({ page, signInAs }) => {
	await signInAs('admin')
	await openLibrary(page)
	const calls: string[] = []
	page.on('request', (request) => void (request.method() === 'GET' || calls.push(request.url())))
	const whole = await readFile('tests/fixtures/films/android-phone.mp4')
	const alert = (text: string) => page.getByRole('alert').filter({ hasText: text })
	await choose(page, 'library', 'cut.mp4', 'video/mp4', whole.subarray(0, 3_000))
	await expect(alert('This video is incomplete: the recording or the copy was interrupted.')).toBeVisible()
	const corrupt = Buffer.from(whole)
	corrupt.writeUInt32BE(0x7fff_ffff, corrupt.indexOf('stco') + 12)
	await choose(page, 'library', 'corrupt.mp4', 'video/mp4', corrupt)
	await expect(alert('The index of this video does not match its content')).toBeVisible()
	await choose(page, 'library', 'hevc.mov', 'video/quicktime', sampleVideo({ coding: 'hvc1', startsAtOnce: false }))
	await expect(alert('This video uses HEVC')).toBeVisible()
	await expectAccessible(page)
	expect(calls.filter((url) => url.includes('/api/admin/media'))).toEqual([])
})

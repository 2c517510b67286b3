import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { publishCourse } from '../support/publish-course.ts'
import { send } from '../support/send.ts'

// A video stays visible next to its transcript, whose lines seek the video.

const course = '/courses/005-client-intake'
const TITLE = 'The fifteen-minute call'
const module = (page: Page, title = TITLE) => page.getByRole('article', { name: title, exact: true })

/** Opens the video's module with its transcript. */
async function openTranscript(page: Page): Promise<void> {
	const all: Array<{ id: string; title: string }> = await (await page.request.get(`/api${course}/modules`)).json()
	await page.goto(`${course}?m=${all.find(({ title }) => title === TITLE)?.id}`)
	await module(page).getByRole('tab', { name: 'Transcript' }).click()
}

const frameBox = async (page: Page) => {
	const { x = 0, y = 0, width = 0, height = 0 } = (await module(page).locator('.video-frame').boundingBox()) ?? {}
	return { x, y, width, height }
}

for (const [device, width] of [
	['a phone', 390],
	['a desktop', 1440],
] as const)
	test(`the video stays visible next to its transcript on ${device}`, async ({ page, signInAs }) => {
		await page.setViewportSize({ width, height: 844 })
		await signInAs('member')
		await openTranscript(page)
		const lines = module(page).getByRole('button', { name: /^Play from/ })
		await expect(lines).toHaveCount(9)
		await expectAccessible(page)
		await lines.nth(4).focus()
		await page.keyboard.press('Enter')
		const video = module(page).locator('video')
		await expect.poll(() => video.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThanOrEqual(46)
		await expect(lines.nth(4)).toBeFocused()
		await page.keyboard.press('Shift+Tab')
		await page.keyboard.press('Enter')
		await expect.poll(() => video.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeLessThan(46)
		await lines.last().scrollIntoViewIfNeeded()
		await page.mouse.move(width - 50, 600)
		await page.mouse.wheel(0, 200)
		const last = lines.last()
		await expect.poll(async () => (await last.boundingBox())?.y ?? 844).toBeLessThan(700)
		await expect(video).toBeInViewport({ ratio: 1 })
		const [frame, line] = [await frameBox(page), (await last.boundingBox()) ?? { x: 0, y: 0 }]
		if (width < 1200) expect(frame.y + frame.height).toBeLessThanOrEqual(line.y)
		else expect(frame.x + frame.width).toBeLessThanOrEqual(line.x)
	})

test('in a short window the video scrolls away and leaves the space to the text', async ({ page, signInAs }) => {
	await page.setViewportSize({ width: 320, height: 256 })
	await signInAs('member')
	await openTranscript(page)
	await expect(module(page).getByRole('button', { name: /^Play from/ })).toHaveCount(9)
	await module(page).getByText('If the decision is no').scrollIntoViewIfNeeded()
	await expect(module(page).locator('.video-frame')).not.toBeInViewport()
})

test('times in the text seek too, except in a player that cannot seek', async ({ page, signInAs }) => {
	const transcript = '0:00\nGood morning.\n0:41\nThe names come first.'
	const watching = (title: string, videoUrl: string) => ({
		...{ title, description: 'What to watch.', type: 'video', content: '' },
		additionalContent: { videoUrl, transcript },
	})
	await signInAs('admin')
	const id = await publishCourse(page, `Spoken ${Date.now()}`, [
		watching('Here', '/videos/the-fifteen-minute-call.mp4'),
		watching('Elsewhere', 'https://video.example/talk'),
	])
	await page.setViewportSize({ width: 1440, height: 844 })
	await page.goto(`/courses/${id}`)
	for (const title of ['Here', 'Elsewhere']) await module(page, title).getByRole('tab', { name: 'Transcript' }).click()
	await expect(module(page, 'Elsewhere').getByText('0:41 The names come first.')).toBeVisible()
	await expect(module(page, 'Elsewhere').getByRole('button', { name: /^Play from/ })).toHaveCount(0)
	await module(page, 'Here').getByRole('button', { name: 'Play from 0:41' }).click()
	const video = module(page, 'Here').locator('video')
	await expect.poll(() => video.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThanOrEqual(41)
	await page.goto('about:blank')
	await send(page, 'DELETE', `/api/courses/${id}`)
})

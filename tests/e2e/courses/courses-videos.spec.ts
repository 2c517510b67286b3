import type { Page } from 'playwright/test'
import { awake, expect, test } from '../support/fixtures.ts'
import { publishCourse } from '../support/publish-course.ts'
import { send } from '../support/send.ts'

// The playback position of YouTube and Vimeo videos is saved like that of files: their players report it in messages.
// Fake players at the real URLs send the same messages.

const text = { description: 'What to watch.', content: '<p>Watch this with care.</p>', type: 'video' }
const videos = {
	YouTube: 'https://www.youtube.com/watch?v=abc_DEF-123',
	Vimeo: 'https://vimeo.com/123456789',
}

/** A fake player: sends the messages that the test provides, and records those it receives. */
const player = (ready: string) => `<!doctype html><title>Player</title><script>
	window.inbox = []
	addEventListener('message', ({ data, source, origin }) => {
		window.inbox.push({ data, origin })
		window.post = (message) => source.postMessage(JSON.stringify(message), origin)
	})
	${ready}
</script>`
const players = {
	'https://www.youtube-nocookie.com/**': player(''),
	'https://player.vimeo.com/**': player("parent.postMessage(JSON.stringify({ event: 'ready' }), '*')"),
}

let courseId = ''

test.beforeEach(async ({ page, context, signInAs, allowProblem }) => {
	allowProblem(/request to the outside: https:\/\/(www\.youtube-nocookie|player\.vimeo)\.com/)
	for (const [urlPattern, body] of Object.entries(players))
		await context.route(urlPattern, (route) => route.fulfill({ contentType: 'text/html', body }))
	await signInAs('admin')
	const modules = Object.entries(videos).map(([title, videoUrl]) => ({
		...text,
		title,
		additionalContent: { videoUrl },
	}))
	courseId = await publishCourse(page, `Videos ${Date.now()}`, modules)
	await signInAs('member')
	await send(page, 'POST', `/api/courses/${courseId}/enroll`)
})
test.afterEach(async ({ page, signInAs }) => {
	await page.goto('about:blank')
	await signInAs('admin')
	await send(page, 'DELETE', `/api/courses/${courseId}`)
})

async function open(page: Page): Promise<void> {
	await page.goto(`/courses/${courseId}`)
	await expect(page.getByText('0/2 complete')).toBeVisible()
	await awake(page)
}

/** Starts a video and returns its player once the page listens to it. */
async function play(page: Page, title: string) {
	await page.getByRole('button', { name: `Play video: ${title}` }).click()
	const frame = page.frameLocator(`iframe[title="${title}"]`).owner()
	const inside = await (await frame.elementHandle())?.contentFrame()
	if (!inside) throw new Error('no player')
	await inside.waitForFunction(() => 'post' in window)
	const post = (message: object) =>
		inside.evaluate((message) => (window as unknown as { post(message: object): void }).post(message), message)
	const inbox = async () =>
		(await inside.evaluate(() => (window as unknown as { inbox: Array<{ data: string; origin: string }> }).inbox)).map(
			({ data, origin }) => ({ origin, message: JSON.parse(data) as Record<string, unknown> }),
		)
	return { frame, post, inbox }
}

const secondsOf = async (page: Page, title: string) => {
	const { request } = page.context()
	const modules: Array<{ id: string; title: string }> = await (
		await request.get(`/api/courses/${courseId}/modules`)
	).json()
	const id = modules.find((each) => each.title === title)?.id
	const rows: Array<{ moduleId: string; place?: { seconds?: number } }> = await (
		await request.get(`/api/courses/${courseId}/user-progress`)
	).json()
	return rows.find(({ moduleId }) => moduleId === id)?.place?.seconds
}

test('saves the position of a YouTube video at a pause, and the next visit resumes there', async ({
	page,
	baseURL,
}) => {
	await open(page)
	const video = await play(page, 'YouTube')
	const frameUrl = new URL((await video.frame.getAttribute('src')) ?? '')
	expect([frameUrl.origin, frameUrl.searchParams.get('enablejsapi'), frameUrl.searchParams.get('origin')]).toEqual([
		'https://www.youtube-nocookie.com',
		'1',
		baseURL,
	])
	expect(frameUrl.searchParams.has('start')).toBe(false)
	expect((await video.inbox())[0]).toEqual({
		origin: baseURL,
		message: { event: 'listening', id: 1, channel: 'widget' },
	})
	await video.post({ event: 'initialDelivery', info: { currentTime: 0, playerState: -1, duration: 600 } })
	await video.post({ event: 'infoDelivery', info: { playerState: 1 } })
	await video.post({ event: 'infoDelivery', info: { currentTime: 83.6 } })
	const saveResponse = page.waitForResponse((answer) => answer.url().endsWith('/place'))
	await video.post({ event: 'infoDelivery', info: { playerState: 2 } })
	expect((await saveResponse).status()).toBe(204)
	expect(await secondsOf(page, 'YouTube')).toBe(83)
	await open(page)
	const resumed = await play(page, 'YouTube')
	expect(new URL((await resumed.frame.getAttribute('src')) ?? '').searchParams.get('start')).toBe('83')
	await resumed.post({ event: 'infoDelivery', info: { currentTime: 600, playerState: 1 } })
	const ended = page.waitForResponse((answer) => answer.url().endsWith('/place'))
	await resumed.post({ event: 'infoDelivery', info: { playerState: 0 } })
	await ended
	// A completed video starts over.
	expect(await secondsOf(page, 'YouTube')).toBe(0)
})

test('saves the position of a Vimeo video, even when the page is left while it plays', async ({ page, baseURL }) => {
	await open(page)
	const video = await play(page, 'Vimeo')
	await expect
		.poll(async () => (await video.inbox()).map(({ origin, message }) => [origin, message.method, message.value]))
		.toContainEqual([baseURL, 'addEventListener', 'timeupdate'])
	await video.post({ event: 'timeupdate', data: { seconds: 41.2, percent: 0.1, duration: 400 } })
	const saveResponse = page.waitForResponse((answer) => answer.url().endsWith('/place'))
	await video.post({ event: 'pause', data: { seconds: 41.9, percent: 0.1, duration: 400 } })
	expect((await saveResponse).status()).toBe(204)
	expect(await secondsOf(page, 'Vimeo')).toBe(41)
	await video.post({ event: 'timeupdate', data: { seconds: 97.4, percent: 0.2, duration: 400 } })
	await page.goto('/dashboard')
	await expect.poll(() => secondsOf(page, 'Vimeo')).toBe(97)
	await open(page)
	const resumed = await play(page, 'Vimeo')
	expect(await resumed.frame.getAttribute('src')).toMatch(/#t=97s$/)
})

test('accepts only valid messages of the player, and none of the page, another frame or another origin', async ({
	page,
}) => {
	await open(page)
	const [youtube, vimeo] = [await play(page, 'YouTube'), await play(page, 'Vimeo')]
	const reports: string[] = []
	await page.exposeFunction('record', (title: string, seconds: number) => void reports.push(`${title} ${seconds}`))
	await page.evaluate(() =>
		document.addEventListener('video-reported', (event) => {
			const { record } = window as unknown as { record(title: string, seconds: number): void }
			record((event.target as HTMLIFrameElement).title, (event as CustomEvent<{ seconds: number }>).detail.seconds)
		}),
	)
	await page.evaluate(() => {
		const message = JSON.stringify({ event: 'infoDelivery', info: { currentTime: 111, playerState: 2 } })
		window.postMessage(message, '*')
	})
	// A message in the other player's format, and invalid ones.
	await vimeo.post({ event: 'infoDelivery', info: { currentTime: 222, playerState: 2 } })
	await youtube.post({ event: 'timeupdate', data: { seconds: 333 } })
	for (const info of [null, 'x', { currentTime: 'soon' }, { currentTime: -4 }, { currentTime: null }])
		await youtube.post({ event: 'infoDelivery', info })
	await vimeo.post({ event: 'constructor', data: { seconds: 444 } })
	// Messages arrive in order: once this one has an effect, all earlier ones were handled.
	await youtube.post({ event: 'infoDelivery', info: { currentTime: 12 } })
	await vimeo.post({ event: 'timeupdate', data: { seconds: 13 } })
	await expect.poll(() => reports.toSorted()).toEqual(['Vimeo 13', 'YouTube 12'])
})

test('a video started before its position was known seeks there', async ({ page }) => {
	await open(page)
	const first = await play(page, 'Vimeo')
	await first.post({ event: 'timeupdate', data: { seconds: 61, percent: 0.1, duration: 400 } })
	const saveResponse = page.waitForResponse((answer) => answer.url().endsWith('/place'))
	await first.post({ event: 'pause', data: { seconds: 61, percent: 0.1, duration: 400 } })
	await saveResponse
	let release = () => {}
	const released = new Promise<void>((done) => {
		release = done
	})
	await page.route('**/user-progress', async (route) => {
		await released
		await route.continue()
	})
	await page.goto(`/courses/${courseId}`)
	const video = await play(page, 'Vimeo')
	expect(await video.frame.getAttribute('src')).not.toContain('#t=')
	release()
	await expect(page.getByRole('button', { name: 'Play video: YouTube' })).toBeVisible()
	await expect(page.getByText('0/2 complete')).toBeVisible()
	await awake(page)
	await expect
		.poll(async () => {
			await video.post({ event: 'timeupdate', data: { seconds: 1, percent: 0, duration: 400 } })
			return (await video.inbox()).map(({ message }) => message)
		})
		.toContainEqual({ method: 'setCurrentTime', value: 61 })
})

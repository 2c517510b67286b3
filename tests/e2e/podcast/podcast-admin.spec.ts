import type { Page } from 'playwright/test'
import type { LibraryEpisode } from '#src/features/podcast/library-admin-contract.ts'
import { type FeedServer, feedAnswer, startFeedServer } from '#tests/support/servers/feed-server.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { test as base, expect, expectAccessible, awake as isAwake } from '../support/fixtures.ts'
import { send } from '../support/send.ts'
import { startServer } from '../support/server.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

const VTT = (said: string) =>
	`WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n<v Ruht>${said}\n\n00:00:12.000 --> 00:00:15.000\n<v Sam>Thank you.\n`

/** Responses of the feed's server to transcript requests, by path. */
const served: Record<string, string> = { '/good.vtt': VTT('Good morning.'), '/broken.vtt': '<html>Not here</html>' }

function feedOf(port: number): string {
	const item = (title: string, day: number, transcript = '') =>
		`<item><title>${title}</title><guid>${title}</guid><pubDate>${new Date(Date.UTC(2026, 0, day)).toUTCString()}</pubDate>
		<itunes:duration>600</itunes:duration><enclosure url="https://audio.example/${day}.mp3" type="audio/mpeg" length="1"/>
		${transcript && `<podcast:transcript url="http://127.0.0.1:${port}${transcript}" type="text/vtt"/>`}</item>`
	const mainItems = [
		item('Raising fees', 28, '/good.vtt'),
		item('The intake call', 27, '/broken.vtt'),
		item('Saying no', 26),
		item('Naming speakers', 25, '/good.vtt'),
		item('Chapter by chapter', 24),
		item('Leading on', 23),
	]
	const others = Array.from({ length: 60 }, (_, at) => item(`Older episode ${at + 1}`, -at))
	return `<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
		xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>The show</title>${[...mainItems, ...others].join('')}</channel></rss>`
}

/** A club whose podcast feed is served by this test. */
const test = base.extend<object, { feed: FeedServer }>({
	feed: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright requires the braces
		async ({}, use) => {
			const feed = await startFeedServer(feedAnswer(''))
			const xml = feedAnswer(feedOf(feed.port))
			feed.answer = (request, response) => {
				const body = served[request.url ?? '']
				if (body === undefined) xml(request, response)
				else response.end(body)
			}
			await use(feed)
			await feed.close()
		},
		{ scope: 'worker' },
	],
	site: [
		async ({ feed }, use) => {
			const server = await startServer({
				...{ SEED_DEMO: 'true', LOG_LEVEL: 'error' },
				...{ PODCAST_FEED_URL: feed.url, FEED_ALLOW_PRIVATE: 'true', PODCAST_POLL_SECONDS: '3600' },
			})
			await use({ url: server.url, smtpPort: await freePort() })
			await server.stop()
		},
		{ scope: 'worker', timeout: 120_000 },
	],
})

const episodes = (page: Page, search: string) =>
	send<LibraryEpisode[]>(page, 'GET', `/api/admin/podcast/episodes?search=${encodeURIComponent(search)}`)

/** Opens an episode's screen after the first poll has fetched its transcript. */
async function openEpisode(page: Page, title: string): Promise<void> {
	await expect.poll(async () => (await episodes(page, title))[0]?.transcript.state ?? null).not.toBe('none')
	const [episode] = await episodes(page, title)
	await page.goto(`/admin/podcast/${episode?.id}`)
	await isAwake(page)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
}

const transcriptForm = (page: Page) => page.getByRole('form', { name: 'Your transcript' })
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const fitsWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

/** Takes a screenshot if they were requested. */
async function takeScreenshot(page: Page, name: string): Promise<void> {
	const folder = process.env.PODCAST_PICTURES
	if (folder === undefined) return
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme })
		await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, fullPage: true })
	}
	await page.emulateMedia({ colorScheme: null })
}

for (const [device, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP }))
	test(`the list shows the state of each episode and why a transcript failed: ${device}`, async ({
		page,
		signInAs,
	}) => {
		await signInAs('admin')
		await page.setViewportSize(viewport)
		await expect.poll(async () => (await episodes(page, 'intake call'))[0]?.transcript.state ?? null).toBe('failed')
		await page.goto('/admin/podcast')
		await isAwake(page)
		await expect(page.getByText('50 of 66')).toBeVisible()
		await expect(rowOf(page, 'The intake call')).toContainText('Failed')
		await expect(rowOf(page, 'The intake call')).toContainText('The transcript cannot be read: it is a web page.')
		await expect(rowOf(page, 'Older episode 41')).toContainText('None')
		await expectAccessible(page)
		expect(await fitsWidth(page)).toBe(true)
		await takeScreenshot(page, `list-${viewport.width}`)
		await page.getByRole('button', { name: 'Show more' }).click()
		await expect(page.getByText('66 of 66')).toBeVisible()
		await page.getByLabel('Transcript', { exact: true }).selectOption('failed')
		await expect(page).toHaveURL('/admin/podcast?transcript=failed')
		await expect(page.getByText('1 of 1')).toBeVisible()
		await page.reload()
		await expect(page.getByText('1 of 1')).toBeVisible()
		await page.getByLabel('Search').fill('nothing like it')
		await expect(page.getByText('No matching episodes')).toBeVisible()
		await page.goto('/admin/podcast')
		await isAwake(page)
		await page.getByRole('button', { name: 'More for The intake call' }).click()
		await expect(page.getByRole('menuitem')).toHaveText(['Transcript and chapters', 'View page', 'Try again'])
		await page.getByRole('menuitem', { name: 'Try again' }).click()
		await expect(page.getByText('It could not be read', { exact: true })).toBeVisible()
		await page.getByRole('link', { name: 'The intake call' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('The intake call')
	})

test('the sidebar counts missing transcripts until an admin adds them', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.setViewportSize(DESKTOP)
	const waiting = async () =>
		(await send<{ waiting: Record<string, number> }>(page, 'GET', '/api/admin/waiting')).waiting['/admin/podcast']
	await expect.poll(waiting).toBe(1)
	await openEpisode(page, 'The intake call')
	const link = page.getByRole('navigation', { name: 'Admin sections' }).locator('[href="/admin/podcast"]')
	await expect(link).toHaveAccessibleName('Podcast 1 waiting')
	const form = transcriptForm(page)
	await form.getByLabel('Format').selectOption('text')
	await form.getByLabel('Transcript', { exact: true }).fill('Good morning, and welcome.')
	await form.getByRole('button', { name: 'Save transcript' }).click()
	await expect(page.getByText('Saved: 1 part.')).toBeVisible()
	await expect(link.locator('.waiting-count')).toHaveText('')
	await page.getByRole('button', { name: 'Remove' }).click()
	await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
	await expect(link.locator('.waiting-count')).toHaveText('1')
})

for (const [device, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP }))
	test(`a pasted transcript is rejected with the reason and never lost: ${device}`, async ({
		page,
		signInAs,
		allowProblem,
	}) => {
		allowProblem(/400 \(Bad Request\)/)
		await signInAs('admin')
		await page.setViewportSize(viewport)
		await openEpisode(page, 'Saying no')
		const form = transcriptForm(page)
		const text = form.getByLabel('Transcript', { exact: true })
		const save = form.getByRole('button', { name: /transcript$/ })
		await save.click()
		await expect(text).toBeFocused()
		await expect(form.getByText('Paste a transcript, or choose a file')).toBeVisible()
		const broken = 'WEBVTT\n\nnothing --> here\nHello\n'
		await text.fill(broken)
		await save.click()
		await expect(form.getByRole('alert')).toContainText(
			'This is not a transcript we can read: line 3 has no valid time',
		)
		await expect(text).toHaveValue(broken)
		await expectAccessible(page)
		await text.fill('WEBVTT\n\n00:00:01.000 --> 00:20:00.000\nMuch longer than that\n')
		await save.click()
		await expect(form.getByRole('alert')).toContainText(
			'The transcript runs past the end of the episode (20:00 of 10:00)',
		)
		await form.getByLabel('A file').setInputFiles({
			...{ name: 'long.txt', mimeType: 'text/plain' },
			buffer: Buffer.alloc(2 * 1024 * 1024 + 1, 'a'),
		})
		await expect(form.getByText('The transcript is too large')).toBeVisible()
		await form.getByLabel('A file').setInputFiles({
			...{ name: 'no.srt', mimeType: 'application/x-subrip' },
			buffer: Buffer.from('1\n00:00:01,000 --> 00:00:04,000\n<script>alert(1)</script>No, thank you.\n'),
		})
		await expect(text).toHaveValue(/No, thank you/)
		await expect(form.getByLabel('Format')).toHaveValue('srt')
		// By keyboard alone.
		await text.focus()
		await page.keyboard.press('ControlOrMeta+Enter')
		await expect(page.getByText('Saved: 1 part.')).toBeVisible()
		await expect(text).toHaveValue('')
		await expect(page.getByText('1 cue', { exact: true })).toBeVisible()
		await expectAccessible(page)
		expect(await fitsWidth(page)).toBe(true)
		await takeScreenshot(page, `episode-${viewport.width}`)
		await page.getByRole('button', { name: 'Remove' }).click()
		await expectAccessible(page)
		await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
		await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(0)
	})

test('an admin chooses between their transcript and the feed’s', async ({ page, signInAs, allowProblem }) => {
	allowProblem(/409 \(Conflict\)/)
	await signInAs('admin')
	await page.setViewportSize(DESKTOP)
	await openEpisode(page, 'Raising fees')
	const form = transcriptForm(page)
	await form.getByLabel('Transcript', { exact: true }).fill(VTT('Good evening.'))
	await form.getByRole('button', { name: 'Save transcript' }).click()
	await expect(form.getByRole('alert')).toContainText("The feed's transcript is in use. Replace it or keep yours?")
	await expectAccessible(page)
	await takeScreenshot(page, 'in-use-1440')
	await form.getByRole('button', { name: 'Keep mine' }).click()
	await expect(page.getByText('Saved: 2 parts, spoken by Ruht, Sam.')).toBeVisible()
	await page.getByRole('button', { name: 'Remove' }).click()
	await expect(page.getByRole('alertdialog')).toContainText('The transcript from the feed is shown again.')
	await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
	await expect(page.getByText('From the feed', { exact: true })).toBeVisible()
	await page.getByRole('button', { name: 'Try again' }).click()
	await expect(page.getByText('Fetched again', { exact: true })).toBeVisible()
	await expect(page.getByText('From the feed', { exact: true })).toBeVisible()
})

test('a speaker is renamed everywhere', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.setViewportSize(DESKTOP)
	await openEpisode(page, 'Naming speakers')
	const form = page.getByRole('form', { name: 'Names of the speakers' })
	await form.getByLabel('Ruht').fill('Ruth Bader')
	await form.getByRole('button', { name: 'Save names' }).click()
	await expect(form.getByLabel('Ruth Bader')).toHaveValue('Ruth Bader')
	await expect(form.getByLabel('Ruht')).toHaveCount(0)
	const [episode] = await episodes(page, 'Naming speakers')
	const transcript = await send<{ speakers: string[] }>(page, 'GET', `/api/podcast/episodes/${episode?.id}/transcript`)
	expect(transcript.speakers).toEqual(['Ruth Bader', 'Sam'])
})

test('chapters are edited as lines, and the error names an invalid line', async ({ page, signInAs, allowProblem }) => {
	allowProblem(/400 \(Bad Request\)/)
	await signInAs('admin')
	await page.setViewportSize(PHONE)
	await openEpisode(page, 'Chapter by chapter')
	const form = page.getByRole('form', { name: 'Chapters of the episode' })
	const lines = form.getByLabel('Chapters')
	const save = form.getByRole('button', { name: 'Save chapters' })
	await lines.fill('0:00 Welcome\nThen the rest')
	await save.click()
	await expect(form.getByText('Line 2 must start with a time, such as 12:34, and a title')).toBeVisible()
	await lines.fill('0:00 Welcome\n59:00 Much later')
	await save.click()
	await expect(form.getByRole('alert')).toContainText('A chapter starts after the end of the episode')
	await lines.fill('2:30 Raising fees https://more.example/fees\n0:00 Welcome')
	await save.click()
	await expect(page.getByText('2, yours')).toBeVisible()
	await page.reload()
	await expect(lines).toHaveValue('0:00 Welcome\n2:30 Raising fees https://more.example/fees')
})

test('an episode links to the courses that an admin chose', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.setViewportSize(DESKTOP)
	await openEpisode(page, 'Leading on')
	const form = page.getByRole('form', { name: 'Related courses' })
	const boxes = form.getByRole('checkbox')
	await boxes.nth(1).check()
	await form.getByRole('button', { name: 'Save courses' }).click()
	await expect(page.getByText('Courses saved', { exact: true })).toBeVisible()
	await page.reload()
	await expect(boxes.nth(1)).toBeChecked()
	await expect(boxes.nth(0)).not.toBeChecked()
})

test('an unknown episode shows an error', async ({ page, signInAs, allowProblem }) => {
	allowProblem(/404 \(Not Found\)/)
	await signInAs('admin')
	const answer = await page.goto('/admin/podcast/nope')
	expect(answer?.status()).toBe(404)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Episode not found')
	await expectAccessible(page)
})

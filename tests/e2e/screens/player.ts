import type { Page } from 'playwright/test'
import { expect } from '../support/fixtures.ts'
import { asAdmin } from '../support/locked-course.ts'
import type { Screen } from '../support/screens/screen.ts'
import { originOf, send } from '../support/send.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Now playing' })

/** Plays an episode and pauses it, so pictures are reproducible. */
async function play(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Play Saying no to the wrong client' }).click()
	// The bar appears once the page's player has scrolled out of view.
	await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
	await bar(page).getByRole('button', { name: 'Pause', exact: true }).click()
	const more = bar(page).getByRole('button', { name: 'More controls' })
	if (await more.isVisible()) await more.click()
	await bar(page).getByRole('button', { name: 'Forward 30 seconds' }).click()
	await expect(bar(page).getByRole('button', { name: /^(Play|Resume at .*)$/ })).toBeVisible()
}

const SAYING_NO = '/podcast/saying-no-to-the-wrong-client'
const TRANSCRIBED = '/podcast/the-trust-account-reconciled-in-twenty-minutes'

/** Saves a transcript with two speakers, and chapters, as an admin. */
async function writeTranscript(admin: Page): Promise<void> {
	const episode = `/api/admin${TRANSCRIBED.replace('/podcast/', '/podcast/episodes/')}`
	const lines = [
		'Three numbers must agree, once a month, on the same morning: the balance of the bank, your ledger, and the sum of what is each client’s.',
		'And if they do not?',
		'Then nothing leaves the account until they do. Begin with what has not cleared: it is that nine times in ten.',
		'Twenty minutes, you say. I have never done it in less than an afternoon.',
		'The first time took me a day. What takes the afternoon is looking for paper; lay it out the evening before.',
	]
	const text = `WEBVTT\n\n${lines
		.map(
			(line, at) =>
				`00:${10 + at * 10}.000 --> 00:${19 + at * 10}.000\n<v ${at % 2 ? 'A colleague' : 'The host'}>${line}\n`,
		)
		.join('\n')}`
	await send(admin, 'PUT', `${episode}/transcript`, { format: 'vtt', text, keep: true })
	const chapters = ['Three numbers', 'When they do not agree', 'The evening before']
	await send(admin, 'PUT', `${episode}/chapters`, {
		chapters: chapters.map((title, at) => ({ start: at * 24, title })),
	})
	const url = new URL(TRANSCRIBED, await originOf(admin))
	await expect.poll(async () => (await fetch(url)).text()).toContain('The evening before')
}

/** Waits until the episode's page is published: a new server reads the feed first. */
async function waitUntilPublished(page: Page): Promise<void> {
	await expect.poll(async () => (await page.request.get(SAYING_NO)).status()).toBe(200)
}

/** The library's pages, the player bar, its queue and the player window. */
export const playerScreens: readonly Screen[] = [
	{ name: 'podcast', path: '/podcast' },
	{ name: 'podcast-episode', path: SAYING_NO, sleeps: true, prepare: waitUntilPublished },
	{
		name: 'podcast-episode-with-transcript',
		path: TRANSCRIBED,
		sleeps: true,
		async prepare(page) {
			await waitUntilPublished(page)
			await asAdmin(page, writeTranscript)
		},
	},
	{
		name: 'podcast-episode-as-member',
		as: 'member',
		path: '/podcast/hiring-the-first-assistant',
		prepare: waitUntilPublished,
		async reach(page) {
			await page.getByRole('heading', { name: 'Discussed in' }).scrollIntoViewIfNeeded()
			await expect(page.getByRole('link', { name: 'Ask a question' })).toBeVisible()
		},
	},
	{
		name: 'podcast-episode-at-a-time',
		path: `${SAYING_NO}?t=0:20`,
		prepare: waitUntilPublished,
		reach: (page) => expect(page.getByRole('button', { name: 'Play from 0:20' })).toBeVisible(),
	},
	{
		name: 'podcast-episode-past-its-end',
		path: `${SAYING_NO}?t=9:59`,
		prepare: waitUntilPublished,
		reach: (page) => expect(page.getByText('This time is past the end')).toBeVisible(),
	},
	{ name: 'player-bar', path: '/', windowOnly: true, reach: play },
	{
		name: 'player-bar-next-page',
		path: '/',
		windowOnly: true,
		async reach(page) {
			await play(page)
			await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Courses' }).click()
			await expect(bar(page)).toBeVisible()
		},
	},
	{
		name: 'player-queue',
		path: '/',
		windowOnly: true,
		async reach(page) {
			await play(page)
			await bar(page)
				.getByRole('button', { name: /^Queue/ })
				.click()
			await page.getByRole('button', { name: /^Add Hiring the first assistant/ }).click()
			await page.getByRole('button', { name: /^Add The trust account/ }).click()
			await expect(page.getByRole('button', { name: /^Move The trust account/ })).toBeVisible()
		},
	},
	{ name: 'player-window-empty', path: '/podcast/player' },
	{
		name: 'player-window',
		path: '/',
		async reach(page) {
			await play(page)
			await page.goto('/podcast/player')
			const pause = page.getByRole('button', { name: 'Pause', exact: true })
			const paused = page.getByRole('button', { name: /^(Play|Resume at .*)$/ })
			await expect(pause.or(paused)).toBeVisible()
			if (await pause.isVisible()) await pause.click()
			await expect(paused).toBeVisible()
		},
	},
]

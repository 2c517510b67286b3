import type { Page } from 'playwright/test'
import { expect } from '../support/fixtures.ts'
import type { Screen } from './screen.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Now playing' })

/** Something played here, and is paused: a picture of what moves is never the same. */
async function play(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Play Saying no to the wrong client' }).click()
	await bar(page).getByRole('button', { name: 'Pause', exact: true }).click()
	await bar(page).getByRole('button', { name: 'Ahead 30 seconds' }).click()
	await expect(bar(page).getByRole('button', { name: /^(Play|Resume at .*)$/ })).toBeVisible()
}

/** The library's pages, the player at the foot, its queue, and the window of its own. */
export const playerScreens: readonly Screen[] = [
	{ name: 'podcast', path: '/podcast' },
	{ name: 'podcast-episode', path: '/podcast/saying-no-to-the-wrong-client', sleeps: true },
	{
		name: 'podcast-episode-at-a-time',
		path: '/podcast/saying-no-to-the-wrong-client?t=0:20',
		reach: (page) => expect(page.getByRole('button', { name: 'Resume at 0:20' })).toBeVisible(),
	},
	{
		name: 'podcast-episode-past-its-end',
		path: '/podcast/saying-no-to-the-wrong-client?t=9:59',
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
			await expect(bar(page).getByText('Saying no to the wrong client')).toBeVisible()
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

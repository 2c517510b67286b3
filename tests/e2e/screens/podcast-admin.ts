import type { Page } from 'playwright/test'
import {
	type LibraryEpisode,
	listLibraryEpisodes,
	saveTranscript,
} from '#src/features/podcast/library-admin-contract.ts'
import { awake, expect } from '../support/fixtures.ts'
import { answer, refuse } from '../support/screens/answers.ts'
import type { Screen } from '../support/screens/screen.ts'
import { button, field, REFUSED } from '../support/screens/steps.ts'

const none = { state: null, error: null, warning: null, triedAt: null, source: null } as const
const episode = (id: string, title: string, overrides: Partial<LibraryEpisode> = {}): LibraryEpisode => ({
	...{ id, slug: id, title, pubDate: '2026-01-05T00:00:00.000Z', keptSince: null },
	...{ transcript: none, chapters: { ...none, count: 0 } },
	...overrides,
})
const failed = {
	state: 'failed',
	error: 'The transcript cannot be read: it is a web page.',
	warning: null,
	triedAt: null,
} as const

/** One episode in each state that a row can have. */
const episodes: readonly LibraryEpisode[] = [
	episode('a', 'Raising fees without losing clients, and how to say it in the first call of the year', {
		transcript: { ...none, state: 'ready', source: 'feed' },
		chapters: { ...none, source: 'file', count: 12 },
	}),
	episode('b', 'The intake call', { transcript: { ...failed, source: null } }),
	episode('c', 'Saying no', {
		transcript: { ...failed, source: 'feed' },
		chapters: { ...none, source: 'notes', count: 4 },
	}),
	episode('d', 'Written by us', {
		transcript: { ...none, source: 'admin' },
		chapters: { ...none, source: 'admin', count: 3 },
	}),
	episode('e', 'Not fetched yet', { transcript: { ...none, state: 'none' } }),
	episode('f', 'Long ago', { keptSince: '2026-01-05T00:00:00.000Z' }),
]

/** Replaces the episodes that the server rendered. */
async function showEpisodes(page: Page): Promise<void> {
	await field(page, 'Transcript').selectOption('found')
	await expect(page.getByText('Not fetched yet').first()).toBeVisible()
}

/** Opens the newest episode's screen. */
async function openFirst(page: Page): Promise<void> {
	await page.locator('[data-row-lead]').first().click()
	await expect(page.getByRole('heading', { name: 'Transcript' })).toBeVisible()
	await awake(page)
}

export const podcastAdminScreens: readonly Screen[] = [
	{ name: 'admin-podcast', as: 'admin', path: '/admin/podcast' },
	{
		name: 'admin-podcast-states',
		as: 'admin',
		path: '/admin/podcast',
		prepare: (page) =>
			answer(page, listLibraryEpisodes, { json: episodes, headers: { 'X-Total-Count': String(episodes.length) } }),
		reach: showEpisodes,
	},
	{
		name: 'admin-podcast-menu',
		as: 'admin',
		path: '/admin/podcast',
		windowOnly: true,
		prepare: (page) =>
			answer(page, listLibraryEpisodes, { json: episodes, headers: { 'X-Total-Count': String(episodes.length) } }),
		async reach(page) {
			await showEpisodes(page)
			await button(page, 'More for The intake call').click()
			await expect(page.getByRole('menuitem', { name: 'Try again' })).toBeVisible()
		},
	},
	{ name: 'admin-podcast-no-such-episode', as: 'admin', path: '/admin/podcast?search=nothing+like+it' },
	{
		name: 'admin-podcast-failed',
		as: 'admin',
		path: '/admin/podcast',
		allows: REFUSED,
		prepare: (page) => refuse(page, listLibraryEpisodes, [500, 'Something went wrong on our side']),
		async reach(page) {
			await field(page, 'Transcript').selectOption('none')
			await expect(page.getByText('Failed to fetch episodes')).toBeVisible()
		},
	},
	{ name: 'admin-podcast-episode', as: 'admin', path: '/admin/podcast', reach: openFirst },
	{
		name: 'admin-podcast-episode-in-use',
		as: 'admin',
		path: '/admin/podcast',
		allows: REFUSED,
		prepare: (page) => refuse(page, saveTranscript, saveTranscript.errors.inUse),
		async reach(page) {
			await openFirst(page)
			await page.getByRole('textbox', { name: 'Transcript' }).fill('WEBVTT')
			await button(page, 'Save transcript').click()
			await expect(button(page, 'Keep mine')).toBeVisible()
		},
	},
	{ name: 'admin-podcast-not-found', as: 'admin', path: '/admin/podcast/nope', allows: REFUSED, sleeps: true },
]

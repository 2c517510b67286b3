import type { Page } from 'playwright/test'
import { search, suggest } from '#src/features/search/contract.ts'
import { PAGE_USER_HEADER } from '#src/lib/api/csrf.ts'
import { expect } from '../support/fixtures.ts'
import { answer, hold, refuse } from '../support/screens/answers.ts'
import type { Screen } from '../support/screens/screen.ts'

const hit = (kind: string, title: string, overrides: object = {}) => ({
	...{ id: `${kind}-1`, kind, title, titleMarks: [], text: '', textMarks: [], url: '/courses' },
	...{ startSeconds: null, context: 'Course', at: '2026-05-04T00:00:00.000Z', ...overrides },
})

/** One group of each kind, with highlighted terms. */
const GROUPS = [
	{
		kind: 'podcast',
		more: true,
		hits: [
			hit('passage', 'Firing a client who stopped paying', {
				text: 'Once they stop paying you file a motion to withdraw with the court, and you wait for its leave.',
				textMarks: [[43, 51]],
				context: 'Episode 41 · 12:34 · Jane Doe',
				startSeconds: 754,
			}),
			hit('episode', 'How to withdraw with grace', { titleMarks: [[7, 15]], context: 'Episode 38' }),
		],
	},
	{
		kind: 'courses',
		more: false,
		hits: [hit('module', 'When to withdraw', { titleMarks: [[8, 16]], context: 'Client intake' })],
	},
	{
		kind: 'questions',
		more: false,
		hits: [
			hit('answer', 'The client will not pay and the hearing is on Monday. What do you do?', {
				text: 'I would withdraw at once, and tell them so in writing.',
				textMarks: [[8, 16]],
				context: 'Helpful answer by Dana Whitfield',
			}),
		],
	},
]

/** Returns the header that marks a response as this page's member's. */
async function memberHeaders(page: Page): Promise<Record<string, string>> {
	const { id } = (await (await page.context().request.get('/api/user')).json()) as { id: string }
	return { [PAGE_USER_HEADER]: id }
}

async function open(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Search', exact: true }).first().click()
	await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
}

const type = (query: string, status: string | RegExp) => async (page: Page) => {
	await open(page)
	await page.getByRole('combobox', { name: 'Search for' }).fill(query)
	await expect(page.getByRole('dialog').getByRole('status')).toHaveText(status)
}

/** The search page in every state, and the palette. */
export const searchScreens: readonly Screen[] = [
	{ name: 'search-empty', path: '/search', sleeps: true },
	{ name: 'search-visitor', path: '/search?q=client', sleeps: true },
	{ name: 'search-member', as: 'member', path: '/search?q=client', sleeps: true },
	{ name: 'search-tab', as: 'member', path: '/search?q=client&in=courses', sleeps: true },
	{ name: 'search-corrected', path: '/search?q=clinet', sleeps: true },
	{ name: 'search-nothing-visitor', path: '/search?q=xylophonists', sleeps: true },
	{ name: 'search-nothing-member', as: 'member', path: '/search?q=xylophonists', sleeps: true },
	{
		name: 'search-too-long',
		path: `/search?q=${'a'.repeat(201)}`,
		sleeps: true,
		allows: /status of 400/,
	},
	{ name: 'palette-empty-member', as: 'member', path: '/dashboard', windowOnly: true, reach: open },
	{ name: 'palette-empty-admin', as: 'admin', path: '/admin', windowOnly: true, reach: open },
	{
		name: 'palette-results',
		as: 'member',
		path: '/dashboard',
		windowOnly: true,
		async prepare(page) {
			await answer(page, search, {
				json: { query: 'withdraw', corrected: null, groups: GROUPS },
				headers: await memberHeaders(page),
			})
			await answer(page, suggest, {
				json: [{ kind: 'course', title: 'Withdrawing from a matter', url: '/courses/withdrawing' }],
			})
		},
		reach: type('withdraw', '5 results'),
	},
	{
		name: 'palette-searching',
		as: 'member',
		path: '/dashboard',
		windowOnly: true,
		async prepare(page) {
			await hold(page, search)
		},
		reach: type('withdraw', 'Searching…'),
	},
	{
		name: 'palette-sign-in-ended',
		as: 'member',
		path: '/dashboard',
		windowOnly: true,
		async prepare(page) {
			await answer(page, search, { json: { query: 'withdraw', corrected: null, groups: GROUPS.slice(0, 2) } })
			await answer(page, suggest, { json: [] })
		},
		reach: type('withdraw', /^You have been signed out/),
	},
	{ name: 'palette-empty-visitor', path: '/courses', windowOnly: true, reach: open },
	{
		name: 'palette-visitor',
		path: '/courses',
		windowOnly: true,
		async prepare(page) {
			// Mocked, because the searches of all screens would exceed the rate limit.
			await answer(page, search, { json: { query: 'withdraw', corrected: null, groups: GROUPS.slice(0, 2) } })
			await answer(page, suggest, { json: [] })
		},
		reach: type('withdraw', '3 results'),
	},
	{
		name: 'palette-nothing',
		as: 'member',
		path: '/dashboard',
		windowOnly: true,
		reach: type('xylophonists', 'No results'),
	},
	{
		name: 'palette-too-fast',
		as: 'member',
		path: '/dashboard',
		windowOnly: true,
		allows: /status of 429/,
		async prepare(page) {
			await refuse(page, search, search.errors.tooFast)
		},
		reach: type('withdraw', /too fast/),
	},
]

import type { Page } from 'playwright/test'
import { type InactiveMember, listInactiveMembers } from '#src/features/course-statistics/inactive-contract.ts'
import { expect } from '../support/fixtures.ts'
import { answer } from '../support/screens/answers.ts'
import type { Screen } from '../support/screens/screen.ts'
import { field } from '../support/screens/steps.ts'
import { send } from '../support/send.ts'

const COURSE = '/admin/figures/005-client-intake'

/** Waits until the job has computed the seed's statistics, soon after the start. */
async function waitForStatistics(page: Page): Promise<void> {
	const countedAt = async () =>
		((await (await page.request.get(`/api${COURSE}`)).json()) as { countedAt: string | null }).countedAt
	await expect.poll(countedAt).not.toBeNull()
}

const INACTIVE: readonly InactiveMember[] = [
	['Dana Whitfield', null, ['Client intake that wins', 'Trust accounting without fear', 'Pricing', 'Hiring']],
	['Marcus Oyelaran-Featherstonehaugh', '2026-05-02T09:00:00Z', []],
	['Priya Raman', '2026-09-14T18:00:00Z', ['Marketing within the rules']],
].map(([name, lastSeenAt, titles], at) => ({
	...{ id: `m${at}`, name: String(name), email: `member${at}@example.com`, joinedAt: '2025-02-01T09:00:00Z' },
	lastSeenAt: lastSeenAt as string | null,
	inProgress: (titles as string[]).map((title) => ({ id: title, title })),
}))

/** Mocks inactive members, because a new seed has none. The list is refetched when the filter changes. */
async function mockInactive(page: Page): Promise<void> {
	await answer(page, listInactiveMembers, { json: INACTIVE, headers: { 'X-Total-Count': String(INACTIVE.length) } })
}
async function expectNoneInactive(page: Page): Promise<void> {
	await expect(page.getByText('All members were active in the last 90 days')).toBeVisible()
}

export const statisticsScreens: readonly Screen[] = [
	{ name: 'admin-figures', as: 'admin', path: '/admin/figures', prepare: waitForStatistics },
	{
		name: 'admin-inactive-members',
		as: 'admin',
		path: '/admin/figures/inactive',
		prepare: mockInactive,
		async reach(page) {
			await field(page, 'Inactive for').selectOption('60')
			await expect(page.getByText('Dana Whitfield')).toBeVisible()
		},
	},
	{
		name: 'admin-inactive-members-none',
		as: 'admin',
		path: '/admin/figures/inactive?days=90',
		reach: expectNoneInactive,
	},
	{ name: 'admin-figures-course', as: 'admin', path: COURSE, prepare: waitForStatistics },
	{
		name: 'admin-figures-course-as-table',
		as: 'admin',
		path: COURSE,
		prepare: waitForStatistics,
		reach: (page) => page.getByText('As a table').click(),
	},
	{
		// A new course whose statistics the job has not computed yet.
		name: 'admin-figures-course-new',
		as: 'admin',
		path: '/admin/figures/a-new-course',
		sleeps: true,
		async prepare(page) {
			const body = { title: 'Made a moment ago', description: 'Nobody is in it yet.', isPublished: false }
			const { id } = await send<{ id: string }>(page, 'POST', '/api/courses', body)
			await page.route('**/admin/figures/a-new-course', (route) =>
				route.fulfill({ status: 302, headers: { Location: `/admin/figures/${id}` } }),
			)
		},
	},
]

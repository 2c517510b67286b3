import type { Page } from 'playwright/test'
import { expect } from '../support/fixtures.ts'
import { send } from '../support/send.ts'
import type { Screen } from './screen.ts'

const COURSE = '/admin/figures/005-client-intake'

/** Until the job has counted the demonstration, soon after the start. */
async function counted(page: Page): Promise<void> {
	const countedAt = async () =>
		((await (await page.request.get(`/api${COURSE}`)).json()) as { countedAt: string | null }).countedAt
	await expect.poll(countedAt).not.toBeNull()
}

export const figuresScreens: readonly Screen[] = [
	{ name: 'admin-figures', as: 'admin', path: '/admin/figures', prepare: counted },
	{ name: 'admin-figures-course', as: 'admin', path: COURSE, prepare: counted },
	{
		name: 'admin-figures-course-as-table',
		as: 'admin',
		path: COURSE,
		prepare: counted,
		reach: (page) => page.getByText('As a table').click(),
	},
	{
		// A course that was made this moment: the job has not come to it yet.
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

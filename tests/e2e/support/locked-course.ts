import type { Page } from 'playwright/test'
import { expect, openSession } from './fixtures.ts'
import { publishCourse } from './publish-course.ts'
import { originOf, send } from './send.ts'

const TEXT = { description: 'What it is about, in a line.', content: '<p>The words that were kept back until now.</p>' }

/** Runs `work` as an admin, regardless of the sign-in of `page`. */
export async function asAdmin<T>(page: Page, work: (admin: Page) => Promise<T>): Promise<T> {
	const origin = await originOf(page)
	const browser = page.context().browser()
	if (!browser) throw new Error('There is no browser')
	const context = await browser.newContext({ baseURL: origin })
	await openSession(context, origin, 'admin')
	const answer = await work(await context.newPage())
	await context.close()
	return answer
}

/** Three modules: one open, one with a distant release date, and one released some days after enrollment. */
export const MODULES = [
	{ ...TEXT, title: 'Read this first' },
	{ ...TEXT, title: 'Opens with the new year', availableFrom: '2090-11-05T15:00:00Z' },
	{ ...TEXT, title: 'A week into it', availableAfterDays: 7 },
]

/** Publishes a course with these modules and settings, unless one with this title exists. @returns its id. */
export const makeLockedCourse = (
	page: Page,
	title: string,
	modules: readonly object[] = MODULES,
	course: object = {},
) =>
	asAdmin(page, async (admin) => {
		const listed = await send<Array<{ id: string; title: string }>>(admin, 'GET', '/api/courses?limit=100')
		const existing = listed.find((each) => each.title === title)
		if (existing) return existing.id
		const id = await publishCourse(admin, title, modules)
		if (Object.keys(course).length > 0) {
			await send(admin, 'PUT', `/api/courses/${id}`, course)
			const url = new URL(`/courses/${id}`, await originOf(admin))
			await expect.poll(async () => (await fetch(url)).text()).toContain('This course is for members.')
		}
		return id
	})

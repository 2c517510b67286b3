import type { Page } from 'playwright/test'
import { expect, openSession } from './fixtures.ts'
import { publishCourse } from './publish-course.ts'
import { originOf, send } from './send.ts'

const TEXT = { description: 'What it is about, in a line.', content: '<p>The words that were kept back until now.</p>' }
const DAY_MS = 86_400_000

/** Does something as an admin, whoever is signed in on `page`. */
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

/** Modules of which the first is open, one opens on a day far off, and one some days after enrolling. */
export const MODULES = [
	{ ...TEXT, title: 'Read this first' },
	{ ...TEXT, title: 'Opens with the new year', availableFrom: '2090-11-05T15:00:00Z' },
	{ ...TEXT, title: 'A week into it', availableAfterDays: 7 },
]

/** Sees to it that there is this course, which everybody reads in parts. @returns its id. */
export const makeLockedCourse = (
	page: Page,
	title: string,
	modules: readonly object[] = MODULES,
	course: object = {},
) =>
	asAdmin(page, async (admin) => {
		const listed = await send<Array<{ id: string; title: string }>>(admin, 'GET', '/api/courses?limit=100')
		const there = listed.find((each) => each.title === title)
		if (there) return there.id
		const id = await publishCourse(admin, title, modules)
		if (Object.keys(course).length > 0) {
			await send(admin, 'PUT', `/api/courses/${id}`, course)
			const url = new URL(`/courses/${id}`, await originOf(admin))
			await expect.poll(async () => (await fetch(url)).text()).toContain('This course is for members.')
		}
		return id
	})

/** An instant so many days away. */
export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

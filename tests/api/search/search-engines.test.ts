import { afterAll, beforeAll, expect, test } from 'vitest'
import { robots, sitemap } from '#src/app/search-engines.ts'
import { updateCourse } from '#src/features/courses/contract.ts'
import { accessOf } from '#src/lib/site/routes.ts'
import { callApi, createPrincipals, type Principal } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { makeCourse } from '#tests/support/courses/courses.ts'

let database: TestDatabase
let admin: Principal

beforeAll(async () => {
	database = await freshDatabase()
	admin = (await createPrincipals()).admin
})
afterAll(() => database.discard())

const addresses = async () => [...(await sitemap()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url)

test('the sitemap has the public pages and each published course with its last change', async () => {
	const course = await makeCourse(admin)
	const draft = await makeCourse(admin, { isPublished: false })
	expect(await addresses()).toEqual([
		'http://localhost:4321/',
		'http://localhost:4321/courses',
		'http://localhost:4321/apply',
		// The canonical URL of the course (docs/decisions/029).
		'http://localhost:4321/courses/client-intake',
	])
	expect(await sitemap()).toContain(`/client-intake</loc><lastmod>${course.updatedAt}</lastmod>`)
	expect(await sitemap()).not.toContain(draft.id)
	expect(await sitemap()).not.toContain('client-intake-2')
	await callApi(updateCourse, { as: admin, params: { id: course.id }, body: { isPublished: false } })
	expect(await sitemap()).not.toContain('client-intake')
})

test('robots.txt disallows pages behind the sign-in and names the sitemap', async () => {
	const refused = [...robots().matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path)
	for (const path of ['/admin', '/account', '/dashboard', '/questions', '/coaching']) {
		expect(accessOf(path)).not.toBe('public')
		expect(refused).toContain(path)
	}
	for (const url of await addresses()) {
		const { pathname } = new URL(url ?? '')
		expect(refused.filter((path) => pathname.startsWith(path))).toEqual([])
	}
	// The calendars are below /api/, which is disallowed.
	expect(robots()).toContain('\nAllow: /api/calendar/\n')
	expect(robots()).toContain('Sitemap: http://localhost:4321/sitemap.xml')
})

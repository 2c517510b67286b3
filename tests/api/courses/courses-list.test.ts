import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { modules } from '#db/schema/modules.ts'
import { type Course, deleteCourse, listCourses, updateCourse } from '#src/features/courses/contract.ts'
import { listPublicCourses } from '#src/features/courses/server/service.ts'
import { deleteModule } from '#src/features/modules/contract.ts'
import { newId } from '#src/lib/ids.ts'
import { callApi, createPrincipals, type Principal, type PrincipalName } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'

// The list is cached until it changes. These tests cover all changes that may affect it.

let database: TestDatabase
let as: Record<PrincipalName, Principal>
let visitor: Principal
beforeEach(async () => {
	database = await freshDatabase()
	as = await createPrincipals()
	visitor = { ...as.visitor, cookie: '' }
})
afterEach(() => database.discard())

const inWords = (list: readonly Course[]) => list.map(({ title, moduleCount }) => `${title}: ${moduleCount}`)

async function seen(who: Principal = visitor, query: Record<string, string> = {}) {
	const reply = await callApi(listCourses, { as: who, query })
	const list = inWords(reply.json as Course[])
	// The catalog reads the list separately.
	if (who === visitor && Object.keys(query).length === 0) expect(inWords(await listPublicCourses())).toEqual(list)
	return list
}

test('each change is in the next response', async () => {
	expect(await seen()).toEqual([])
	const created = await makeCourse(as.admin, { title: 'Pricing' })
	expect(await seen()).toEqual(['Pricing: 0'])
	const module = await makeModule(as.admin, created.id)
	expect(await seen()).toEqual(['Pricing: 1'])
	await callApi(deleteModule, { as: as.admin, params: { id: module.id } })
	expect(await seen()).toEqual(['Pricing: 0'])
	const change = (body: object) => callApi(updateCourse, { as: as.admin, params: { id: created.id }, body })
	await change({ title: 'Fees' })
	expect(await seen()).toEqual(['Fees: 0'])
	await change({ isPublished: false })
	expect(await seen()).toEqual([])
	await change({ isPublished: true })
	expect(await seen()).toEqual(['Fees: 0'])
	await callApi(deleteCourse, { as: as.admin, params: { id: created.id } })
	expect(await seen()).toEqual([])
})

test('changes of another node or a script are in the next response too', async () => {
	const created = await makeCourse(as.admin, { title: 'Pricing' })
	const module = await makeModule(as.admin, created.id)
	expect(await seen()).toEqual(['Pricing: 1'])
	await db().update(courses).set({ title: 'Written past us' }).where(eq(courses.id, created.id))
	expect(await seen()).toEqual(['Written past us: 1'])
	const [row] = await db().select().from(modules).where(eq(modules.id, module.id))
	if (!row) throw new Error('no module')
	await db()
		.insert(modules)
		.values({ ...row, id: newId(), orderIndex: 1 })
	expect(await seen()).toEqual(['Written past us: 2'])
	await db().delete(modules).where(eq(modules.courseId, created.id))
	expect(await seen()).toEqual(['Written past us: 0'])
	await db().delete(courses)
	expect(await seen()).toEqual([])
})

test('responses depend on the role and the parameters, even when cached', async () => {
	await makeCourse(as.admin, { title: 'Older' })
	await makeCourse(as.admin, { title: 'Draft', isPublished: false })
	await makeCourse(as.admin, { title: 'Newer' })
	for (const _ of ['made', 'kept']) {
		expect(await seen(as.admin)).toEqual(['Newer: 0', 'Draft: 0', 'Older: 0'])
		expect(await seen(as.member)).toEqual(['Newer: 0', 'Older: 0'])
		expect(await seen()).toEqual(['Newer: 0', 'Older: 0'])
		expect(await seen(visitor, { limit: '1' })).toEqual(['Newer: 0'])
	}
	const versions = (await callApi(listCourses, { as: as.member })).json as Course[]
	expect(versions.map(({ version }) => version)).toEqual([undefined, undefined])
})

test('a cached response equals the first one', async () => {
	await makeCourse(as.admin, { title: 'Older' })
	await makeCourse(as.admin, { title: 'Newer' })
	const ask = (headers = {}) => callApi(listCourses, { as: visitor, query: { limit: '1' }, headers })
	const headersOf = (reply: Awaited<ReturnType<typeof ask>>) =>
		['X-Total-Count', 'Link', 'ETag', 'Cache-Control'].map((name) => reply.header(name))
	const [first, second] = [await ask(), await ask()]
	expect(headersOf(second)).toEqual(headersOf(first))
	expect(first.header('X-Total-Count')).toBe('2')
	expect(first.header('Link')).toMatch(/rel="next"/)
	const third = await ask({ 'if-none-match': first.header('ETag') })
	expect([third.status, third.text]).toEqual([304, ''])
	// A signed-in response stays out of shared caches and does not affect the next visitor's.
	expect((await callApi(listCourses, { as: as.member })).header('Cache-Control')).toBe('private, no-cache')
	expect((await ask()).header('Cache-Control')).toBe('public, no-cache')
})

test('a changed number of courses changes the ETag of a page', async () => {
	await makeCourse(as.admin)
	const newest = await makeCourse(as.admin)
	const tag = async () => (await callApi(listCourses, { as: visitor, query: { limit: '1' } })).header('ETag')
	const before = await tag()
	await db()
		.insert(courses)
		.values({ ...(await rowOf(newest.id)), id: '000' })
	expect(await tag()).not.toBe(before)
})

async function rowOf(id: string) {
	const [row] = await db().select().from(courses).where(eq(courses.id, id))
	if (!row) throw new Error('no course')
	return row
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { courseSlugs, courses } from '#db/schema/courses.ts'
import { withAlternativePaths } from '#src/app/public-pages/all.ts'
import { Publisher } from '#src/app/publish/publisher.ts'
import { SiteFolder } from '#src/app/publish/site-folder.ts'
import { ensureSlugs } from '#src/features/course-access/server/slugs.ts'
import { type Course, deleteCourse, getCourse, updateCourse } from '#src/features/courses/contract.ts'
import { findPublicCourse } from '#src/features/courses/server/service.ts'
import { newId } from '#src/lib/ids.ts'
import { coursePath } from '#src/lib/site/seo.ts'
import { makeStaticFile, StaticStore } from '#src/platform/http/files/static-store.ts'
import { callApi, createPrincipals, type Principal } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { makeCourse } from '#tests/support/courses/courses.ts'

let database: TestDatabase
let admin: Principal
beforeEach(async () => {
	database = await freshDatabase()
	admin = (await createPrincipals()).admin
})
afterEach(() => database.discard())

const slugOfCourse = async (id: string) => (await findPublicCourse(id))?.slug
const idAt = async (address: string) => (await findPublicCourse(address))?.course.id
const change = (id: string, body: Record<string, unknown>) => callApi(updateCourse, { as: admin, params: { id }, body })

describe("a course's slug", () => {
	test('is derived from the title and unique, even among concurrent new courses', async () => {
		const created = await Promise.all(Array.from({ length: 5 }, () => makeCourse(admin, { title: 'Trust & accounts' })))
		const slugs = await Promise.all(created.map(({ id }) => slugOfCourse(id)))
		expect(slugs.sort()).toEqual([
			'trust-and-accounts',
			'trust-and-accounts-2',
			'trust-and-accounts-3',
			'trust-and-accounts-4',
			'trust-and-accounts-5',
		])
	})

	test('works in addition to the id and stays until the title changes', async () => {
		const { id } = await makeCourse(admin, { title: 'Client intake' })
		expect([await idAt(id), await idAt('client-intake')]).toEqual([id, id])
		await change(id, { description: 'Another one, as long as it has to be.' })
		expect(await slugOfCourse(id)).toBe('client-intake')
		await change(id, { title: 'Client INTAKE!' })
		expect(await slugOfCourse(id)).toBe('client-intake')
	})

	test('changes with the title, and the old one redirects', async () => {
		const { id } = await makeCourse(admin, { title: 'Client intake' })
		await change(id, { title: 'The first call' })
		expect(await slugOfCourse(id)).toBe('the-first-call')
		expect([await idAt('client-intake'), await idAt('the-first-call')]).toEqual([id, id])
		const other = await makeCourse(admin, { title: 'Client intake' })
		expect(await slugOfCourse(other.id)).toBe('client-intake-2')
		await change(id, { title: 'Client intake' })
		expect(await slugOfCourse(id)).toBe('client-intake')
	})

	test('is not reserved by a rejected change', async () => {
		const { id, version } = await makeCourse(admin, { title: 'Client intake' })
		await change(id, { title: 'The first call' })
		expect((await change(id, { title: 'Somebody else’s title', version })).status).toBe(409)
		expect(await idAt('somebody-elses-title')).toBeUndefined()
		expect(await slugOfCourse(id)).toBe('the-first-call')
	})

	test('is never reused for another course, even after its own is deleted', async () => {
		const { id } = await makeCourse(admin, { title: 'Client intake' })
		await callApi(deleteCourse, { as: admin, params: { id } })
		expect(await idAt('client-intake')).toBeUndefined()
		expect(await slugOfCourse((await makeCourse(admin, { title: 'Client intake' })).id)).toBe('client-intake-2')
	})

	test('is never equal to the id of another course', async () => {
		await db()
			.insert(courses)
			.values({
				id: 'client-intake',
				...{ title: 'From elsewhere', description: 'Brought along', difficulty: 'beginner', isPublished: true },
				...{ createdAt: new Date(), updatedAt: new Date() },
			})
		expect(await slugOfCourse((await makeCourse(admin, { title: 'Client intake' })).id)).toBe('client-intake-2')
		expect(await idAt('client-intake')).toBe('client-intake')
	})

	test('returns 404 for a draft, and API calls accept only the id', async () => {
		const { id } = await makeCourse(admin, { title: 'Client intake', isPublished: false })
		expect(await idAt('client-intake')).toBeUndefined()
		await change(id, { isPublished: true })
		expect(await idAt('client-intake')).toBe(id)
		expect((await callApi(getCourse, { params: { id: 'client-intake' } })).status).toBe(404)
		const named = (await callApi(getCourse, { params: { id } })).json as Course
		expect(named).not.toHaveProperty('slug')
	})

	test('is assigned to an older course at the next start', async () => {
		const { id } = await makeCourse(admin, { title: 'Client intake' })
		await db().delete(courseSlugs).where(eq(courseSlugs.courseId, id))
		expect(await slugOfCourse(id)).toBeNull()
		expect(coursePath(id, null)).toBe(`/courses/${id}`)
		await ensureSlugs()
		await ensureSlugs()
		expect(await slugOfCourse(id)).toBe('client-intake')
		expect(await db().select().from(courseSlugs)).toHaveLength(1)
	})

	test('is unique among many courses with one title', async () => {
		const at = new Date()
		const rows = Array.from({ length: 120 }, () => ({
			...{ id: newId(), title: 'Client intake', description: 'A course', difficulty: 'beginner' as const },
			...{ imageUrl: null, isPublished: true, createdAt: at, updatedAt: at },
		}))
		await db().insert(courses).values(rows)
		await ensureSlugs()
		const slugs = await db().select().from(courseSlugs)
		expect(new Set(slugs.map(({ courseId }) => courseId))).toEqual(new Set(rows.map(({ id }) => id)))
		expect(new Set(slugs.map(({ slug }) => slug)).size).toBe(rows.length)
	})
})

describe('a published course', () => {
	let store: StaticStore
	let publisher: Publisher
	let site: string
	/** Paths that were rendered, and the path whose rendering fails. */
	let rendered: string[]
	let broken: string | undefined
	const page = (html: string) => makeStaticFile(Buffer.from(html), { contentType: 'text/html', cacheControl: 'public' })
	const at = (path: string) => store.get(path)?.identity.toString()

	beforeEach(async () => {
		rendered = []
		broken = undefined
		store = new StaticStore()
		site = join(database.folder, 'site')
		publisher = new Publisher({
			store,
			folder: new SiteFolder(site),
			stamp: 'release 1',
			readBuiltPage: () => undefined,
			async render(path) {
				rendered.push(path)
				if (path === broken) return new Response('broken', { status: 500 })
				const found = await findPublicCourse(path.slice('/courses/'.length))
				if (!found) return new Response('Not found', { status: path === '/' || path === '/courses' ? 200 : 404 })
				const { course, slug } = found
				const address = `http://localhost:4321${coursePath(course.id, slug)}`
				return new Response(`<link rel="canonical" href="${address}" /><h1>${course.title}</h1>`)
			},
		})
		await publisher.load()
		publisher.start()
		await publisher.idle()
	})
	afterEach(() => publisher.stop())

	test('is served at both URLs from one file, and removed from both', async () => {
		const { id } = await makeCourse(admin, { title: 'Client intake' })
		await publisher.idle()
		expect(at('/courses/client-intake')).toContain('<h1>Client intake</h1>')
		expect(store.get('/courses/client-intake')).toBe(store.get(`/courses/${id}`))
		expect(existsSync(join(site, 'pages/courses', id, 'index.html'))).toBe(true)
		expect(existsSync(join(site, 'pages/courses/client-intake'))).toBe(false)
		await change(id, { isPublished: false })
		// No wait is needed, because the response is sent after the removal.
		expect([at(`/courses/${id}`), at('/courses/client-intake')]).toEqual([undefined, undefined])
		expect(await publisher.renderNow('/courses/client-intake')).toBeUndefined()
	})

	test('is served after a rename at its new URL from memory, and at the old one on request', async () => {
		const { id } = await makeCourse(admin, { title: 'Client intake' })
		await change(id, { title: 'The first call' })
		await publisher.idle()
		expect(at('/courses/the-first-call')).toContain('<h1>The first call</h1>')
		expect(at('/courses/client-intake')).toBeUndefined()
		const asked = await publisher.renderNow('/courses/client-intake')
		expect(asked?.identity.toString()).toContain('/courses/the-first-call')
		expect(asked?.identity.toString()).toBe(at(`/courses/${id}`))
	})

	test('is not rendered for requests at an old URL', async () => {
		const { id } = await makeCourse(admin, { title: 'Client intake' })
		await change(id, { title: 'The first call' })
		await publisher.idle()
		rendered = []
		for (let times = 0; times < 20; times++)
			expect(await publisher.renderNow('/courses/client-intake')).toBe(store.get(`/courses/${id}`))
		expect(rendered).toEqual([])
	})

	test('disappears from an old URL immediately, even before its file is removed', async () => {
		const { id } = await makeCourse(admin, { title: 'Client intake' })
		await change(id, { title: 'The first call' })
		await publisher.idle()
		await change(id, { isPublished: false })
		expect(await publisher.renderNow('/courses/client-intake')).toBeUndefined()
		await change(id, { isPublished: true })
		await publisher.idle()
		expect((await publisher.renderNow('/courses/client-intake'))?.status).toBe(200)
		// Written directly, as seen by a node that was not notified.
		await db().update(courses).set({ isPublished: false }).where(eq(courses.id, id))
		expect(at(`/courses/${id}`)).toContain('The first call')
		expect(await publisher.renderNow('/courses/client-intake')).toBeUndefined()
	})

	test('is rendered at an old URL while its page is missing or unchecked', async () => {
		const { id } = await makeCourse(admin, { title: 'Client intake' })
		await change(id, { title: 'The first call' })
		await publisher.idle()
		broken = `/courses/${id}`
		await change(id, { title: 'The second call' })
		await publisher.idle()
		expect(at(`/courses/${id}`)).toContain('<h1>The first call</h1>')
		const asked = await publisher.renderNow('/courses/client-intake')
		expect(asked?.identity.toString()).toContain('<h1>The second call</h1>')
		const render = async () => new Response('<h1>Rendered</h1>')
		const folder = new SiteFolder(site)
		const next = new Publisher({ store, folder, stamp: 'release 1', readBuiltPage: () => undefined, render })
		await next.load()
		expect((await next.renderNow('/courses/client-intake'))?.identity.toString()).toBe('<h1>Rendered</h1>')
	})

	test('is served at both URLs right after a start, using only the disk', async () => {
		const { id } = await makeCourse(admin, { title: 'Client intake' })
		await publisher.idle()
		await publisher.stop()
		store = new StaticStore()
		const render = () => Promise.reject(new Error('not yet'))
		const folder = new SiteFolder(site)
		const next = new Publisher({ store, folder, stamp: 'release 1', readBuiltPage: () => undefined, render })
		await next.load()
		expect(at('/courses/client-intake')).toContain('Client intake')
		expect(at(`/courses/${id}`)).toBe(at('/courses/client-intake'))
	})

	test('purges every URL from the CDN, even after its deletion', async () => {
		const { id } = await makeCourse(admin, { title: 'Client intake' })
		await change(id, { title: 'The first call' })
		const all = [`/courses/${id}`, '/courses', '/courses/client-intake', '/courses/the-first-call']
		expect((await withAlternativePaths([`/courses/${id}`, '/courses'])).sort()).toEqual(all.sort())
		await callApi(deleteCourse, { as: admin, params: { id } })
		expect((await withAlternativePaths([`/courses/${id}`, '/courses'])).sort()).toEqual(all.sort())
	})

	test('does not take the URL of another page', () => {
		const other = makeStaticFile(Buffer.from('claims'), {
			contentType: 'text/html',
			cacheControl: 'x',
			alsoAt: '/mine',
		})
		store.put('/mine', page('mine'))
		store.put('/theirs', other)
		expect([at('/mine'), at('/theirs')]).toEqual(['mine', 'claims'])
		store.remove('/theirs')
		expect(at('/mine')).toBe('mine')
		// In the reverse case the other page's claim ends once a page with that URL is published.
		store.put(
			'/theirs',
			makeStaticFile(Buffer.from('x'), { contentType: 'text/html', cacheControl: 'x', alsoAt: '/new' }),
		)
		expect(store.paths()).not.toContain('/new')
		store.put('/new', page('new'))
		store.remove('/theirs')
		expect(at('/new')).toBe('new')
	})
})

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { modules } from '#db/schema/modules.ts'
import { contentsOf } from '#src/app/public-pages/all.ts'
import { renderFingerprint } from '#src/app/publish/page-cache.ts'
import { Publisher, type PublisherOptions } from '#src/app/publish/publisher.ts'
import { SiteFolder } from '#src/app/publish/site-folder.ts'
import { findPublicCourse } from '#src/features/courses/server/service.ts'
import { setSite } from '#src/lib/site/site.ts'
import * as settings from '#src/platform/env/env.ts'
import { StaticStore } from '#src/platform/http/files/static-store.ts'
import { insertAccount, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'

// Tests which course pages a start renders and which it keeps. Each page records its inputs.

let database: TestDatabase
let site: string
let one: string
let other: string

beforeEach(async () => {
	database = await freshDatabase()
	site = join(database.folder, 'site')
	const admin = await signedIn(await insertAccount({ role: 'admin' }))
	;[one = '', other = ''] = await Promise.all(
		['Client intake', 'Raising fees'].map(async (title) => {
			const { id } = await makeCourse(admin, { title })
			for (const step of ['First', 'Second']) await makeModule(admin, id, { title: step })
			return id
		}),
	)
})
afterEach(() => database.discard())

const pathOf = (id: string) => `/courses/${id}`
const fileOf = (id: string, name = 'index.html') => join(site, 'pages', 'courses', id, name)

/** Returns the content of a course page as text. */
async function contentAt(path: string): Promise<string | undefined> {
	const course = await findPublicCourse(path.replace('/courses/', ''))
	return course && JSON.stringify(course)
}

/** Runs a publisher until all pages are checked. @returns the course pages that it rendered and those it serves. */
async function start(options: Partial<PublisherOptions> = {}) {
	const store = new StaticStore()
	const rendered = new Set<string>()
	const publisher = new Publisher({
		store,
		folder: new SiteFolder(site),
		stamp: 'release 1',
		fingerprint: () => 'build 1',
		readBuiltPage: () => undefined,
		contentsOf,
		render: async (path) => {
			rendered.add(path)
			const html = path.startsWith('/courses/') ? await contentAt(path) : 'another page'
			return new Response(html ?? 'Not found', { status: html === undefined ? 404 : 200 })
		},
		...options,
	})
	await publisher.load()
	publisher.start()
	await publisher.idle()
	await publisher.stop()
	for (const id of [one, other]) expect(store.get(pathOf(id))?.identity.toString()).toBe(await contentAt(pathOf(id)))
	return { rendered: [one, other].filter((id) => rendered.has(pathOf(id))), others: rendered.has('/'), store }
}

test('a start renders no unchanged page except those without recorded inputs', async () => {
	expect(await start()).toMatchObject({ rendered: [one, other], others: true })
	expect(await start()).toMatchObject({ rendered: [], others: true })
})

test.each<[string, () => Promise<unknown>]>([
	['the title of the course', () => db().update(courses).set({ title: 'Other' }).where(eq(courses.id, one))],
	[
		'the date of the course',
		() =>
			db()
				.update(courses)
				.set({ updatedAt: new Date(1) })
				.where(eq(courses.id, one)),
	],
	['the text of a module', () => db().update(modules).set({ content: '<p>New</p>' }).where(eq(modules.courseId, one))],
	['the data of a module', () => db().update(modules).set({ type: 'journal' }).where(eq(modules.courseId, one))],
	['the number of modules', () => db().delete(modules).where(eq(modules.courseId, one))],
])('only its page is rendered if %s changed during the downtime without a queue entry', async (_, change) => {
	await start()
	await change()
	expect((await start()).rendered).toEqual([one])
	expect((await start()).rendered).toEqual([])
})

test('a course unpublished while the server was down no longer has a page', async () => {
	await start()
	await db().update(courses).set({ isPublished: false }).where(eq(courses.id, one))
	const { store } = await start()
	expect(store.get(pathOf(one))).toBeUndefined()
	await db().update(courses).set({ isPublished: true }).where(eq(courses.id, one))
	expect((await start()).rendered).toEqual([one])
})

test('a new build, program or setting renders all pages, even if visitors get the same files', async () => {
	const release = { id: 'r', inputs: 'i', scriptHashes: [], styleHashes: [] }
	const current = settings.env()
	await start({ fingerprint: () => renderFingerprint(release) })
	expect((await start({ fingerprint: () => renderFingerprint(release) })).rendered).toEqual([])
	for (const other of [{ id: 'r2' }, { inputs: 'i2' }])
		expect(
			(await start({ fingerprint: () => renderFingerprint({ ...release, ...other }) })).rendered,
			JSON.stringify(other),
		).toHaveLength(2)
	for (const change of [{ videoFrameHosts: ['video.example'] }, { publicUrl: 'https://club.example' }]) {
		vi.spyOn(settings, 'env').mockReturnValue({ ...current, ...change })
		const { rendered } = await start({ fingerprint: () => renderFingerprint(release) })
		expect(rendered, JSON.stringify(change)).toHaveLength(2)
	}
	setSite({ footer: 'Not legal advice' })
	expect((await start({ fingerprint: () => renderFingerprint(release) })).rendered, 'texts of the club').toHaveLength(2)
	setSite({})
	expect((await start({ stamp: 'release 2', fingerprint: () => renderFingerprint(release) })).rendered).toHaveLength(2)
})

test('a page whose files were changed is rendered again', async () => {
	await start()
	writeFileSync(fileOf(one), 'something else')
	rmSync(fileOf(other, 'index.html.br'))
	expect((await start()).rendered).toEqual([one, other])
	expect(readFileSync(fileOf(one), 'utf8')).toBe(await contentAt(pathOf(one)))
})

test('a page with a corrupted compressed form is written again, even if the build has it', async () => {
	const { store } = await start()
	const built = store.get(pathOf(one))
	const compressed = readFileSync(fileOf(one, 'index.html.br'))
	writeFileSync(fileOf(one, 'index.html.br'), '')
	const options = { readBuiltPage: (path: string) => (path === pathOf(one) ? built : undefined) }
	expect((await start(options)).rendered).toEqual([one])
	expect(readFileSync(fileOf(one, 'index.html.br')).equals(compressed)).toBe(true)
	expect((await start()).rendered).toEqual([])
})

test("a page's inputs are recorded after the page", async () => {
	await start()
	const before = readFileSync(fileOf(one))
	await db().update(courses).set({ title: 'Other' }).where(eq(courses.id, one))
	await start()
	// Simulates a kill after the first of the page's files was renamed.
	writeFileSync(fileOf(one), before)
	expect((await start()).rendered).toEqual([one])
})

test('a missing page is written, even if recorded and in the build', async () => {
	const { store } = await start()
	const built = store.get(pathOf(one))
	rmSync(fileOf(one))
	expect((await start({ readBuiltPage: (path) => (path === pathOf(one) ? built : undefined) })).rendered).toEqual([one])
	expect(existsSync(fileOf(one))).toBe(true)
})

test('a build with the same page is recorded and not rendered at the next start', async () => {
	await start()
	const { store } = await start({ fingerprint: () => 'build 2' })
	const written = readFileSync(fileOf(one, 'index.html.from'), 'utf8')
	expect(written.startsWith(`${store.get(pathOf(one))?.etag} `)).toBe(true)
	expect((await start({ fingerprint: () => 'build 2' })).rendered).toEqual([])
})

test('a page is rendered from the data that was read for the comparison', async () => {
	const receivedContent: unknown[] = []
	await start({
		render: async (path, content) => {
			if (path === pathOf(one)) receivedContent.push(content)
			return new Response((await contentAt(path)) ?? 'another page')
		},
	})
	expect(receivedContent).toEqual([await findPublicCourse(one)])
})

test('a start removes a page that was unpublished after it was loaded, and announces that', async () => {
	await start()
	const announced: string[] = []
	// Shared content is reloaded after the pages were loaded and before they are checked.
	const unpublish = () => db().update(courses).set({ isPublished: false }).where(eq(courses.id, one))
	const { store } = await start({
		reload: async () => void (await unpublish()),
		onPublished: (paths) => void announced.push(...paths),
	})
	expect(store.peek(pathOf(one))).toBeUndefined()
	expect(store.peek(pathOf(other))).toBeDefined()
	expect(existsSync(fileOf(one))).toBe(false)
	expect(announced).toContain(pathOf(one))
})

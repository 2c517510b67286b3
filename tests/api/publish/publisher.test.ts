import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { write } from '#db/write.ts'
import { toPageFile } from '#src/app/publish/page-file.ts'
import { SiteFolder } from '#src/app/publish/site-folder.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { EVERY_PAGE, enqueuePublish } from '#src/platform/publish/publish-queue.ts'
import { built, change, content, create, served, setUpPublisher, site, store } from '#tests/support/publisher.ts'

setUpPublisher()

test("serves the build's pages until everything is rendered", async () => {
	const publisher = create()
	await publisher.load()
	expect(served()).toBe('as built')
	publisher.start()
	await publisher.idle()
	expect(served()).toBe('first')
})

test('a change is stored in three forms in memory and in two on disk, without partial files', async () => {
	const publisher = create()
	await publisher.load()
	publisher.start()
	await publisher.idle()
	await change('/', 'second'.repeat(200))
	await publisher.idle()
	expect(served()).toBe('second'.repeat(200))
	const file = join(site, 'pages', 'index.html')
	expect(readFileSync(file, 'utf8')).toBe('second'.repeat(200))
	expect(brotliDecompressSync(readFileSync(`${file}.br`)).toString()).toBe('second'.repeat(200))
	expect(gunzipSync(store.get('/')?.gzip ?? '').toString()).toBe('second'.repeat(200))
})

test('page contents are read in groups, and a failing one does not block others', async () => {
	const paths = Array.from({ length: 40 }, (_, index) => `/courses/${index}`)
	for (const path of paths) content.set(path, path)
	const batches: string[][] = []
	const receivedContents = new Map<string, unknown>()
	const publisher = create({
		async contentsOf(requested) {
			batches.push([...requested])
			if (requested.includes('/courses/20')) throw new Error('cannot be read')
			return new Map(requested.filter((path) => path !== '/courses/3').map((path) => [path, `of ${path}`]))
		},
		render: async (path, pageContent) => {
			receivedContents.set(path, pageContent)
			return new Response(content.get(path), { status: 200 })
		},
	})
	await publisher.load()
	publisher.start()
	await publisher.idle()
	batches.length = 0
	receivedContents.clear()
	for (const path of paths) content.set(path, `${path} changed`)
	await write(...enqueuePublish(paths))
	await publisher.publishNow()
	expect(paths.filter((path) => served(path) !== `${path} changed`)).toEqual(['/courses/20'])
	expect(receivedContents.get('/courses/2')).toBe('of /courses/2')
	expect(receivedContents.get('/courses/3')).toBeUndefined()
	expect(receivedContents.get('/courses/21')).toBe('of /courses/21')
	// After a failure each page of the group is read separately.
	const groups = batches.filter((requested) => requested.length > 1)
	expect(groups.flat()).toEqual(expect.arrayContaining(paths))
	expect(groups.length).toBeLessThan(6)
	expect(batches.length - groups.length).toBeLessThanOrEqual(16)
})

test('published pages survive a restart and are not reused by another release', async () => {
	const first = create()
	await first.load()
	first.start()
	await first.idle()
	await first.stop()
	store.remove('/')
	await create().load()
	expect(served()).toBe('first')
	store.remove('/')
	await create({ stamp: 'release 2' }).load()
	expect(served()).toBe('as built')
	expect(existsSync(join(site, 'pages'))).toBe(false)
})

test('a change made during the downtime is published after the start', async () => {
	await write(...enqueuePublish(['/']))
	content.set('/', 'changed meanwhile')
	const publisher = create()
	await publisher.load()
	publisher.start()
	await publisher.idle()
	expect(served()).toBe('changed meanwhile')
})

test('an unpublished page is removed from memory and disk', async () => {
	const publisher = create()
	await publisher.load()
	publisher.start()
	await publisher.idle()
	await change('/', undefined)
	await publisher.idle()
	expect(served()).toBeUndefined()
	expect(existsSync(join(site, 'pages', 'index.html'))).toBe(false)
})

test('the folder contains every public page, including those unchanged since the build', async () => {
	const onPublished = vi.fn()
	content.set('/courses', 'as built').set('/', 'as built')
	const publisher = create({ onPublished })
	await publisher.load()
	publisher.start()
	await publisher.idle()
	expect((await new SiteFolder(site).paths()).sort()).toEqual(['/', '/courses'])
	expect(readFileSync(join(site, 'pages', 'courses', 'index.html'), 'utf8')).toBe('as built')
	expect(onPublished).not.toHaveBeenCalled()
})

test('publishing every page reloads the club first, and includes error pages', async () => {
	store.put('/404', built)
	content.set('/courses', 'courses').set('/404', 'no page')
	let club = 'as it was'
	const publisher = create({
		async reload() {
			club = 'as it is'
		},
		render: async (path) => {
			const html = content.get(path)
			return new Response(html && `${html} ${club}`, { status: html === undefined ? 404 : 200 })
		},
	})
	await publisher.load()
	publisher.start()
	await publisher.idle()
	club = 'as it was before another node saved it'
	await write(...enqueuePublish([EVERY_PAGE]))
	wake('publisher')
	await publisher.idle()
	expect(['/', '/courses', '/404'].map((path) => served(path))).toEqual([
		'first as it is',
		'courses as it is',
		'no page as it is',
	])
	expect(store.get('/404')?.status).toBe(404)
	expect(served('/privacy')).toBeUndefined()
	// The build's error page stays if there is no new one.
	content.delete('/404')
	await write(...enqueuePublish([EVERY_PAGE]))
	wake('publisher')
	await publisher.idle()
	expect(served('/404')).toBe('no page as it is')
})

test('a start removes pages unpublished during the downtime', async () => {
	await create().load()
	const folder = new SiteFolder(site)
	const page = await toPageFile('/', Buffer.from('old'))
	await folder.write('/courses/a b', page)
	store.put('/courses/a b', built)
	store.put('/about', built)
	expect(await folder.paths()).toEqual(['/courses/a b'])
	await create().load()
	expect(await folder.paths()).toEqual([])
	expect(await folder.read('/courses/a b')).toBeUndefined()
	expect(served('/courses/a b')).toBeUndefined()
	expect(served('/about')).toBe('as built')
})

test('a new page does not return to its first rendering after clients got a newer one', async () => {
	const path = '/courses/new'
	let renderings = 0
	const publisher = create({
		render: async (requested) => {
			const html = content.get(requested)
			if (requested === path && ++renderings === 1) {
				content.set(path, 'with a module')
				await write(...enqueuePublish([path]))
			}
			return new Response(html, { status: 200 })
		},
	})
	publisher.start()
	await publisher.idle()
	const put = vi.spyOn(store, 'put')
	await change(path, 'without modules')
	await publisher.idle()
	expect(put.mock.calls.map(([, file]) => file.identity.toString())).toEqual(['with a module'])
})

test('an unchanged page is neither written nor announced', async () => {
	const onPublished = vi.fn()
	const publisher = create({ onPublished })
	await publisher.load()
	publisher.start()
	await publisher.idle()
	expect(onPublished).toHaveBeenCalledTimes(1)
	await change('/', 'first')
	await publisher.idle()
	expect(onPublished).toHaveBeenCalledTimes(1)
})

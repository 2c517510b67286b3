import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StaticStore } from '#src/platform/http/files/static-store.ts'
import { nearlyFits, toPageFile, toStaticFile } from './page-file.ts'
import { SiteFolder } from './site-folder.ts'
import { LEISURE_MS, TightPages } from './tight-pages.ts'

const PATH = '/courses/one'

let root: string
let store: StaticStore
let folder: SiteFolder
let pages: TightPages

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'sc-tight-'))
	store = new StaticStore()
	folder = new SiteFolder(root)
	pages = new TightPages({ store, folder })
	vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
	vi.useRealTimers()
	rmSync(root, { recursive: true, force: true })
})

/** Publishes a page with `bytes` of poorly compressible data, plus text that compresses well. */
async function publish(bytes: number) {
	const words = Array.from({ length: 3_000 }, (_, number) => `module ${number % 97} of a course about clauses`).join(
		' ',
	)
	const page = await toPageFile(PATH, Buffer.from(randomBytes(bytes).toString('hex') + words))
	await folder.write(PATH, page)
	store.put(PATH, toStaticFile(page, PATH))
	pages.wait()
	if (nearlyFits(page)) pages.add(PATH, page.etag)
	return page
}
const passTime = () => vi.setSystemTime(Date.now() + LEISURE_MS)

test('compresses a page slightly over the limit harder when the publisher is idle', async () => {
	const page = await publish(12_300)
	expect(nearlyFits(page)).toBe(true)
	await pages.tightenOne()
	expect(store.get(PATH)?.br).toEqual(page.br)
	passTime()
	expect(pages.dueTimes()).toEqual([Date.now()])
	await pages.tightenOne()
	const now = store.get(PATH)
	expect(now?.br?.length).toBeLessThan(page.br.length)
	expect(brotliDecompressSync(now?.br ?? '')).toEqual(page.html)
	expect(now?.etag).toBe(page.etag)
	expect((await folder.read(PATH))?.br).toEqual(now?.br)
	expect(pages.dueTimes()).toEqual([])
})

test('leaves pages alone that fit, or that can never fit', async () => {
	for (const bytes of [1_000, 20_000]) {
		await publish(bytes)
		expect(pages.dueTimes()).toEqual([])
	}
})

test('leaves a page alone that was removed or changed before its turn', async () => {
	await publish(12_300)
	passTime()
	store.remove(PATH)
	await folder.remove(PATH)
	await pages.tightenOne()
	expect(store.get(PATH)).toBeUndefined()
	expect(folder.has(PATH)).toBe(false)

	await publish(12_300)
	const newer = await toPageFile(PATH, Buffer.from('<h1>Another</h1>'))
	await folder.write(PATH, newer)
	store.put(PATH, toStaticFile(newer, PATH))
	passTime()
	await pages.tightenOne()
	expect((await folder.read(PATH))?.html).toEqual(newer.html)
})

test('does not bring back a page that is withdrawn during compression', async () => {
	const { etag } = await publish(12_300)
	passTime()
	const tightening = pages.tightenOne()
	store.remove(PATH)
	await folder.remove(PATH)
	await tightening
	expect(etag).toBeDefined()
	expect(store.get(PATH)).toBeUndefined()
	expect(folder.has(PATH)).toBe(false)
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, PerformanceObserver } from 'node:perf_hooks'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StaticStore } from '#src/platform/http/files/static-store.ts'
import { collectAllGarbage, collectNewGarbage } from '#src/platform/jobs/collect-garbage.ts'
import { canonicalPath } from './canonical-path.ts'
import { toStaticFile } from './page-file.ts'
import { PageMaker } from './page-maker.ts'
import { createWriter, ThreadWriter } from './page-writer.ts'
import { SiteFolder } from './site-folder.ts'

let root: string
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'second-chair-pages-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const words = (count: number) => Array.from({ length: count }, (_, index) => `<p>Note ${index * 7919}</p>`).join('')

test.each([
	['few', createWriter],
	['many', (folder: SiteFolder) => new ThreadWriter(folder)],
])('a published page takes no more memory than its bytes, as one of %s', async (_, open) => {
	const writer = open(new SiteFolder(root))
	for (const html of [words(40), words(4_000)]) {
		const page = await writer.write('/podcast/one', { html: Buffer.from(html) }, undefined)
		const file = toStaticFile(page, '/podcast/one')
		const forms = [file.br, file.gzip, ...(file.isPlainKept ? [file.identity] : [])]
		expect(forms.map((form) => form?.buffer.byteLength)).toEqual(forms.map((form) => form?.length))
		expect(file.br && brotliDecompressSync(file.br).toString()).toBe(html)
	}
	await writer.end()
})

test('the canonical path retains no memory of its page', () => {
	const pageOf = (index: number) =>
		Buffer.from(`<head><link rel="canonical" href="https://club.example/podcast/${index}">${'x'.repeat(8_000)}</head>`)
	collectAllGarbage()
	const before = process.memoryUsage().heapUsed
	const paths = Array.from({ length: 2_000 }, (_, index) => canonicalPath(pageOf(index)))
	collectAllGarbage()
	expect(process.memoryUsage().heapUsed - before).toBeLessThan(2_000_000)
	expect(paths.slice(-1)).toEqual(['/podcast/1999'])
})

test('old garbage is collected while many pages are made', async () => {
	let held: unknown[] = []
	const pages = new PageMaker({
		...{ store: new StaticStore(), folder: new SiteFolder(root) },
		async render(path) {
			held = path === '/page/1' ? Array.from({ length: 1_000_000 }, (_, index) => ({ index })) : []
			// Objects that survive two minor collections are old, and wait for a major one.
			for (let round = 0; round < 2; round++) collectNewGarbage()
			return new Response(path)
		},
	})
	collectAllGarbage()
	const before = process.memoryUsage().heapUsed
	await pages.publish(
		Array.from({ length: 48 }, (_, index) => `/page/${index}`),
		0,
	)
	collectNewGarbage()
	expect(held).toEqual([])
	expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000)
})

test('all garbage is collected while many pages are made', async () => {
	const pages = new PageMaker({
		...{ store: new StaticStore(), folder: new SiteFolder(root) },
		render: async (path) => new Response(path),
	})
	const collections: unknown[] = []
	const observer = new PerformanceObserver((list) => {
		for (const entry of list.getEntries()) collections.push('detail' in entry && entry.detail)
	})
	observer.observe({ entryTypes: ['gc'] })
	const paths = Array.from({ length: 600 }, (_, index) => `/page/${index}`)
	await pages.publish(paths, 0)
	await new Promise((resolve) => setImmediate(resolve))
	observer.disconnect()
	expect(collections).toContainEqual({ kind: constants.NODE_PERFORMANCE_GC_MAJOR, flags: 0 })
})

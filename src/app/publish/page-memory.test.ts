import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

const notes = (count: number) => Array.from({ length: count }, (_, index) => `<p>Note ${index * 7919}</p>`).join('')

test.each([
	['few', createWriter],
	['many', (folder: SiteFolder) => new ThreadWriter(folder)],
])('a published page takes no more memory than its bytes, as one of %s', async (_, createPageWriter) => {
	const writer = createPageWriter(new SiteFolder(root))
	for (const html of [notes(40), notes(4_000)]) {
		const page = await writer.write('/podcast/one', { html: Buffer.from(html) }, undefined)
		const file = toStaticFile(page, '/podcast/one')
		const encodings = [file.br, file.gzip, ...(file.isPlainKept ? [file.identity] : [])]
		expect(encodings.map((form) => form?.buffer.byteLength)).toEqual(encodings.map((form) => form?.length))
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

test('collects old garbage while publishing many pages', async () => {
	let retained: unknown[] = []
	const pages = new PageMaker({
		...{ store: new StaticStore(), folder: new SiteFolder(root) },
		async render(path) {
			retained = path === '/page/1' ? Array.from({ length: 3_000_000 }, (_, index) => ({ index })) : []
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
	expect(retained).toEqual([])
	expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000)
})

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWriter, type PageWriter, ThreadWriter } from './page-writer.ts'
import { SiteFolder } from './site-folder.ts'

let root: string
let writers: PageWriter[]
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'second-chair-pages-'))
	writers = []
})
afterEach(async () => {
	for (const writer of writers) await writer.end()
	rmSync(root, { recursive: true, force: true })
})

function open(create: (folder: SiteFolder) => PageWriter, name = 'site') {
	const folder = new SiteFolder(join(root, name))
	const writer = create(folder)
	writers.push(writer)
	return { folder, writer }
}
const many = (folder: SiteFolder) => new ThreadWriter(folder)

const pages = [
	['/', Buffer.from('<p>short</p>')],
	['/courses/1', Buffer.from(Array.from({ length: 4_000 }, (_, index) => `<p>Module ${index * 7919}</p>`).join(''))],
	['/courses/ä b', Buffer.from('<p>“Fées”, ☕</p>'.repeat(300))],
] as const

test('writes the same bytes for many pages as for each alone, in memory and on disk', async () => {
	const direct = open(createWriter, 'few')
	const threaded = open(many, 'many')
	const writeAll = (writer: PageWriter) =>
		Promise.all(pages.map(([path, html]) => writer.write(path, { html: Buffer.from(html) }, 'source')))
	expect(await writeAll(threaded.writer)).toEqual(await writeAll(direct.writer))
	for (const [path, html] of pages) {
		const page = await threaded.folder.read(path)
		expect(page?.html).toEqual(html)
		expect(page).toEqual(await direct.folder.read(path))
	}
	const files = (name: string) => readdirSync(join(root, name), { recursive: true }).sort()
	expect(files('many')).toEqual(files('few'))
})

test('writes the next page after one fails', async () => {
	const { folder, writer } = open(many)
	await writer.write('/first', { html: Buffer.from('first') }, undefined)
	writeFileSync(join(root, 'site', 'pages', 'taken'), 'a file where the folder of a page would be')
	await expect(writer.write('/taken', { html: Buffer.from('taken') }, undefined)).rejects.toThrow(/EEXIST|ENOTDIR/)
	await writer.write('/second', { html: Buffer.from('second') }, undefined)
	expect((await folder.paths()).sort()).toEqual(['/first', '/second'])
})

test('rejects the page in progress when the thread ends', async () => {
	const { writer } = open(many)
	const writing = writer.write('/', { html: Buffer.alloc(3_000_000, 'a page ') }, undefined)
	await Promise.all([expect(writing).rejects.toThrow('The page writer thread ended'), writer.end()])
	await writer.write('/', { html: Buffer.from('again') }, undefined)
	expect(readFileSync(join(root, 'site', 'pages', 'index.html'), 'utf8')).toBe('again')
})

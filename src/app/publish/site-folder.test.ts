import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toPageFileSync, toStaticFile } from './page-file.ts'
import { SiteFolder } from './site-folder.ts'

let root: string
let folder: SiteFolder
beforeEach(async () => {
	root = mkdtempSync(join(tmpdir(), 'site-folder-'))
	folder = new SiteFolder(join(root, 'site'))
	await folder.open('one release')
})
afterEach(() => rmSync(root, { recursive: true }))

const PATHS = ['/', '/podcast/one', '/podcast/one/chapters.json', '/podcast/one/transcript.vtt']

test('stores a file beside a page under its name, and does not list compressed forms as pages', async () => {
	for (const [at, path] of PATHS.entries()) {
		const page = toPageFileSync(path, Buffer.from(`text ${at}`))
		if (at % 2 === 0) await folder.write(path, page, 'this')
		else folder.writeSync(path, page, 'this')
	}
	expect((await folder.paths()).sort()).toEqual(PATHS)
	expect(readdirSync(join(root, 'site/pages/podcast/one')).sort()).toEqual([
		...['chapters.json', 'chapters.json.br', 'chapters.json.from', 'index.html', 'index.html.br', 'index.html.from'],
		...['transcript.vtt', 'transcript.vtt.br', 'transcript.vtt.from'],
	])
	for (const [at, path] of PATHS.entries()) {
		const page = await folder.read(path)
		expect(folder.readSync(path), path).toEqual(page)
		expect(page?.html.toString(), path).toBe(`text ${at}`)
		expect(folder.hasSourceHash(path, page?.etag ?? '', 'this'), path).toBe(true)
	}
	await folder.remove('/podcast/one')
	expect([folder.has('/podcast/one'), folder.has('/podcast/one/transcript.vtt')]).toEqual([false, true])
	await folder.remove('/podcast/one/transcript.vtt')
	expect((await folder.paths()).sort()).toEqual(['/', '/podcast/one/chapters.json'])
})

test('keeps a path with `..` inside the folder', async () => {
	const paths = ['/courses/..', '/courses/../../../../outside', '/./..', '/..']
	for (const path of paths) {
		await folder.write(path, toPageFileSync(path, Buffer.from(path)))
		expect((await folder.read(path))?.html.toString()).toBe(path)
	}
	expect(readdirSync(root)).toEqual(['site'])
	expect(readdirSync(join(root, 'site')).sort()).toEqual(['pages', 'release'])
	expect((await folder.paths()).sort()).toEqual(paths.toSorted())
	await folder.remove('/..')
	expect(await folder.open('one release')).toBe(true)
})

test.each([
	['is empty', Buffer.alloc(0)],
	['is cut off', toPageFileSync('/', Buffer.from('text of a page')).br.subarray(0, 8)],
	['is not brotli', Buffer.from('no brotli at all')],
	['belongs to another page', toPageFileSync('/', Buffer.from('another text')).br],
	['belongs to a longer page', toPageFileSync('/', Buffer.alloc(100_000, 'a')).br],
])('treats a page as missing if its compressed form %s, so that it is rendered again', async (_, br) => {
	await folder.write('/', toPageFileSync('/', Buffer.from('text of a page')), 'this')
	expect((await folder.read('/'))?.html.toString()).toBe('text of a page')
	writeFileSync(join(root, 'site/pages/index.html.br'), br)
	expect(await folder.read('/')).toBeUndefined()
	expect(folder.readSync('/')).toBeUndefined()
})

test('reads an alternative path from a page but not from a transcript', () => {
	const html = Buffer.from('<head><link rel="canonical" href="https://club.example/courses/intake"></head>')
	const fileAt = (path: string) => toStaticFile(toPageFileSync(path, html), path)
	expect(fileAt('/courses/005').alsoAt).toBe('/courses/intake')
	expect(fileAt('/podcast/one/transcript.txt').alsoAt).toBeUndefined()
	expect(fileAt('/podcast/one/transcript.txt').contentType).toBe('text/plain; charset=utf-8')
	expect(fileAt('/podcast/one/chapters.json').contentType).toBe('application/json+chapters')
})

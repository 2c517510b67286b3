import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { putPage, toPageFile, toStaticFile } from '#src/app/publish/page-file.ts'
import { SiteFolder } from '#src/app/publish/site-folder.ts'
import { StaticStore } from '#src/platform/http/files/static-store.ts'
import { startServer, type TestServer } from './support.ts'

// The store has room for one page, so each published or requested page evicts the previous one.

const PATH = '/podcast/one'
const htmlOf = (text: string) => Buffer.from(`<!doctype html><title>${text}</title>${`<p>${text}</p>`.repeat(500)}`)

let store: StaticStore
let folder: SiteFolder
let html: string
beforeEach(async () => {
	const root = mkdtempSync(join(tmpdir(), 'evicted-pages-'))
	onTestFinished(() => rmSync(root, { recursive: true }))
	store = new StaticStore(1)
	folder = new SiteFolder(root)
	html = join(root, 'pages/podcast/one/index.html')
	await publish(PATH, 'first')
})

async function publish(path: string, text: string): Promise<void> {
	const page = await toPageFile(path, htmlOf(text))
	await folder.write(path, page)
	putPage(store, folder, path, page)
}

const evict = () => publish('/podcast/two', 'another')
const isEvicted = () => store.peek(PATH)?.readAgain !== undefined

/** Returns the response in every form, each after `prepare`. */
async function everyForm(ask: TestServer['ask'], prepare: () => Promise<void>) {
	const forms: unknown[] = []
	for (const encoding of ['br', 'gzip', 'identity'])
		for (const method of ['GET', 'HEAD']) {
			await prepare()
			const answer = await ask(PATH, { method, headers: { 'accept-encoding': encoding } })
			forms.push([answer.status, answer.raw.filter((each) => each !== answer.headers.date), answer.body])
		}
	return forms
}

test('an evicted page is served unchanged in every form', async () => {
	const { ask } = await startServer({ store })
	const before = await everyForm(ask, async () => expect(isEvicted()).toBe(false))
	const after = await everyForm(ask, async () => {
		await evict()
		expect(isEvicted()).toBe(true)
	})
	expect(after).toEqual(before)
	const { headers } = await ask(PATH)
	await evict()
	const again = await ask(PATH, { headers: { 'if-none-match': headers.etag ?? '' } })
	expect([again.status, again.headers.etag, again.body.length]).toEqual([304, headers.etag, 0])
	expect(again.headers['content-security-policy']).toBe(headers['content-security-policy'])
})

test('an evicted page that is replaced is served in its new version', async () => {
	const { ask } = await startServer({ store })
	const { headers } = await ask(PATH)
	await evict()
	await publish(PATH, 'second')
	expect((await ask(PATH)).text).toBe(htmlOf('second').toString())
	await evict()
	expect(isEvicted()).toBe(true)
	const answer = await ask(PATH, { headers: { 'if-none-match': headers.etag ?? '' } })
	expect([answer.status, answer.text]).toEqual([200, htmlOf('second').toString()])
	store.remove(PATH)
	expect((await ask(PATH)).status).toBe(404)
})

test.each([
	['is missing', () => rmSync(html)],
	['is half written', () => writeFileSync(html, htmlOf('second'))],
])('an evicted page whose file %s is rendered', async (_, damage) => {
	const rendered = toStaticFile(await toPageFile(PATH, htmlOf('rendered')), PATH)
	const { ask } = await startServer({
		store,
		renderPublicPage: async (path) => (path === PATH ? rendered : undefined),
	})
	await evict()
	damage()
	const answer = await ask(PATH)
	expect([answer.status, answer.text]).toEqual([200, htmlOf('rendered').toString()])
	// The publisher writes it again.
	await publish(PATH, 'third')
	expect((await ask(PATH)).text).toBe(htmlOf('third').toString())
})

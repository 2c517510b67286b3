import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '#db/client.ts'
import { newId } from '#src/lib/ids.ts'
import { inlineScriptHashes } from '#src/platform/http/inline-hashes.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { type SiteNode, startNode as startSiteNode } from '#tests/support/servers/site-node.ts'
import { type Sqld, startSqld } from '#tests/support/servers/sqld.ts'

// A node that starts while its database server is down.

let server: Sqld
let folder: string
let nodes: SiteNode[] = []
beforeEach(async () => {
	server = await startSqld()
	folder = mkdtempSync(join(tmpdir(), 'second-chair-away-'))
})
afterEach(async () => {
	await Promise.all(nodes.map((node) => node.end('SIGKILL')))
	nodes = []
	await server.stop()
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function startNode(settings: Record<string, string> = {}): Promise<SiteNode> {
	const node = await startSiteNode({
		DATA_DIR: join(folder, 'data'),
		DATABASE_URL: server.url,
		DATABASE_AUTH_TOKEN: server.authToken,
		...settings,
	})
	nodes.push(node)
	return node
}

const isReady = (node: SiteNode) => vi.waitFor(async () => expect((await node.get('/readyz')).status).toBe(200))
const messages = (node: SiteNode, part: string) => node.logged().filter(({ msg }) => String(msg).includes(part))
const isReconciled = (node: SiteNode) =>
	vi.waitFor(() => expect(messages(node, 'public pages reconciled')).toHaveLength(1))

/** Runs `work` as another node would: with queue entries, but without notifying the node under test. */
async function asOtherNode<T>(work: (database: Database) => Promise<T>): Promise<T> {
	const database = await openDatabase(server)
	try {
		return await work(database)
	} finally {
		await database.close()
	}
}
const change = (sql: string, args: string[], ...paths: string[]) =>
	asOtherNode(({ client }) =>
		client.batch([
			{ sql, args },
			...paths.map((path) => ({
				sql: 'insert into publish_events (path, created_at) values (?, ?)',
				args: [path, Date.now()],
			})),
		]),
	)
async function addCourse(title: string): Promise<string> {
	const id = newId()
	await change(
		`insert into courses (id, title, description, difficulty, is_published, created_at, updated_at)
		values (?, ?, 'What it is about.', 'beginner', 1, 1, 1)`,
		[id, title],
		`/courses/${id}`,
	)
	return `/courses/${id}`
}
const idOf = (path: string) => path.slice('/courses/'.length)
const unpublish = (path: string) => change('update courses set is_published = 0 where id = ?', [idOf(path)], path)
const rename = (path: string, title: string) =>
	change('update courses set title = ?, updated_at = 2 where id = ?', [title, idOf(path)], path)

/** Starts a node, publishes two courses and stops it. */
async function publishTwoCourses(): Promise<{ one: string; two: string }> {
	const node = await startNode()
	await isReady(node)
	const [one, two] = [await addCourse('One'), await addCourse('Two')]
	await vi.waitFor(async () => expect(await node.text('/courses')).toContain('Two, One'))
	await vi.waitFor(() => expect(messages(node, 'published').flatMap(({ paths }) => paths)).toContain(two))
	expect(await node.end('SIGTERM')).toBe(0)
	return { one, two }
}

test('serves its last pages while the server is down, and everything once it is back', async () => {
	const { one, two } = await publishTwoCourses()
	await server.kill()
	const node = await startNode()

	expect((await node.get('/readyz')).status).toBe(503)
	expect(await node.text(one)).toBe('<p>One of r1</p>')
	expect(await node.text('/courses')).toBe('<p>Two, One of r1</p>')
	expect(await node.text('/')).toBe('<p>home of r1</p>')
	expect(await node.text('/about')).toBe('<p>about</p>')
	expect((await node.get('/no-such-page')).status).toBe(404)
	for (const path of [`/courses/${newId()}`, '/dashboard']) {
		const answer = await node.get(path)
		expect([answer.status, answer.headers.get('Retry-After'), await answer.text()], path).toEqual([
			503,
			'5',
			'<p>our page for 503</p>',
		])
		expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
	}
	const calls = [
		['/api/courses', { method: 'GET' }],
		['/api/auth/login', { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }],
	] as const
	for (const [path, init] of calls) {
		const answer = await node.get(path, init)
		expect([answer.status, answer.headers.get('Retry-After'), await answer.text()], path).toEqual([
			503,
			'5',
			'The service is busy. Please try again in a moment.',
		])
	}

	await server.restart()
	await isReady(node)
	await rename(one, 'One, changed')
	await unpublish(two)
	await vi.waitFor(async () => expect(await node.text(one)).toBe('<p>One, changed of r1</p>'))
	await vi.waitFor(async () => expect((await node.get(two)).status).toBe(404))
	expect((await node.get('/dashboard')).status).toBe(200)
	expect((await node.get('/api/courses')).status).toBe(200)

	const { host } = new URL(server.url)
	expect(messages(node, 'does not answer').map(({ msg }) => msg)).toEqual([
		`The database server at ${host} does not answer (ECONNREFUSED). Start it, or correct DATABASE_URL.`,
	])
	expect(messages(node, 'answers again')).toHaveLength(1)
	expect(messages(node, 'failed')).toEqual([])
	expect(await node.end('SIGTERM')).toBe(0)
})

test('shows changes from its downtime as soon as the server is back', async () => {
	const { one, two } = await publishTwoCourses()
	await rename(one, 'One, changed')
	await unpublish(two)
	await server.kill()
	const node = await startNode()
	expect(await node.text(one)).toBe('<p>One of r1</p>')
	await server.restart()
	await isReady(node)
	// Unpublished pages were removed when the node became ready, before it rendered any page.
	expect((await node.get(two)).status).toBe(404)
	await vi.waitFor(async () => expect(await node.text(one)).toBe('<p>One, changed of r1</p>'))
})

test('permanently removes pages that were unpublished during its downtime, at its next start', async () => {
	const { one, two } = await publishTwoCourses()
	await unpublish(two)
	const between = await startNode()
	await isReconciled(between)
	await between.end('SIGKILL')
	await server.kill()
	const node = await startNode()
	expect((await node.get(one)).status).toBe(200)
	expect((await node.get(two)).status).toBe(503)
	expect(await node.text('/courses')).toBe('<p>One of r1</p>')
})

test('treats a frozen server as down, and stops without waiting for it', async () => {
	const { one } = await publishTwoCourses()
	await server.freeze()
	const node = await startNode()
	expect(await node.text(one)).toBe('<p>One of r1</p>')
	expect((await node.get('/readyz')).status).toBe(503)
	expect(await node.end('SIGTERM')).toBe(0)
	expect(messages(node, 'did not stop in time')).toEqual([])

	const other = await startNode()
	server.thaw()
	await isReady(other)
})

test("serves no pages at its first start, because the build's may be outdated", async () => {
	await server.kill()
	const node = await startNode()
	for (const path of ['/', '/courses']) expect((await node.get(path)).status, path).toBe(503)
	expect(await node.text('/about')).toBe('<p>about</p>')
	await server.restart()
	await isReady(node)
	await isReconciled(node)
	expect(await node.text('/')).toBe('<p>home of r1</p>')
})

test('serves pages of an earlier release while its assets exist, with its scripts in the policy', async () => {
	const { one } = await publishTwoCourses()
	await server.kill()
	const withoutAssets = await startNode({ RELEASE: 'r2' })
	expect((await withoutAssets.get(one)).status).toBe(503)
	expect(await withoutAssets.end('SIGTERM')).toBe(0)

	mkdirSync(join(folder, 'data', 'assets', 'r1'), { recursive: true })
	const node = await startNode({ RELEASE: 'r2' })
	const page = await node.get(one)
	const html = await page.text()
	expect(html).toBe('<p>One of r1</p><script>"r1"</script>')
	const [hash] = inlineScriptHashes(html)
	expect(page.headers.get('Content-Security-Policy')).toContain(`script-src 'self' '${hash}'`)
	await server.restart()
	await isReconciled(node)
	expect(await node.text(one)).toBe('<p>One of r2</p>')
})

test('does not serve pages that were published with other settings', async () => {
	const { one } = await publishTwoCourses()
	await server.kill()
	const others: Array<Record<string, string>> = [
		{ DATABASE_URL: `http://127.0.0.1:${await freePort()}` },
		{ PODCAST_FEED_URL: 'https://feeds.example/other' },
		{ PUBLIC_URL: 'https://other.example' },
	]
	for (const settings of others) {
		const node = await startNode(settings)
		expect((await node.get(one)).status, JSON.stringify(settings)).toBe(503)
		expect(await node.end('SIGTERM')).toBe(0)
	}
	expect(await (await startNode()).text(one)).toBe('<p>One of r1</p>')
})

test('exits with an error if the server returns with a newer database version', async () => {
	await publishTwoCourses()
	await asOtherNode(({ client }) =>
		client.execute("insert into __drizzle_migrations (hash, created_at) values ('later', 9999999999999)"),
	)
	await server.kill()
	const node = await startNode()
	await server.restart()
	expect(await node.end()).toBe(1)
	expect(node.said()).toContain('was written by a newer version of Second Chair')
})

test('fails the start immediately on errors that waiting cannot fix', async () => {
	const rejections = [
		[{ DATABASE_AUTH_TOKEN: 'wrong' }, 'does not accept DATABASE_AUTH_TOKEN (HTTP 401)'],
		[{ DATABASE_URL: server.url.replace('http:', 'https:') }, 'does not support TLS. Check DATABASE_URL'],
	] as const
	for (const [settings, sentence] of rejections) {
		const node = await startNode(settings)
		expect(await node.end()).toBe(1)
		expect(node.said()).toContain(sentence)
		expect(node.said().trim().split('\n')).toHaveLength(1)
	}
})

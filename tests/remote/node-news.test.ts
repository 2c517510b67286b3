import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '#db/client.ts'
import { type CountingProxy, startCountingProxy } from '#tests/support/servers/counting-proxy.ts'
import { type Browser, lineOf, made, type SiteNode, signInAt, startNode } from '#tests/support/servers/site-node.ts'
import { type Sqld, startSqld } from '#tests/support/servers/sqld.ts'

// Two nodes of one site notify each other of changes.

let server: Sqld
let database: Database
let folder: string
let purges: Array<{ paths: string[]; shown: Array<string | number> }>
let cdn: ReturnType<typeof createServer>
let one: SiteNode
let two: SiteNode
let admin: Browser
const startedNodes: SiteNode[] = []

const messages = (node: SiteNode, part: string) => node.logged().filter(({ msg }) => String(msg).includes(part))
/** Returns a page's line without its script, or its status if that is not 200. */
async function fetchLine(node: SiteNode, path: string): Promise<string | number> {
	const answer = await node.get(path)
	const text = lineOf(await answer.text())
	return answer.status === 200 ? text : answer.status
}

async function start(name: string, settings: Record<string, string> = {}): Promise<SiteNode> {
	const { port } = cdn.address() as AddressInfo
	const node = await startNode({
		DATA_DIR: join(folder, name),
		DATABASE_URL: server.url,
		DATABASE_AUTH_TOKEN: server.authToken,
		CDN_PURGE_URL: `http://127.0.0.1:${port}/purge`,
		...settings,
	})
	startedNodes.push(node)
	await vi.waitFor(() => expect(messages(node, 'public pages reconciled')).toHaveLength(1), { timeout: 60_000 })
	return node
}

beforeAll(async () => {
	server = await startSqld()
	folder = mkdtempSync(join(tmpdir(), 'second-chair-nodes-'))
	// Records the nodes' pages at the moment of the CDN purge.
	cdn = createServer(async (request, response) => {
		let text = ''
		for await (const part of request.setEncoding('utf8')) text += part
		const { paths } = JSON.parse(text) as { paths: string[] }
		const course = paths.find((path) => /^\/courses\/./.test(path)) ?? '/courses'
		const shown = await Promise.all(
			[one, two].map((node) => (node ? fetchLine(node, course).catch(() => 'nothing') : 'nothing')),
		)
		purges.push({ paths, shown })
		response.writeHead(204).end()
	}).listen(0, '127.0.0.1')
	await once(cdn, 'listening')
	purges = []
	one = await start('one')
	two = await start('two')
	admin = await signInAt(one)
	database = await openDatabase(server)
}, 120_000)
afterAll(async () => {
	for (const node of startedNodes) await node.end('SIGKILL')
	await database.close()
	cdn.close()
	await server.stop()
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
beforeEach(() => {
	purges = []
})

async function addCourse(title: string): Promise<string> {
	const course = { title, description: 'What it is about.', difficulty: 'beginner', isPublished: true }
	return (await made(admin.call(one, 'POST', '/api/courses', course))).id
}
/** Adds a course and waits until both nodes and the CDN have it. */
async function addSettledCourse(title: string): Promise<string> {
	const id = await addCourse(title)
	await vi.waitFor(async () => expect(await fetchLine(two, `/courses/${id}`)).toBe(`<p>${title} of r1</p>`))
	await vi.waitFor(() => expect(purges.flatMap(({ paths }) => paths)).toContain(`/courses/${id}`))
	purges = []
	return id
}
const rename = (id: string, title: string, node = one) => admin.call(node, 'PUT', `/api/courses/${id}`, { title })
const unpublish = (id: string) => admin.call(one, 'PUT', `/api/courses/${id}`, { isPublished: false })
const value = async (sql: string) => (await database.client.execute(sql)).rows[0]?.[0]

describe('two nodes', () => {
	test('show an edit on both, and purge the CDN once when both have it', async () => {
		const id = await addSettledCourse('Fees')
		const before = Number(await value("select count(*) from outbox where kind = 'cdn-purge'"))
		expect((await rename(id, 'Fees, again')).status).toBe(200)
		await vi.waitFor(async () => expect(await fetchLine(two, `/courses/${id}`)).toBe('<p>Fees, again of r1</p>'))
		await vi.waitFor(() => expect(purges).toHaveLength(1))
		expect(purges[0]).toEqual({
			// Includes every URL that a CDN may have cached.
			paths: [`/courses/${id}`, '/', '/courses', '/courses/fees', '/courses/fees-again'],
			shown: ['<p>Fees, again of r1</p>', '<p>Fees, again of r1</p>'],
		})
		await vi.waitFor(async () => expect(await value("select count(*) from outbox where state = 'waiting'")).toBe(0))
		expect(await value("select count(*) from outbox where kind = 'cdn-purge'")).toBe(before + 1)
		expect(purges).toHaveLength(1)
		expect(messages(one, 'did not answer')).toEqual([])
	})

	test('remove an unpublished or deleted page from both before the response', async () => {
		for (const removePage of [unpublish, (id: string) => admin.call(one, 'DELETE', `/api/courses/${id}`)]) {
			for (let round = 0; round < 5; round++) {
				const id = await addSettledCourse(`Gone ${round}`)
				expect((await removePage(id)).ok).toBe(true)
				expect(await Promise.all([one, two].map((node) => fetchLine(node, `/courses/${id}`)))).toEqual([404, 404])
				expect(await fetchLine(two, '/courses')).not.toContain(`Gone ${round}`)
			}
		}
	})

	test('purge once for each of two concurrent edits', async () => {
		const ids = [await addSettledCourse('Left'), await addSettledCourse('Right')] as const
		await Promise.all([rename(ids[0], 'Left, edited', one), rename(ids[1], 'Right, edited', two)])
		for (const node of [one, two])
			await vi.waitFor(async () =>
				expect(await Promise.all(ids.map((id) => fetchLine(node, `/courses/${id}`)))).toEqual([
					'<p>Left, edited of r1</p>',
					'<p>Right, edited of r1</p>',
				]),
			)
		await vi.waitFor(() => expect(purges).toHaveLength(2))
		await vi.waitFor(async () => expect(await value("select count(*) from outbox where state = 'waiting'")).toBe(0))
		expect(purges.map(({ paths }) => paths[0]).sort()).toEqual(ids.map((id) => `/courses/${id}`).sort())
	})

	test('reject other callers of their internal endpoint', async () => {
		const call = { method: 'POST', body: '{"kind":"withdraw","paths":["/"],"seq":999}' }
		const signature = `${Date.now()}.nonce.hash.signature`
		for (const headers of [{}, { 'X-Node-Signature': signature }] as Array<Record<string, string>>) {
			const answer = await fetch(`${two.origin}/.node`, { ...call, headers })
			const elsewhere = await fetch(`${two.origin}/.elsewhere`, { ...call, headers })
			expect([answer.status, await answer.text()]).toEqual([elsewhere.status, await elsewhere.text()])
			expect(answer.status).toBe(404)
		}
		expect(await fetchLine(two, '/')).toBe('<p>home of r1</p>')
	})
})

describe('an unreachable node', () => {
	test('delays an unpublish by at most two seconds, once, and serves no removed page after the thaw', async () => {
		const [id, next] = [await addSettledCourse('Frozen'), await addSettledCourse('Frozen next')]
		two.process.kill('SIGSTOP')
		try {
			const first = performance.now()
			expect((await unpublish(id)).status).toBe(200)
			const second = performance.now()
			expect((await unpublish(next)).status).toBe(200)
			const third = performance.now()
			// Does not check speed, only that the second call does not wait for a node known to be unresponsive.
			expect(third - second).toBeLessThan(second - first)
			expect(messages(one, 'a node did not answer our call')).toHaveLength(1)
			expect(await fetchLine(one, `/courses/${id}`)).toBe(404)
		} finally {
			two.process.kill('SIGCONT')
		}
		await vi.waitFor(async () => expect(await fetchLine(two, `/courses/${id}`)).toBe(404))
		await vi.waitFor(async () => expect(await fetchLine(two, `/courses/${next}`)).toBe(404))
		const after = await addSettledCourse('After the thaw')
		expect((await unpublish(after)).status).toBe(200)
		expect(await fetchLine(two, `/courses/${after}`)).toBe(404)
		await vi.waitFor(() => expect(messages(one, 'a node answers again')).toHaveLength(1))
	})

	test('serves no removed page after the thaw, not even to requests sent before it', async () => {
		for (let round = 0; round < 3; round++) {
			const id = await addSettledCourse(`Asked for ${round}`)
			two.process.kill('SIGSTOP')
			const requests: Array<Promise<string | number>> = []
			try {
				for (let visitor = 0; visitor < 20; visitor++) requests.push(fetchLine(two, `/courses/${id}`))
				expect((await unpublish(id)).status).toBe(200)
			} finally {
				two.process.kill('SIGCONT')
			}
			expect(await Promise.all(requests)).toEqual(Array(20).fill(404))
		}
		expect(messages(two, 'this node was suspended').length).toBeGreaterThanOrEqual(3)
		await vi.waitFor(async () => expect((await two.get('/readyz')).status).toBe(200))
	})

	test('delays nothing when killed, and another node takes over its work', { timeout: 180_000 }, async () => {
		const id = await addSettledCourse('Killed')
		const three = await start('three')
		await three.end('SIGKILL')
		expect((await unpublish(id)).status).toBe(200)
		expect(await Promise.all([one, two].map((node) => fetchLine(node, `/courses/${id}`)))).toEqual([404, 404])
		// Another node takes over the killed node's purge once its lease has expired.
		await vi.waitFor(async () => expect(await value("select count(*) from outbox where state = 'waiting'")).toBe(0), {
			timeout: 120_000,
		})
		// The state after a node dies between a change and its announcement.
		const insertEvent = 'insert into publish_events (path, created_at, node) values (?, ?, ?)'
		await database.client.batch([
			{ sql: 'update courses set title = ?, is_published = 1 where id = ?', args: ['Taken over', id] },
			{ sql: insertEvent, args: [`/courses/${id}`, Date.now(), 'dead'] },
			{
				sql: `insert into outbox (id, kind, payload, created_at, available_at)
					select 'cdn-purge-' || max(seq), 'cdn-purge', ?, ?, ? from publish_events`,
				args: [JSON.stringify({ queued: [`/courses/${id}`] }), Date.now(), Date.now() + 8_000],
			},
		])
		purges = []
		for (const node of [one, two])
			await vi.waitFor(async () => expect(await fetchLine(node, `/courses/${id}`)).toBe('<p>Taken over of r1</p>'))
		await vi.waitFor(() =>
			expect(purges.map(({ paths }) => paths)).toEqual([[`/courses/${id}`, '/', '/courses', '/courses/killed']]),
		)
	})

	test('removes an unpublished page even while cut off from the database server', async () => {
		const proxy = await startCountingProxy(server.url)
		const cut = await start('cut', { DATABASE_URL: proxy.url })
		const id = await addSettledCourse('Cut off')
		await vi.waitFor(async () => expect(await fetchLine(cut, `/courses/${id}`)).toBe('<p>Cut off of r1</p>'))
		await proxy.stop()
		expect((await unpublish(id)).status).toBe(200)
		// The node cannot determine whether the page exists.
		expect(await fetchLine(cut, `/courses/${id}`)).toBe(503)
		expect((await cut.get('/courses')).status).toBe(200)
		await cut.end('SIGKILL')
	})

	test('is removed from the list of nodes after a clean stop', async () => {
		const before = Number(await value('select count(*) from nodes'))
		const four = await start('four')
		expect(await value('select count(*) from nodes')).toBe(before + 1)
		expect(await four.end('SIGTERM')).toBe(0)
		expect(await value('select count(*) from nodes')).toBe(before)
	})
})

test('an idle node queries its database server at most once in five seconds', {
	timeout: 120_000,
}, async () => {
	const proxy: CountingProxy = await startCountingProxy(server.url)
	try {
		const idle = await start('idle', { DATABASE_URL: proxy.url })
		// Wait for the startup work.
		let before = -1
		await vi.waitFor(
			async () => {
				const now = proxy.requests
				const isIdle = now === before
				before = now
				await pause(1_500)
				expect(isIdle).toBe(true)
			},
			{ timeout: 60_000 },
		)
		const startedAt = performance.now()
		const requestsBefore = proxy.requests
		await pause(20_000)
		const rounds = (performance.now() - startedAt) / 5_000
		expect(proxy.requests - requestsBefore).toBeLessThanOrEqual(Math.ceil(rounds))
		expect(proxy.requests - requestsBefore).toBeGreaterThan(0)
		expect(messages(idle, 'job failed')).toEqual([])
	} finally {
		await proxy.stop()
	}
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test, vi } from 'vitest'
import {
	type Browser,
	made,
	makeDiscussion,
	type SiteNode,
	signInAt,
	startNode,
} from '#tests/support/servers/site-node.ts'
import { type Sqld, startSqld } from '#tests/support/servers/sqld.ts'

// Two nodes on one database server that is flooded, killed and frozen. Each test leaves both nodes healthy.

/** Maximum response time while the database does not respond, in milliseconds. */
const ANSWER_LIMIT_MS = 6_000
/** Maximum time from SIGTERM to exit, whatever the database does, in milliseconds. */
const END_LIMIT_MS = 15_000

let server: Sqld
let folder: string
let nodes: [SiteNode, SiteNode]
let admin: Browser
/** API path of the discussion's comments. */
let discussion: string

const start = (name: string) =>
	startNode({ DATA_DIR: join(folder, name), DATABASE_URL: server.url, DATABASE_AUTH_TOKEN: server.authToken })
const isReady = (node: SiteNode) => vi.waitFor(async () => expect((await node.get('/readyz')).status).toBe(200))

beforeAll(async () => {
	server = await startSqld()
	folder = mkdtempSync(join(tmpdir(), 'second-chair-two-'))
	const first = await start('one')
	nodes = [first, await start('two')]
	await Promise.all(nodes.map(isReady))
	admin = await signInAt(first)
	discussion = await makeDiscussion(first, admin)
})
afterAll(async () => {
	server.thaw()
	await Promise.all(nodes.map((node) => node.end('SIGKILL')))
	await server.stop()
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

beforeEach(() =>
	// Only the log shows whether statements were rejected, timed out or found no slot.
	onTestFailed(() => {
		for (const node of nodes)
			console.error(
				node
					.logged()
					.filter(({ level }) => Number(level) >= 40)
					.slice(-5),
			)
	}),
)

const write = (node: SiteNode, content: string) => admin.call(node, 'POST', discussion, { content })

/** Reads every comment, page by page. */
async function contents(node: SiteNode): Promise<string[]> {
	const all: string[] = []
	for (let path: string | undefined = `${discussion}?limit=100`; path; ) {
		const answer: Response = await admin.call(node, 'GET', path)
		expect(answer.status).toBe(200)
		all.push(...((await answer.json()) as Array<{ content: string }>).map(({ content }) => content))
		path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1]
	}
	return all
}

/** Writes to both nodes concurrently and checks the rejections. @returns the text of each acknowledged comment. */
async function burst(texts: string[]): Promise<string[]> {
	const answers = await Promise.all(
		texts.map(async (text, i) => {
			const answer = await write(nodes[i % 2 === 0 ? 0 : 1], text)
			return { text, status: answer.status, retryAfter: answer.headers.get('Retry-After') }
		}),
	)
	for (const { status, retryAfter } of answers) {
		expect([201, 503]).toContain(status)
		if (status === 503) expect(Number(retryAfter)).toBeGreaterThan(0)
	}
	return answers.filter(({ status }) => status === 201).map(({ text }) => text)
}

test('a sign-in and writes on one node are visible on the other', async () => {
	const [one, two] = nodes
	await made(write(one, 'written at the first'))
	expect(await contents(two)).toContain('written at the first')
	await made(write(two, 'written at the second'))
	expect(await contents(one)).toContain('written at the second')
	expect((await admin.call(two, 'POST', '/api/logout')).status).toBe(204)
	expect((await admin.call(one, 'GET', '/api/user')).status).toBe(401)
	admin = await signInAt(two)
})

test('300 concurrent comments, five times: acknowledged ones exist, the others are told to retry', async () => {
	for (let round = 0; round < 5; round++) {
		const acknowledged = await burst(Array.from({ length: 300 }, (_, i) => `burst ${round} ${i}`))
		expect(acknowledged.length).toBeGreaterThan(0)
		await Promise.all(nodes.map(isReady))
		const stored = new Set(await contents(nodes[round % 2 === 0 ? 1 : 0]))
		expect(acknowledged.filter((text) => !stored.has(text))).toEqual([])
	}
})

test('killing the database server during writes, three times, loses no acknowledged write', async () => {
	const acknowledged: string[] = []
	for (let round = 0; round < 3; round++) {
		const before = acknowledged.length
		let isDown = false
		const writers = nodes.flatMap((node, at) =>
			Array.from({ length: 4 }, async (_, writer) => {
				for (let i = 0; !isDown; i++) {
					const text = `killed ${round} ${at} ${writer} ${i}`
					const answer = await write(node, text)
					if (answer.status === 201) acknowledged.push(text)
					else expect([503, Number(answer.headers.get('Retry-After')) > 0]).toEqual([503, true])
				}
			}),
		)
		await vi.waitFor(() => expect(acknowledged.length - before).toBeGreaterThan(20))
		await server.kill()
		// Both nodes report the failure and keep running.
		await vi.waitFor(async () => expect((await nodes[0].get('/readyz')).status).toBe(503))
		isDown = true
		await Promise.all(writers)
		await server.restart()
		await Promise.all(nodes.map(isReady))
	}
	const stored = await contents(nodes[0])
	expect(acknowledged.filter((text) => !stored.includes(text))).toEqual([])
	expect(new Set(stored).size).toBe(stored.length)
	await made(write(nodes[1], 'after the kills'))
})

test('a frozen database server leads to timely 503s, a warning and a clean stop', async () => {
	const [one, two] = nodes
	await server.freeze()
	const askedAt = performance.now()
	const answers = await Promise.all([
		write(one, 'while it is frozen'),
		admin.call(one, 'GET', discussion),
		admin.call(two, 'GET', '/api/user'),
		two.get('/readyz'),
	])
	expect(performance.now() - askedAt).toBeLessThan(ANSWER_LIMIT_MS)
	expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503])
	for (const answer of answers) expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
	expect(one.logged().some(({ level, msg }) => Number(level) >= 40 && msg === 'database unavailable')).toBe(true)
	// Public pages need no database.
	expect((await one.get('/courses')).status).toBe(200)

	const hanging = write(two, 'when it is told to stop').catch(() => undefined)
	await pause(100)
	const stoppedAt = performance.now()
	await two.end('SIGTERM')
	expect(performance.now() - stoppedAt).toBeLessThan(END_LIMIT_MS)
	await hanging

	server.thaw()
	await isReady(one)
	await made(write(one, 'after the thaw'))
	nodes = [one, await start('two')]
	await isReady(nodes[1])
	expect(await contents(nodes[1])).toContain('after the thaw')
})

test('killing a node during writes leaves the other running and loses no acknowledged write', async () => {
	const [one, two] = nodes
	const acknowledged: string[] = []
	let isOver = false
	const writers = nodes.map(async (node, at) => {
		for (let i = 0; !isOver; i++) {
			const text = `node killed ${at} ${i}`
			const answer = await write(node, text).catch(() => undefined)
			if (answer?.status === 201) acknowledged.push(text)
			else if (node === two) break
		}
	})
	await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(10))
	await two.end('SIGKILL')
	const before = acknowledged.length
	await vi.waitFor(() => expect(acknowledged.length - before).toBeGreaterThan(5))
	isOver = true
	await Promise.all(writers)
	const stored = await contents(one)
	expect(acknowledged.filter((text) => !stored.includes(text))).toEqual([])
	nodes = [one, await start('two')]
	await isReady(nodes[1])
})

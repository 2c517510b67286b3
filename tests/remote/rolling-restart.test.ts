import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { hasProgram } from '#tests/support/servers/deploy-tools.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { type ReverseProxy, reverseProxies } from '#tests/support/servers/reverse-proxies.ts'
import { type Browser, makeDiscussion, type SiteNode, signInAt, startNode } from '#tests/support/servers/site-node.ts'
import { type Sqld, startSqld } from '#tests/support/servers/sqld.ts'

// Two nodes on one database server, behind the reverse proxies of `deploy/`. Tests of a proxy that is not installed do
// not run, and `npm run test:all` reports it.

/** Number of concurrent writers, and of concurrent readers. */
const CONCURRENCY = 4

let server: Sqld
let folder: string
let ports: [number, number]
let proxyPort: number
let nodes: [SiteNode, SiteNode]
let admin: Browser
let discussion: string
let proxy: ReverseProxy | undefined

/** Waits until the reverse proxy, whose health check runs twice a second, passes requests on to the node. */
const isInUse = (node: SiteNode) =>
	vi.waitFor(() => expect(node.logged().some(({ path }) => path === discussion)).toBe(true))
const isReady = (node: SiteNode) => vi.waitFor(async () => expect((await node.get('/readyz')).status).toBe(200))

async function start(at: 0 | 1): Promise<SiteNode> {
	const node = await startNode({
		DATA_DIR: join(folder, String(at)),
		DATABASE_URL: server.url,
		DATABASE_AUTH_TOKEN: server.authToken,
		PORT: String(ports[at]),
		TRUST_PROXY_HOPS: '1',
		// The reverse proxies pass on the requested host, but nginx omits the port.
		ALLOWED_HOSTS: [ports[at], proxyPort]
			.map((port) => `127.0.0.1:${port}`)
			.join(',')
			.concat(',127.0.0.1'),
	})
	await isReady(node)
	return node
}

beforeAll(async () => {
	server = await startSqld()
	folder = mkdtempSync(join(tmpdir(), 'second-chair-rolling-'))
	ports = [await freePort(), await freePort()]
	proxyPort = await freePort()
	// The nginx proxy has a self-signed certificate.
	process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
	nodes = [await start(0), await start(1)]
	admin = await signInAt(nodes[0])
	discussion = await makeDiscussion(nodes[0], admin)
}, 120_000)
afterEach(async () => {
	await proxy?.stop()
	proxy = undefined
})
afterAll(async () => {
	delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
	await Promise.all(nodes.map((node) => node.end('SIGKILL')))
	await server.stop()
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Results of one kind of request. */
interface Tally {
	done: number
	failed: string[]
}

/** Reads and writes through the reverse proxy until `finish`. Every written comment is unique. */
function startTraffic(target: ReverseProxy, name: string) {
	const [reads, writes]: [Tally, Tally] = [
		{ done: 0, failed: [] },
		{ done: 0, failed: [] },
	]
	const written: string[] = []
	let isOver = false
	async function repeat(
		tally: Tally,
		status: number,
		call: (i: number) => Promise<Response>,
		onSuccess?: (i: number) => void,
	) {
		for (let i = 0; !isOver; i++) {
			const answer = await call(i).catch((error: unknown) => String(error))
			// The text shows whether the proxy or a node responded.
			const result = typeof answer === 'string' ? answer : `${answer.status} ${(await answer.text()).slice(0, 120)}`
			if (typeof answer !== 'string' && answer.status === status) {
				tally.done++
				onSuccess?.(i)
			} else tally.failed.push(result)
			await pause(5)
		}
	}
	const loops = Array.from({ length: CONCURRENCY }, (_, worker) => {
		const text = (i: number) => `${name} ${worker} ${i}`
		const write = (i: number) => admin.call(target, 'POST', discussion, { content: text(i) })
		return [
			repeat(writes, 201, write, (i) => written.push(text(i))),
			repeat(reads, 200, (i) => admin.call(target, 'GET', i % 2 === 0 ? '/courses' : `${discussion}?limit=5`)),
		]
	})
	return {
		reads,
		writes,
		/** Resolves after `count` more reads and `count` more writes. */
		async more(count: number) {
			const [read, wrote] = [reads.done + count, writes.done + count]
			await vi.waitFor(() => expect(reads.done >= read && writes.done >= wrote).toBe(true), { timeout: 60_000 })
		},
		/** @returns the text of each acknowledged comment. */
		async finish(): Promise<string[]> {
			isOver = true
			await Promise.all(loops.flat())
			return written
		},
	}
}

/** Returns the whole discussion. */
async function contents(): Promise<string[]> {
	const all: string[] = []
	for (let path: string | undefined = `${discussion}?limit=100`; path; ) {
		const answer: Response = await admin.call(nodes[0], 'GET', path)
		expect(answer.status).toBe(200)
		all.push(...((await answer.json()) as Array<{ content: string }>).map(({ content }) => content))
		path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1]
	}
	return all
}

/** Checks that each acknowledged comment exists once. */
async function expectStoredOnce(written: readonly string[]): Promise<void> {
	const stored = await contents()
	expect(written.filter((text) => !stored.includes(text))).toEqual([])
	expect(new Set(stored).size).toBe(stored.length)
}

test('a node that receives SIGTERM reports it, keeps serving for a moment and exits cleanly', async () => {
	const stopped = nodes[1].end('SIGTERM')
	await vi.waitFor(async () => expect((await nodes[1].get('/healthz')).status).toBe(503), { interval: 5 })
	expect((await admin.call(nodes[1], 'POST', discussion, { content: 'While it stops' })).status).toBe(201)
	expect(await stopped).toBe(0)
	nodes = [nodes[0], await start(1)]
	await expectStoredOnce(['While it stops'])
})

describe.each(Object.keys(reverseProxies).filter(hasProgram))('behind %s', (program) => {
	test('a rolling restart fails no reads and no writes', { timeout: 180_000 }, async () => {
		proxy = await reverseProxies[program]?.(proxyPort, ports)
		const traffic = startTraffic(proxy as ReverseProxy, `${program} rolling`)
		await traffic.more(50)
		for (const at of [0, 1] as const) {
			expect(await nodes[at].end('SIGTERM')).toBe(0)
			await traffic.more(20)
			nodes[at] = await start(at)
			await traffic.more(50)
			await isInUse(nodes[at])
		}
		const written = await traffic.finish()
		expect([traffic.reads.failed, traffic.writes.failed]).toEqual([[], []])
		await expectStoredOnce(written)
	})

	test('a killed node fails no reads and few writes, and no write is applied twice', { timeout: 180_000 }, async () => {
		proxy = await reverseProxies[program]?.(proxyPort, ports)
		const traffic = startTraffic(proxy as ReverseProxy, `${program} killed`)
		await traffic.more(50)
		await nodes[1].end('SIGKILL')
		await traffic.more(50)
		nodes = [nodes[0], await start(1)]
		await traffic.more(50)
		const written = await traffic.finish()
		expect(traffic.reads.failed).toEqual([])
		// nginx retries unsent requests on the other node; Caddy cannot retry a request with a body.
		if (program === 'nginx') expect(traffic.writes.failed.length).toBeLessThanOrEqual(CONCURRENCY)
		expect(traffic.writes.failed.filter((failure) => !failure.startsWith('503 '))).toEqual([])
		await expectStoredOnce(written)
	})
})

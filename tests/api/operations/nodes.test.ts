import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { outbox, publishEvents } from '#db/schema/operations.ts'
import { searchState } from '#db/schema/search.ts'
import { write } from '#db/write.ts'
import { nodeAnswers } from '#src/app/nodes/answer-node.ts'
import { Peers } from '#src/app/nodes/peers.ts'
import { heartbeat, livePeers } from '#src/app/nodes/registry.ts'
import { nodeAddress } from '#src/app/nodes/site-node.ts'
import { Publisher } from '#src/app/publish/publisher.ts'
import type { PublishingPeers } from '#src/app/publish/publishing-peers.ts'
import { SiteFolder } from '#src/app/publish/site-folder.ts'
import { startJobs } from '#src/app/start-jobs.ts'
import * as settings from '#src/platform/env/env.ts'
import { StaticStore } from '#src/platform/http/files/static-store.ts'
import { enqueueWork } from '#src/platform/jobs/outbox.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { countTries, forgetTries } from '#src/platform/limits/rate-limit.ts'
import { log } from '#src/platform/log.ts'
import { sendNews } from '#src/platform/nodes/node-news.ts'
import { NODE_CALL_PATH, SIGNATURE_HEADER, signCall } from '#src/platform/nodes/signed-calls.ts'
import { enqueuePublish, publishEverywhere } from '#src/platform/publish/publish-queue.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { startServer } from '../http/support.ts'

let database: TestDatabase
let content: Map<string, string>
let store: StaticStore
let publishers: Publisher[]
beforeEach(async () => {
	database = await freshDatabase()
	store = new StaticStore()
	content = new Map([['/', 'first']])
	publishers = []
})
afterEach(async () => {
	for (const publisher of publishers) await publisher.stop()
	await database.discard()
})

const settingsWith = (changes: Partial<settings.Env>) =>
	vi.spyOn(settings, 'env').mockReturnValue({ ...settings.env(), ...changes })
const withCdn = () => settingsWith({ cdnPurgeUrl: 'http://127.0.0.1:9/purge' })
const page = async (path: string) =>
	new Response(content.get(path) ?? 'Not found', { status: content.has(path) ? 200 : 404 })

async function publish(peers?: PublishingPeers, render = page): Promise<Publisher> {
	const publisher = new Publisher({
		store,
		folder: new SiteFolder(join(database.folder, 'site')),
		stamp: 'release 1',
		render,
		readBuiltPage: () => undefined,
		...(peers ? { peers } : {}),
	})
	publishers.push(publisher)
	publisher.start()
	await publisher.idle()
	return publisher
}
const purges = () => db().select().from(outbox).where(eq(outbox.kind, 'cdn-purge')).orderBy(outbox.id)
const pathsOf = ({ payload }: { payload: string }) => (JSON.parse(payload) as { paths?: string[] }).paths
/** Writes a change as another node would. */
const elsewhere = (path: string) =>
	db().insert(publishEvents).values({ path, createdAt: new Date(), node: 'other' }).returning()

describe('a call between nodes', () => {
	const publishTo = (upTo: number) => JSON.stringify({ kind: 'publish', upTo })
	async function listen() {
		const asked: number[] = []
		const publisher = { publishUpTo: async (seq: number) => asked.push(seq) > 0 } as unknown as Publisher
		const { port, ask } = await startServer({ answerNode: nodeAnswers('two', publisher) })
		const call = (body: string, signature: string, headers: Record<string, string> = {}) =>
			ask(NODE_CALL_PATH, {
				method: 'POST',
				body: Buffer.from(body),
				headers: { ...headers, [SIGNATURE_HEADER]: signature },
			})
		return { asked, port, ask, call, url: `http://127.0.0.1:${port}` }
	}

	test('is accepted for any host, once, and only with its signature', async () => {
		const { asked, call, ask } = await listen()
		const signed = signCall('two', publishTo(7))
		const answer = await call(publishTo(7), signed.signature, { host: '10.0.0.5:4321' })
		expect([answer.status, answer.text]).toEqual([200, '{"done":true}'])
		expect(signed.isAnswer(answer.text, String(answer.headers[SIGNATURE_HEADER]))).toBe(true)
		const unknown = await ask('/no-such-path', { method: 'POST', body: Buffer.from(publishTo(7)) })
		const refused = [
			await call(publishTo(7), signed.signature),
			await call(publishTo(8), signCall('one', publishTo(8)).signature),
			await call(publishTo(9), 'forged'),
			await ask(NODE_CALL_PATH, { method: 'GET', headers: { [SIGNATURE_HEADER]: signCall('two', '').signature } }),
			await ask(NODE_CALL_PATH),
		]
		for (const { status } of refused) expect(status).toBe(404)
		expect(refused[0]?.text).toBe(unknown.text)
		expect((await call(publishTo(10), signCall('two', publishTo(11)).signature)).status).toBe(403)
		const large = publishTo(12).padEnd(64 * 1024 + 1)
		expect((await call(large, signCall('two', large).signature)).status).toBe(403)
		expect(asked).toEqual([7])
	})

	test('unknown to this release is answered and ignored', async () => {
		const { asked, call } = await listen()
		for (const body of ['{"kind":"later"}', '{"kind":"publish","upTo":-1}', '"text"']) {
			const answer = await call(body, signCall('two', body).signature)
			expect([answer.status, answer.text], body).toEqual([200, '{"done":false}'])
		}
		expect(asked).toEqual([])
	})

	test('reaches all running nodes and warns once about one that is missing or another', async () => {
		const { asked, url } = await listen()
		const warned = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
		const nodes = [{ id: 'two', url }]
		const peers = new Peers(async () => nodes)
		expect(await peers.publish(3).everywhere).toBe(true)
		nodes.push({ id: 'gone', url: `http://127.0.0.1:${await freePort()}` }, { id: 'three', url })
		for (const seq of [4, 5]) expect(await peers.publish(seq).everywhere).toBe(false)
		expect(asked).toEqual([3, 4, 5])
		expect(warned.mock.calls.map(([about]) => (about as { node: string }).node).sort()).toEqual(['gone', 'three'])
		const unknown = new Peers(() => Promise.reject(new Error('the database is away')))
		expect(await unknown.publish(6).everywhere).toBe(false)
		await unknown.publish(6).withdraw(['/'], 6)
	})
})

test("a counter reset on another node is not limited by this node's cache", async () => {
	const rule = { name: 'test', limit: 1, seconds: 900 }
	const count = () => countTries([[rule, 'ruth']])
	await count()
	expect(await count()).toBeGreaterThan(0)
	const told: string[] = []
	const stop = sendNews((_topic, key) => void told.push(key))
	await forgetTries(rule, 'ruth')
	await forgetTries(rule, 'ruth')
	stop()
	expect(told).toHaveLength(1)
	// The state of this node without the call.
	for (let tries = 0; tries < 2; tries++) await count()
	await database.client.execute('delete from rate_limits')
	expect(await count()).toBeGreaterThan(0)
	const publisher = await publish()
	const { ask } = await startServer({ answerNode: nodeAnswers('two', publisher) })
	const body = JSON.stringify({ kind: 'forget-tries', key: told[0] })
	const headers = { [SIGNATURE_HEADER]: signCall('two', body).signature }
	expect((await ask(NODE_CALL_PATH, { method: 'POST', body: Buffer.from(body), headers })).status).toBe(200)
	expect(await count()).toBeUndefined()
})

describe('the list of nodes', () => {
	test('has the recently seen ones and forgets the others', async () => {
		for (const id of ['one', 'two', 'three']) await write(...heartbeat({ id, url: `http://${id}` }))
		await database.client.execute("update nodes set seen_at = seen_at - 40000 where id = 'two'")
		await database.client.execute("update nodes set seen_at = seen_at - 700000 where id = 'three'")
		expect(await livePeers('me')).toEqual([{ id: 'one', url: 'http://one' }])
		expect(await livePeers('one')).toEqual([])
		await write(...heartbeat({ id: 'one', url: null }))
		expect((await database.client.execute('select id, url from nodes order by id')).rows).toMatchObject([
			{ id: 'one', url: null },
			{ id: 'two' },
		])
	})

	test.each([
		['127.0.0.1', 'http://127.0.0.1:80'],
		['10.0.0.5', 'http://10.0.0.5:80'],
		['node-one', 'http://node-one:80'],
		['::1', 'http://[::1]:80'],
		['[fd00::5]', 'http://[fd00::5]:80'],
		['0.0.0.0', undefined],
		['::', undefined],
		['[::]', undefined],
	])('has a node that listens on %s as %s', (host, address) => {
		expect(nodeAddress(host, 80)).toBe(address)
	})
})

describe('the purge of a change', () => {
	test('is one row of the same write, released when the pages exist', async () => {
		withCdn()
		const publisher = await publish()
		content.set('/', 'second')
		await write(...enqueuePublish(['/']))
		const [held] = (await purges()).slice(-1)
		expect(held?.availableAt.getTime()).toBeGreaterThan(Date.now() + 5_000)
		wake('publisher')
		await publisher.idle()
		const [released] = (await purges()).slice(-1)
		expect(released).toMatchObject({ id: held?.id, state: 'waiting' })
		expect(released?.availableAt.getTime()).toBeLessThanOrEqual(Date.now())
		expect(released && pathsOf(released)).toEqual(['/'])
	})

	test('is withdrawn if nothing changed, and is one for several concurrent changes', async () => {
		withCdn()
		const publisher = await publish()
		const before = (await purges()).length
		await write(...enqueuePublish(['/']))
		await publishEverywhere()
		expect(await purges()).toHaveLength(before)
		content.set('/courses', 'list')
		content.set('/courses/1', 'course')
		await write(...enqueuePublish(['/courses/1']), ...enqueuePublish(['/courses']))
		wake('publisher')
		await publisher.idle()
		const rows = (await purges()).slice(before)
		expect(rows.map(pathsOf)).toEqual([['/courses/1', '/courses']])
	})

	test('is sent again if it was sent before this node had the change', async () => {
		withCdn()
		const noPeers = { publish: () => ({ everywhere: Promise.resolve(true), withdraw: async () => undefined }) }
		const publisher = await publish(noPeers)
		const before = (await purges()).length
		for (const state of ['waiting', 'done'] as const) {
			content.set('/', `changed elsewhere, ${state}`)
			const [event] = await elsewhere('/')
			const now = new Date()
			const id = `cdn-purge-${event?.seq}`
			await db()
				.insert(outbox)
				.values({ id, kind: 'cdn-purge', payload: '{}', state, createdAt: now, availableAt: now })
			publisher.checkQueue(Number(event?.seq))
			await publisher.idle()
			const ids = (await purges()).slice(before).map((row) => row.id)
			expect(ids.filter((one) => one.startsWith(`${id}-`))).toHaveLength(state === 'done' ? 1 : 0)
		}
	})
})

test('a page that another node found removed is dropped without the database, and an older rendering does not restore it', async () => {
	content.set('/courses/1', 'course')
	let hold: Promise<void> | undefined
	let isHeld: () => void = () => undefined
	const held = new Promise<void>((resolve) => {
		isHeld = resolve
	})
	const publisher = await publish(undefined, async (path) => {
		const answer = await page(path)
		if (path === '/courses/1' && hold) {
			isHeld()
			await hold
		}
		return answer
	})
	await elsewhere('/courses/1')
	wake('publisher')
	await publisher.idle()
	expect(store.get('/courses/1')).toBeDefined()

	content.set('/courses/1', 'edited')
	let release: () => void = () => undefined
	hold = new Promise((resolve) => {
		release = resolve
	})
	const [edit] = await elsewhere('/courses/1')
	wake('publisher')
	await held
	await publisher.withdraw(['/courses/1'], Number(edit?.seq) + 1)
	expect(store.get('/courses/1')).toBeUndefined()
	release()
	await publisher.idle()
	expect(store.get('/courses/1')).toBeUndefined()
	hold = undefined
	const [republished] = await elsewhere('/courses/1')
	expect(await publisher.publishUpTo(Number(republished?.seq))).toBe(true)
	expect(store.get('/courses/1')?.identity.toString()).toBe('edited')
})

test('work enqueued by this process starts immediately, without polling', async () => {
	const stop = startJobs({ publisher: { checkQueue: () => undefined }, self: { id: 'one', url: null } })
	const attempts = async () =>
		(await db().select({ attempts: outbox.attempts }).from(outbox)).map((row) => row.attempts)
	await vi.waitFor(async () => expect(await livePeers('me')).toHaveLength(1))
	// Wait for the startup work: a busy server would be polled again after a pause, which is a timer.
	await vi.waitFor(async () => {
		expect((await db().select().from(searchState))[0]?.finishedAt).toBeInstanceOf(Date)
		expect(await db().$count(outbox, eq(outbox.state, 'waiting'))).toBe(0)
	}, 30_000)
	await db().delete(outbox)
	// Stop the timers of the jobs.
	vi.useFakeTimers({ toFake: ['setTimeout'] })
	const warned = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
	// It must end in any case: running jobs would process rows of other tests.
	const warnings = async (count: number) => {
		const end = performance.now() + 20_000
		while (warned.mock.calls.length < count && performance.now() < end) await turn()
	}
	try {
		await enqueueWork('unknown', {})
		await warnings(1)
		expect(await attempts()).toEqual([1])
		await db().update(outbox).set({ availableAt: new Date() })
		wake('outbox')
		await warnings(2)
		expect(warned).toHaveBeenCalledTimes(2)
	} finally {
		vi.useRealTimers()
		await stop()
	}
})

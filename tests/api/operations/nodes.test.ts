import { setImmediate as turn } from 'node:timers/promises'
import { and, eq, isNotNull } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { searchState } from '#db/schema/search.ts'
import { write } from '#db/write.ts'
import { nodeCallHandler } from '#src/app/nodes/answer-node.ts'
import { Peers } from '#src/app/nodes/peers.ts'
import { heartbeat, livePeers } from '#src/app/nodes/registry.ts'
import { serverUrl } from '#src/app/nodes/site-node.ts'
import type { Publisher } from '#src/app/publish/publisher.ts'
import { startJobs } from '#src/app/start-jobs.ts'
import { enqueueWork } from '#src/platform/jobs/outbox.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { countAttempts, resetAttempts } from '#src/platform/limits/rate-limit.ts'
import { log } from '#src/platform/log.ts'
import { sendNews } from '#src/platform/nodes/node-news.ts'
import { NODE_CALL_PATH, SIGNATURE_HEADER, signCall } from '#src/platform/nodes/signed-calls.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { startServer } from '../http/support.ts'

let database: TestDatabase
beforeEach(async () => {
	database = await freshDatabase()
})
afterEach(() => database.discard())

describe('a call between nodes', () => {
	const publishTo = (upTo: number) => JSON.stringify({ kind: 'publish', upTo })
	async function listen() {
		const received: number[] = []
		const publisher = { publishUpTo: async (seq: number) => received.push(seq) > 0 } as unknown as Publisher
		const { port, ask } = await startServer({ answerNode: nodeCallHandler('two', publisher) })
		const call = (body: string, signature: string, headers: Record<string, string> = {}) =>
			ask(NODE_CALL_PATH, {
				method: 'POST',
				body: Buffer.from(body),
				headers: { ...headers, [SIGNATURE_HEADER]: signature },
			})
		return { received, port, ask, call, url: `http://127.0.0.1:${port}` }
	}

	test('is accepted for any host, once, and only with a valid signature', async () => {
		const { received, call, ask } = await listen()
		const signed = signCall('two', publishTo(7))
		const answer = await call(publishTo(7), signed.signature, { host: '10.0.0.5:4321' })
		expect([answer.status, answer.text]).toEqual([200, '{"done":true}'])
		expect(signed.isAnswer(answer.text, String(answer.headers[SIGNATURE_HEADER]))).toBe(true)
		const unknown = await ask('/no-such-path', { method: 'POST', body: Buffer.from(publishTo(7)) })
		const rejected = [
			await call(publishTo(7), signed.signature),
			await call(publishTo(8), signCall('one', publishTo(8)).signature),
			await call(publishTo(9), 'forged'),
			await ask(NODE_CALL_PATH, { method: 'GET', headers: { [SIGNATURE_HEADER]: signCall('two', '').signature } }),
			await ask(NODE_CALL_PATH),
		]
		for (const { status } of rejected) expect(status).toBe(404)
		expect(rejected[0]?.text).toBe(unknown.text)
		expect((await call(publishTo(10), signCall('two', publishTo(11)).signature)).status).toBe(403)
		const large = publishTo(12).padEnd(64 * 1024 + 1)
		expect((await call(large, signCall('two', large).signature)).status).toBe(403)
		expect(received).toEqual([7])
	})

	test('of a kind unknown to this release is answered and ignored', async () => {
		const { received, call } = await listen()
		for (const body of ['{"kind":"later"}', '{"kind":"publish","upTo":-1}', '"text"']) {
			const answer = await call(body, signCall('two', body).signature)
			expect([answer.status, answer.text], body).toEqual([200, '{"done":false}'])
		}
		expect(received).toEqual([])
	})

	test('reaches all running nodes, and warns once about an unreachable node or another node at that URL', async () => {
		const { received, url } = await listen()
		const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
		const nodes = [{ id: 'two', url }]
		const peers = new Peers(async () => nodes)
		expect(await peers.publish(3).everywhere).toBe(true)
		nodes.push({ id: 'gone', url: `http://127.0.0.1:${await freePort()}` }, { id: 'three', url })
		for (const seq of [4, 5]) expect(await peers.publish(seq).everywhere).toBe(false)
		expect(received).toEqual([3, 4, 5])
		expect(warn.mock.calls.map(([about]) => (about as { node: string }).node).sort()).toEqual(['gone', 'three'])
		const unreachable = new Peers(() => Promise.reject(new Error('the database is away')))
		expect(await unreachable.publish(6).everywhere).toBe(false)
		await unreachable.publish(6).withdraw(['/'], 6)
	})
})

test("a counter reset on another node is not limited by this node's cache", async () => {
	const rule = { name: 'test', limit: 1, seconds: 900 }
	const attempt = () => countAttempts([[rule, 'ruth']])
	await attempt()
	expect(await attempt()).toBeGreaterThan(0)
	const resetKeys: string[] = []
	const stop = sendNews((_topic, key) => void resetKeys.push(key))
	await resetAttempts(rule, 'ruth')
	await resetAttempts(rule, 'ruth')
	stop()
	expect(resetKeys).toHaveLength(1)
	// Without the call, this node still limits by its cached counter.
	for (let tries = 0; tries < 2; tries++) await attempt()
	await database.client.execute('delete from rate_limits')
	expect(await attempt()).toBeGreaterThan(0)
	const { ask } = await startServer({ answerNode: nodeCallHandler('two', {} as Publisher) })
	const body = JSON.stringify({ kind: 'forget-tries', key: resetKeys[0] })
	const headers = { [SIGNATURE_HEADER]: signCall('two', body).signature }
	expect((await ask(NODE_CALL_PATH, { method: 'POST', body: Buffer.from(body), headers })).status).toBe(200)
	expect(await attempt()).toBeUndefined()
})

describe('the list of nodes', () => {
	test('has the recently seen nodes and drops the others', async () => {
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
	])('has a node that listens on %s as %s', (host, url) => {
		expect(serverUrl(host, 80)).toBe(url)
	})
})

test('work enqueued by this process starts immediately, without polling', async () => {
	const stop = startJobs({ publisher: { checkQueue: () => undefined }, self: { id: 'one', url: null } })
	await vi.waitFor(async () => expect(await livePeers('me')).toHaveLength(1))
	// Waits for the startup work, because a busy database is polled again after a pause that uses a timer.
	await vi.waitFor(async () => {
		expect((await db().select().from(searchState))[0]?.finishedAt).toBeInstanceOf(Date)
		expect(await db().$count(outbox, eq(outbox.state, 'waiting'))).toBe(0)
	}, 30_000)
	await db().delete(outbox)
	// Stops the timers of the jobs.
	vi.useFakeTimers({ toFake: ['setTimeout'] })
	const warned = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
	// The loop must end in any case, because running jobs would process rows of other tests. The warning is logged before
	// the failure and the time of the next try are stored.
	const waitForFailures = async (count: number) => {
		const isStored = and(eq(outbox.attempts, count), isNotNull(outbox.lastError))
		const end = performance.now() + 20_000
		while ((await db().$count(outbox, isStored)) === 0 && performance.now() < end) await turn()
		return warned.mock.calls.length
	}
	try {
		await enqueueWork('unknown', {})
		expect(await waitForFailures(1)).toBe(1)
		await db().update(outbox).set({ availableAt: new Date(), lastError: null })
		wake('outbox')
		expect(await waitForFailures(2)).toBe(2)
	} finally {
		vi.useRealTimers()
		await stop()
	}
})

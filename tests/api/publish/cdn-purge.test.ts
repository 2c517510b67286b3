import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { write } from '#db/write.ts'
import { announceChanges, announceWorkers } from '#src/app/publish/announce.ts'
import * as settings from '#src/platform/env/env.ts'
import { MAX_ATTEMPTS, runOutbox } from '#src/platform/jobs/outbox.ts'
import { log } from '#src/platform/log.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { freePort } from '#tests/support/servers/free-port.ts'

type Responder = (request: IncomingMessage, response: ServerResponse) => void

let database: TestDatabase
let cdn: Server
let respond: Responder
let acceptedPurges: unknown[]
let purgeUrl: string

const succeed: Responder = (_, response) => void response.writeHead(204).end()

beforeEach(async () => {
	database = await freshDatabase()
	acceptedPurges = []
	respond = succeed
	cdn = createServer(async (request, response) => {
		let text = ''
		for await (const part of request.setEncoding('utf8')) text += part
		respond(request, response)
		if (response.statusCode === 204) acceptedPurges.push(JSON.parse(text))
	}).listen(0, '127.0.0.1')
	await once(cdn, 'listening')
	purgeUrl = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}/purge`
	vi.spyOn(settings, 'env').mockImplementation(() => ({ ...real, cdnPurgeUrl: purgeUrl }))
	vi.spyOn(log, 'warn').mockReturnValue(undefined)
	vi.spyOn(log, 'error').mockReturnValue(undefined)
})
const real = settings.env()
afterEach(async () => {
	cdn.closeAllConnections()
	cdn.close()
	await database.discard()
})

/** Announces a change of these pages. */
const change = (paths: string[]) => write(...announceChanges(paths))
const purge = async () => {
	const [row] = await db().select().from(outbox).where(eq(outbox.kind, 'cdn-purge'))
	if (!row) throw new Error('There is no purge')
	return row
}
/** Makes the retry due, as if time had passed. */
const makeDue = () => db().update(outbox).set({ availableAt: new Date() })
const run = () => runOutbox(announceWorkers)

const failures: Array<[string, () => Promise<unknown> | undefined, RegExp]> = [
	['answers 500', async () => (respond = (_, response) => void response.writeHead(500).end()), /answered 500/],
	['answers 403', async () => (respond = (_, response) => void response.writeHead(403).end()), /answered 403/],
	['hangs', async () => (respond = () => undefined), /timeout/],
	['hangs up', async () => (respond = (request) => void request.socket.destroy()), /fetch failed/],
	['refuses connections', async () => (purgeUrl = `http://127.0.0.1:${await freePort()}/purge`), /fetch failed/],
]

test.each(failures)('a purge is retried while the CDN %s, with the reason in the log', async (name, fail, reason) => {
	// Shortens the timeout if the CDN hangs. The real value of ten seconds is checked below.
	const { timeout } = AbortSignal
	let limitMs = name === 'hangs' ? 200 : 10_000
	const limits: number[] = []
	vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		limits.push(ms)
		return timeout.call(AbortSignal, ms === 10_000 ? limitMs : ms)
	})
	const workingUrl = purgeUrl
	await fail()
	await change(['/courses/a', '/courses'])
	for (const attempts of [1, 2]) {
		await run()
		const row = await purge()
		expect(row).toMatchObject({ state: 'waiting', attempts, lastError: expect.stringMatching(reason) })
		expect(row.availableAt.getTime()).toBeGreaterThan(Date.now() + 2_000)
		expect(await run()).toBe(0)
		expect(log.warn).toHaveBeenLastCalledWith(
			expect.objectContaining({ kind: 'cdn-purge', attempts, reason: expect.stringMatching(reason) }),
			'outbox row failed',
		)
		await makeDue()
	}
	expect(limits).toContain(10_000)
	expect(acceptedPurges).toEqual([])
	limitMs = 10_000
	respond = succeed
	purgeUrl = workingUrl
	await run()
	const urls = ['/courses/a', '/courses'].map((path) => real.publicUrl + path)
	expect(acceptedPurges).toEqual([{ paths: ['/courses/a', '/courses'], urls }])
	expect(await purge()).toMatchObject({ state: 'done', lastError: null })
	expect(log.error).not.toHaveBeenCalled()
})

test('a purge fails after the last attempt, which the log reports as an error', async () => {
	respond = (_, response) => void response.writeHead(503).end()
	await change(['/'])
	for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
		await run()
		await makeDue()
	}
	expect(log.error).not.toHaveBeenCalled()
	await run()
	expect(await purge()).toMatchObject({ state: 'dead', attempts: MAX_ATTEMPTS })
	expect(log.error).toHaveBeenCalledExactlyOnceWith(
		expect.objectContaining({ kind: 'cdn-purge', attempts: MAX_ATTEMPTS, reason: expect.stringContaining('503') }),
		'outbox row given up: it is left for a person',
	)
	// Other purges continue.
	respond = succeed
	await change(['/courses'])
	await run()
	expect(acceptedPurges).toMatchObject([{ paths: ['/courses'] }])
})

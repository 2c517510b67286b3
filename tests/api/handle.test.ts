import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { handle } from '#src/app/handle.ts'
import { contract, rawBody } from '#src/lib/contract.ts'
import { type CallOptions, callRoute, visitor } from '#tests/support/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
	database = await freshDatabase()
})
afterAll(() => database.discard())

const sendPicture = contract({
	method: 'POST',
	path: '/api/pictures',
	access: 'public',
	takes: ['image/png', 'image/webp'],
	body: rawBody,
	bodyLimit: 4,
	response: z.object({ type: z.string(), size: z.number() }),
})
const picture = handle(sendPicture, async ({ body }) => ({ type: body.type, size: body.bytes.byteLength }))

const getTable = contract({
	method: 'GET',
	path: '/api/table',
	access: 'public',
	produces: 'text/csv; charset=utf-8',
	response: z.string(),
})
const table = handle(getTable, async (_, context) => context.notModified('"v1"') ?? 'a,b\n"1",2\n')

const openElsewhere = contract({
	method: 'GET',
	path: '/api/elsewhere',
	access: 'public',
	status: 302,
	response: z.string(),
})
const elsewhere = handle(openElsewhere, async () => 'https://club.example/elsewhere')

const send = (options: CallOptions) => callRoute(picture, { as: visitor(), ...options })

describe('a body of bytes', () => {
	test('comes as it was sent, with its type', async () => {
		const reply = await send({ rawBody: new Uint8Array([0, 255, 1]), headers: { 'content-type': 'Image/PNG; q=1' } })
		expect([reply.status, reply.json]).toEqual([200, { type: 'image/png', size: 3 }])
	})

	test.each(['application/json', 'image/gif', undefined])('of the type %s is refused', async (type) => {
		const reply = await send({ rawBody: new Uint8Array(1), headers: { 'content-type': type } })
		expect([reply.status, reply.text]).toEqual([415, 'Send the request body as image/png or image/webp'])
	})

	test('is limited like any other', async () => {
		expect((await send({ rawBody: new Uint8Array(5) })).status).toBe(413)
	})
})

describe('an answer that is no JSON', () => {
	test('leads on to the address that the service gives', async () => {
		const reply = await callRoute(elsewhere)
		expect([reply.status, reply.header('location')]).toEqual([302, 'https://club.example/elsewhere'])
		expect([reply.text, reply.header('content-type')]).toEqual(['Go on to the page', 'text/plain; charset=utf-8'])
	})

	test('is sent as it is, under its own type', async () => {
		const reply = await callRoute(table)
		expect([reply.status, reply.text]).toEqual([200, 'a,b\n"1",2\n'])
		expect(reply.header('content-type')).toBe('text/csv; charset=utf-8')
	})

	test('is not sent again to who has it', async () => {
		const reply = await callRoute(table, { headers: { 'if-none-match': 'W/"v1"' } })
		expect([reply.status, reply.text, reply.header('etag')]).toEqual([304, '', '"v1"'])
	})
})

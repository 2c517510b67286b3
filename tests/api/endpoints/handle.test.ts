import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { byteBody, contract, rawBody } from '#src/lib/api/contract.ts'
import { FileAnswer } from '#src/platform/http/files/file-reply.ts'
import {
	type CallOptions,
	callEndpoint,
	insertAccount,
	signedIn,
	testEndpoint,
	visitor,
} from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

let database: TestDatabase
beforeAll(async () => {
	database = await freshDatabase()
})
afterAll(() => database.discard())

const sendPicture = contract('POST /api/pictures', {
	access: 'public',
	takes: ['image/png', 'image/webp'],
	body: rawBody,
	bodyLimit: 4,
	response: z.object({ type: z.string(), size: z.number() }),
})
const picture = testEndpoint(sendPicture, async ({ body }) => ({ type: body.type, size: body.bytes.byteLength }))

const getTable = contract('GET /api/table', {
	access: 'public',
	produces: 'text/csv; charset=utf-8',
	response: z.string(),
})
const table = testEndpoint(getTable, async (_, context) => context.notModified('"v1"') ?? 'a,b\n"1",2\n')

const openElsewhere = contract('GET /api/elsewhere', {
	access: 'public',
	status: 302,
	response: z.string(),
})
const elsewhere = testEndpoint(openElsewhere, async () => 'https://club.example/elsewhere')

const send = (options: CallOptions) => callEndpoint(picture, { as: visitor(), ...options })

describe('a binary body', () => {
	test('arrives unchanged with its type', async () => {
		const reply = await send({ rawBody: new Uint8Array([0, 255, 1]), headers: { 'content-type': 'Image/PNG; q=1' } })
		expect([reply.status, reply.json]).toEqual([200, { type: 'image/png', size: 3 }])
	})

	test.each(['application/json', 'image/gif', undefined])('is rejected with the type %s', async (type) => {
		const reply = await send({ rawBody: new Uint8Array(1), headers: { 'content-type': type } })
		expect([reply.status, reply.text]).toEqual([415, 'Send the request body as image/png or image/webp'])
	})

	test('is rejected if it exceeds the limit of its contract', async () => {
		expect((await send({ rawBody: new Uint8Array(5) })).status).toBe(413)
	})
})

describe('a streamed body', () => {
	const sendVideo = contract('PUT /api/videos', {
		access: 'admin',
		takes: 'bytes',
		body: byteBody,
		bodyLimit: 8,
		response: z.object({ length: z.number() }),
	})
	let isRead = false
	const video = testEndpoint(sendVideo, async ({ body }) => {
		isRead = true
		let length = 0
		for await (const part of body) length += part.byteLength
		return { length }
	})
	const sendAs = async (role: 'admin' | 'user', options: CallOptions = {}) =>
		callEndpoint(video, { as: await signedIn(await insertAccount({ role })), ...options })

	test('reaches the service as it arrives', async () => {
		const reply = await sendAs('admin', { rawBody: new Uint8Array(8) })
		expect([reply.status, reply.json]).toEqual([200, { length: 8 }])
	})

	test('is rejected before it is read if it is cross-site or lacks a token, a session or permission', async () => {
		isRead = false
		const rawBody = new Uint8Array(8)
		expect((await sendAs('admin', { rawBody, headers: { origin: 'https://evil.example' } })).status).toBe(403)
		expect((await sendAs('admin', { rawBody, headers: { 'x-xsrf-token': undefined } })).status).toBe(403)
		expect((await callEndpoint(video, { as: visitor(), rawBody })).status).toBe(401)
		expect((await sendAs('user', { rawBody })).status).toBe(403)
		const asForm = await sendAs('admin', { rawBody, headers: { 'content-type': 'multipart/form-data' } })
		expect([asForm.status, asForm.text]).toEqual([415, 'Send the request body as application/octet-stream'])
		expect(isRead).toBe(false)
	})

	test('is rejected if it exceeds the limit of its contract', async () => {
		expect((await sendAs('admin', { rawBody: new Uint8Array(9) })).status).toBe(413)
	})
})

describe('a file response', () => {
	const bytes = Buffer.from('0123456789')
	const getFile = contract('GET /api/file', { access: 'public', gives: 'file' })
	const file = testEndpoint(
		getFile,
		async () =>
			new FileAnswer({
				bytes: bytes.length,
				type: 'application/pdf',
				etag: '"v1"',
				cacheControl: 'private, no-cache',
				downloadAs: 'Gebühren "2026".pdf',
				open: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
			}),
	)
	const get = (headers: Record<string, string> = {}) => callEndpoint(file, { headers })

	test('is sent in full with its name and Accept-Ranges', async () => {
		const reply = await get()
		expect([reply.status, reply.text, reply.header('content-type')]).toEqual([200, '0123456789', 'application/pdf'])
		expect([reply.header('etag'), reply.header('accept-ranges')]).toEqual(['"v1"', 'bytes'])
		expect(reply.header('content-disposition')).toBe(
			`attachment; filename="Geb_hren _2026_.pdf"; filename*=UTF-8''Geb%C3%BChren%20%222026%22.pdf`,
		)
	})

	test.each([
		['bytes=2-4', 206, '234', 'bytes 2-4/10'],
		['bytes=7-', 206, '789', 'bytes 7-9/10'],
		['bytes=-2', 206, '89', 'bytes 8-9/10'],
		['bytes=4-99', 206, '456789', 'bytes 4-9/10'],
		['bytes=10-', 416, 'The file is shorter than that', 'bytes */10'],
		['bytes=0-1,3-4', 200, '0123456789', undefined],
		['lines=1-2', 200, '0123456789', undefined],
	])('with %s returns %i', async (range, status, text, contentRange) => {
		const reply = await get({ range })
		expect([reply.status, reply.text, reply.header('content-range')]).toEqual([status, text, contentRange])
	})

	test('returns 304 for a matching ETag, and the full file for a range of another version', async () => {
		expect(await get({ 'if-none-match': 'W/"v0", "v1"' })).toMatchObject({ status: 304, text: '' })
		expect((await get({ range: 'bytes=2-4', 'if-range': '"v0"' })).status).toBe(200)
		expect((await get({ range: 'bytes=2-4', 'if-range': '"v1"' })).status).toBe(206)
	})
})

describe('a non-JSON response', () => {
	test('redirects to the address that the service returns', async () => {
		const reply = await callEndpoint(elsewhere)
		expect([reply.status, reply.header('location')]).toEqual([302, 'https://club.example/elsewhere'])
		expect([reply.text, reply.header('content-type')]).toEqual(['Go on to the page', 'text/plain; charset=utf-8'])
	})

	test('is sent unchanged with its own type', async () => {
		const reply = await callEndpoint(table)
		expect([reply.status, reply.text]).toEqual([200, 'a,b\n"1",2\n'])
		expect(reply.header('content-type')).toBe('text/csv; charset=utf-8')
	})

	test('returns 304 for a matching ETag', async () => {
		const reply = await callEndpoint(table, { headers: { 'if-none-match': 'W/"v1"' } })
		expect([reply.status, reply.text, reply.header('etag')]).toEqual([304, '', '"v1"'])
	})
})

import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '#src/lib/api/contract.ts'
import type { CallerCheck } from '#src/platform/endpoint/caller.ts'
import { sessionCookie } from '#src/platform/endpoint/cookies.ts'
import { handle } from '#src/platform/endpoint/handle.ts'
import { type CallOptions, callEndpoint } from '#tests/support/api/api.ts'

// A body can arrive late. A caller who loses a right in the meantime must not complete the request.

const rename = contract('POST /api/name', {
	access: 'admin',
	body: z.object({ name: z.string() }),
	response: z.object({ by: z.string() }),
})

let role: 'admin' | 'user'
let asked: number
let order: string[]
/** Resolves when the session lookup may finish. */
let untilKnown: Promise<unknown>
beforeEach(() => {
	role = 'admin'
	asked = 0
	order = []
	untilKnown = new Promise((resolve) => setImmediate(resolve))
})

const callers: CallerCheck = {
	async readCaller(cookie) {
		asked++
		const user = { id: 'ruth', name: 'Ruth', username: 'ruth', email: 'ruth@club.example', role }
		await untilKnown
		order.push('caller')
		return cookie ? { user, authSession: { id: 's', expiresAt: new Date(), secondFactorAt: null } } : undefined
	},
	assertCsrfToken: () => undefined,
}
const route = handle(rename, async (_, { user }) => {
	order.push('service')
	return { by: user.name }
}).serve(callers)

const someone = { userId: 'ruth', cookie: `${sessionCookie()}=x`, csrf: '' }
const send = (options: CallOptions = {}) => callEndpoint(route, { as: someone, body: { name: 'x' }, ...options })
const bodyComes = async () => void order.push('body')

describe('a body that arrives before the session lookup', () => {
	test('needs only one lookup', async () => {
		expect((await send({ beforeBody: bodyComes })).status).toBe(200)
		expect([asked, order]).toEqual([1, ['body', 'caller', 'service']])
	})
})

describe('a body that arrives later', () => {
	/** Sends the body after the first session lookup has finished. */
	const late = async () => {
		await untilKnown
		await new Promise((resolve) => setImmediate(resolve))
		order.push('body')
	}

	test('causes a second lookup', async () => {
		expect((await send({ beforeBody: late })).status).toBe(200)
		expect([asked, order]).toEqual([2, ['caller', 'body', 'caller', 'service']])
	})

	test('is rejected if its sender was demoted in between', async () => {
		const reply = await send({
			beforeBody: async () => {
				await late()
				role = 'user'
			},
		})
		expect([reply.status, reply.text]).toEqual([403, 'You do not have permission to do this'])
		expect(order).toEqual(['caller', 'body', 'caller'])
	})
})

describe('a body that is not read early', () => {
	test.each([
		['of unknown length', { 'content-length': undefined }],
		['longer than people write', { 'content-length': '65537' }],
	])('is read after the session lookup, which is repeated: %s', async (_, headers) => {
		expect((await send({ headers, beforeBody: bodyComes })).status).toBe(200)
		expect([asked, order]).toEqual([2, ['caller', 'body', 'caller', 'service']])
	})

	test('is never read without a session', async () => {
		const reply = await send({ as: { userId: undefined, cookie: '', csrf: '' }, beforeBody: bodyComes })
		expect(reply.status).toBe(401)
		expect(order).toEqual(['caller'])
	})
})

test('authorization is checked before a truncated body is reported', async () => {
	const cut = () => Promise.reject(new Error('cut off'))
	expect((await send({ beforeBody: cut, headers: { cookie: undefined } })).status).toBe(401)
	role = 'user'
	expect((await send({ beforeBody: cut })).status).toBe(403)
})

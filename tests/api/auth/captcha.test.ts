import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { apply, getCaptchaChallenge } from '#src/features/applications/contract.ts'
import * as settings from '#src/platform/env/env.ts'
import { securityHeaders } from '#src/platform/http/headers.ts'
import { callApi } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { submit } from '#tests/support/applications.ts'
import { answerTo, freshAnswer } from '#tests/support/captcha.ts'

let database: TestDatabase
beforeEach(async () => {
	database = await freshDatabase()
})
afterEach(() => database.discard())

describe('the captcha', () => {
	const CAPTCHA = apply.errors.captcha[1]

	test('accepts a solved real challenge', async () => {
		const challenge = await callApi(getCaptchaChallenge)
		expect(challenge.status).toBe(200)
		const token = await answerTo(challenge.json as Parameters<typeof answerTo>[0])
		expect((await submit({ recaptchaToken: token })).status).toBe(201)
	})

	test('accepts a solution only once, even for concurrent uses and in another encoding', async () => {
		const token = await freshAnswer()
		const replies = await Promise.all(
			Array.from({ length: 8 }, (_, i) => submit({ email: `p${i}@example.com`, recaptchaToken: token })),
		)
		expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
		expect(replies.filter(({ status, text }) => status === 400 && text === CAPTCHA)).toHaveLength(7)
		const { challenge, solution } = JSON.parse(Buffer.from(token, 'base64').toString()) as Record<string, unknown>
		const respelled = Buffer.from(JSON.stringify({ solution, challenge }, undefined, 1)).toString('base64')
		expect(await submit({ recaptchaToken: respelled })).toMatchObject({ status: 400, text: CAPTCHA })
	})

	type Parsed = {
		challenge: { parameters: Record<string, unknown>; signature: string }
		solution: { counter: number; derivedKey: string }
	}
	test.each<[string, (answer: Parsed) => unknown]>([
		['salt', ({ challenge }) => Object.assign(challenge.parameters, { salt: 'ab'.repeat(16) })],
		['nonce', ({ challenge }) => Object.assign(challenge.parameters, { nonce: 'ab'.repeat(16) })],
		['expiry', ({ challenge }) => Object.assign(challenge.parameters, { expiresAt: 4_000_000_000 })],
		['less work', ({ challenge }) => Object.assign(challenge.parameters, { keyPrefix: '0' })],
		['signature', ({ challenge }) => Object.assign(challenge, { signature: '0'.repeat(64) })],
		['key', ({ solution }) => Object.assign(solution, { derivedKey: '0'.repeat(64) })],
		['no expiry', ({ challenge }) => Reflect.deleteProperty(challenge.parameters, 'expiresAt')],
	])('rejects a solution with another %s', async (_, change) => {
		const answer = JSON.parse(Buffer.from(await freshAnswer(), 'base64').toString()) as Parsed
		change(answer)
		const recaptchaToken = Buffer.from(JSON.stringify(answer)).toString('base64')
		expect(await submit({ recaptchaToken })).toMatchObject({ status: 400, text: CAPTCHA })
	})

	test.each(['x', 'e30=', Buffer.from('{"challenge":null}').toString('base64'), '{}', 'x'.repeat(8000)])(
		'rejects %s',
		async (recaptchaToken) => {
			expect(await submit({ recaptchaToken })).toMatchObject({ status: 400, text: CAPTCHA })
		},
	)

	test('accepts a solution for exactly twenty minutes', async () => {
		const at = (minutes: number) => vi.setSystemTime(solvedAt + minutes * 60_000)
		const solvedAt = Date.now()
		vi.useFakeTimers({ toFake: ['Date'], now: solvedAt })
		onTestFinished(() => void vi.useRealTimers())
		const [early, late] = [await freshAnswer(), await freshAnswer()]
		at(19.9)
		expect((await submit({ recaptchaToken: early })).status).toBe(201)
		at(20.1)
		expect(await submit({ recaptchaToken: late })).toMatchObject({ status: 400, text: CAPTCHA })
	})

	test('verifies with Google if its keys are set, and accepts a response once', async () => {
		const asked: string[] = []
		const google = createServer((request, answer) => {
			let body = ''
			request.on('data', (part: Buffer) => {
				body += part.toString()
			})
			request.on('end', () => {
				asked.push(body)
				answer.end(JSON.stringify({ success: body.includes('response=right') }))
			})
		}).listen(0, '127.0.0.1')
		await vi.waitUntil(() => google.address())
		const verifyUrl = `http://127.0.0.1:${(google.address() as AddressInfo).port}/`
		const withKeys = { ...settings.env(), recaptcha: { siteKey: 'site', secretKey: 'sec', verifyUrl } }
		vi.spyOn(settings, 'env').mockReturnValue(withKeys)
		expect((await callApi(getCaptchaChallenge)).status).toBe(404)
		expect(await submit({ recaptchaToken: 'wrong' })).toMatchObject({ status: 400, text: CAPTCHA })
		expect((await submit({ recaptchaToken: 'right' })).status).toBe(201)
		expect(await submit({ recaptchaToken: 'right' })).toMatchObject({ status: 400, text: CAPTCHA })
		expect(asked[0]).toBe('secret=sec&response=wrong&remoteip=127.0.0.1')
		google.closeAllConnections()
		await new Promise((resolve) => google.close(resolve))
		expect(await submit({ recaptchaToken: 'right2' })).toMatchObject({ status: 503, text: apply.errors.captchaDown[1] })
	})
})

test('allows Google’s widget in the policy only if its keys are set', () => {
	const policyOf = (recaptcha: boolean) =>
		securityHeaders({
			publicUrl: 'https://club.example',
			production: true,
			scriptHashes: [],
			styleHashes: [],
			recaptcha,
		}).html[1]
	expect(policyOf(false)).not.toContain('google')
	expect(policyOf(true)).toContain(
		"script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/;",
	)
	expect(policyOf(true)).toMatch(/frame-src [^;]*https:\/\/recaptcha\.google\.com\/recaptcha\/;/)
	expect(policyOf(true)).toContain("connect-src 'self' https://www.google.com/recaptcha/;")
})

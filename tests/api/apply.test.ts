import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { applicationDecisions, audit, users } from '#db/schema/index.ts'
import { apply, decideApplication, getCaptchaChallenge, listApplications } from '#src/features/applications/contract.ts'
import { applicationsQuery } from '#src/features/applications/server/decisions.ts'
import { login } from '#src/features/auth/contract.ts'
import { COMMON_PASSWORD } from '#src/features/auth/password-contract.ts'
import * as passwords from '#src/features/auth/server/passwords.ts'
import * as settings from '#src/server/env.ts'
import { securityHeaders } from '#src/server/http/headers.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api.ts'
import { answerTo, freshAnswer } from '#tests/support/captcha.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { forgetMails, waitingMails } from '#tests/support/mail.ts'

let database: TestDatabase
beforeEach(async () => {
	database = await freshDatabase()
})
afterEach(() => database.discard())

const PASSWORD = 'oak table by the window'
const form = (overrides: Record<string, unknown> = {}) => ({
	name: 'Dana Whitfield',
	email: 'dana@example.com',
	password: PASSWORD,
	confirmPassword: PASSWORD,
	phoneNumber: '+1 555 010 2030',
	firmName: 'Whitfield Law',
	practiceAreas: 'Family law, wills',
	yearsOfExperience: '3-5',
	membershipGoals: 'A colleague to ask before I file.',
	...overrides,
})
const submit = async (overrides: Record<string, unknown> = {}) =>
	callApi(apply, { body: { ...form(), recaptchaToken: await freshAnswer(), ...overrides } })

describe('applying', () => {
	test('creates an inactive, pending account and mails the applicant and every active admin', async () => {
		await insertAccount({ role: 'admin', email: 'a1@example.com' })
		await insertAccount({ role: 'admin', email: 'a2@example.com' })
		await insertAccount({ role: 'admin', email: 'gone@example.com', status: 'inactive' })
		const reply = await submit()
		expect([reply.status, reply.json]).toEqual([201, { message: expect.stringContaining('has been received') }])
		const [row] = await db().select().from(users).where(eq(users.emailKey, 'dana@example.com'))
		expect(row).toMatchObject({
			name: 'Dana Whitfield',
			username: 'dana.whitfield',
			role: 'user',
			status: 'inactive',
			applicationStatus: 'pending',
			phoneNumber: '+1 555 010 2030',
			firmName: 'Whitfield Law',
			practiceAreas: 'Family law, wills',
			yearsOfExperience: '3-5',
			membershipGoals: 'A colleague to ask before I file.',
		})
		expect(row?.applicationDate).toBeInstanceOf(Date)
		const mails = await waitingMails()
		expect(mails.map(({ to, template }) => [template, to]).sort()).toEqual([
			['application-received', 'dana@example.com'],
			['application-to-review', 'a1@example.com'],
			['application-to-review', 'a2@example.com'],
		])
		expect(await callApi(login, { body: { email: 'dana@example.com', password: PASSWORD } })).toMatchObject({
			status: 403,
			text: login.errors.pending[1],
		})
	})

	test('optional fields may be missing or empty', async () => {
		const { firmName, practiceAreas, ...rest } = form({ yearsOfExperience: '' })
		expect(firmName && practiceAreas).toBeTruthy()
		expect((await callApi(apply, { body: { ...rest, recaptchaToken: await freshAnswer() } })).status).toBe(201)
		const [row] = await db().select().from(users)
		expect(row).toMatchObject({ firmName: null, practiceAreas: null, yearsOfExperience: null })
	})

	test.each([
		[{ name: 'D' }, 'Name is required'],
		[{ name: undefined }, 'Name is required'],
		[{ email: 'dana' }, 'Valid email is required'],
		[{ password: '12345', confirmPassword: '12345' }, 'Password must be at least 6 characters'],
		[{ confirmPassword: '12345' }, 'Please confirm your password'],
		[{ confirmPassword: undefined }, 'Please confirm your password'],
		[{ confirmPassword: 'another one' }, 'Passwords do not match'],
		[{ phoneNumber: '555 01' }, 'Phone number is required'],
		[{ membershipGoals: 'help' }, "Please tell us what you're looking for in membership (at least 10 characters)"],
		[
			{ membershipGoals: '            ' },
			"Please tell us what you're looking for in membership (at least 10 characters)",
		],
		[{ recaptchaToken: '' }, 'Please complete the captcha verification'],
		[{ recaptchaToken: undefined }, 'Please complete the captcha verification'],
		[{ yearsOfExperience: '7' }, 'Please choose one of the options'],
		[{ name: 'D', email: 'x', password: '1' }, 'Name is required'],
		[{ password: 'x'.repeat(257), confirmPassword: 'x'.repeat(257) }, 'Password must be at most 256 characters'],
		[{ password: 'password', confirmPassword: 'password' }, COMMON_PASSWORD],
		[{ password: 'Football', confirmPassword: 'Football' }, COMMON_PASSWORD],
		[{ password: 'samurai1', confirmPassword: 'samurai1' }, COMMON_PASSWORD],
	])('refuses %o with the form’s sentence', async (overrides, text) => {
		expect(await callApi(apply, { body: { ...form(), recaptchaToken: 'x', ...overrides } })).toMatchObject({
			status: 400,
			text,
		})
		expect(await db().select().from(users)).toHaveLength(0)
	})

	test('a taken address gets the same answer, its owner one mail, and nothing is changed', async () => {
		const owner = await insertAccount({ email: 'Dana@Example.com', name: 'Dana W' })
		const [taken, free] = [await submit(), await submit({ email: 'free@example.com' })]
		expect([taken.status, taken.text, taken.setCookies]).toEqual([free.status, free.text, free.setCookies])
		const mails = await waitingMails()
		expect(mails.filter(({ to }) => /dana/i.test(to))).toMatchObject([
			{ to: 'Dana@Example.com', template: 'address-known', data: { name: 'Dana W', standing: 'member' } },
		])
		expect(await db().select().from(users).where(eq(users.id, owner.id))).toMatchObject([
			{ passwordHash: owner.passwordHash, status: 'active' },
		])
		expect(await db().select().from(users)).toHaveLength(2)
	})

	test('the owner of a taken address gets three mails a day at most', async () => {
		await insertAccount({ email: 'dana@example.com' })
		for (let i = 0; i < 5; i++) expect((await submit()).status).toBe(201)
		expect(await waitingMails()).toHaveLength(3)
	})

	test('a taken and a free address get the same answer for the same work', async () => {
		await insertAccount({ email: 'taken@example.com' })
		const hash = vi.spyOn(passwords, 'hashPassword')
		/** Everything that an application sends to the database, and its answer. */
		async function traceOf(email: string) {
			const recaptchaToken = await freshAnswer()
			const statements: unknown[] = []
			const seen = (given: unknown) => {
				const sql = typeof given === 'string' ? given : (given as { sql: string }).sql
				statements.push(sql)
			}
			const { client } = database
			const execute = vi.spyOn(client, 'execute')
			const batch = vi.spyOn(client, 'batch')
			hash.mockClear()
			const reply = await callApi(apply, { body: { ...form({ email }), recaptchaToken } })
			for (const [given] of execute.mock.calls) seen(given)
			for (const [given] of batch.mock.calls) for (const one of given) seen(one)
			execute.mockRestore()
			batch.mockRestore()
			const { status, text, setCookies } = reply
			const headers = ['content-type', 'cache-control', 'retry-after', 'location'].map(reply.header)
			return { status, text, setCookies, headers, statements, hashes: hash.mock.calls.length }
		}
		const taken = await traceOf('taken@example.com')
		const free = await traceOf('free@example.com')
		expect(taken).toEqual(free)
		expect(taken).toMatchObject({ status: 201, hashes: 1 })
		expect(taken.statements.length).toBeGreaterThan(5)
	})

	test('one address in ten parallel applications becomes one account', async () => {
		const answers = await Promise.all(Array.from({ length: 10 }, () => freshAnswer()))
		const replies = await Promise.all(
			answers.map((recaptchaToken) => callApi(apply, { body: { ...form(), recaptchaToken } })),
		)
		expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(201))
		expect(await db().select().from(users)).toHaveLength(1)
		const templates = (await waitingMails()).map(({ template }) => template)
		expect(templates.filter((template) => template === 'application-received')).toHaveLength(1)
	})

	test('namesakes at the same instant get usernames of their own', async () => {
		const replies = await Promise.all(Array.from({ length: 6 }, (_, i) => submit({ email: `d${i}@example.com` })))
		expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(201))
		const names = (await db().select().from(users)).map(({ username }) => username)
		expect(new Set(names).size).toBe(6)
		expect(names).toContain('dana.whitfield')
		expect(names).toContain('dana.whitfield2')
	})
})

describe('the captcha', () => {
	const CAPTCHA = apply.errors.captcha[1]

	test('the real challenge, solved, is accepted', async () => {
		const challenge = await callApi(getCaptchaChallenge)
		expect(challenge.status).toBe(200)
		const token = await answerTo(challenge.json as Parameters<typeof answerTo>[0])
		expect((await submit({ recaptchaToken: token })).status).toBe(201)
	})

	test('an answer that was used is refused, in another spelling too, and once of many at once is taken', async () => {
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
	])('an answer with another %s is refused', async (_, change) => {
		const answer = JSON.parse(Buffer.from(await freshAnswer(), 'base64').toString()) as Parsed
		change(answer)
		const recaptchaToken = Buffer.from(JSON.stringify(answer)).toString('base64')
		expect(await submit({ recaptchaToken })).toMatchObject({ status: 400, text: CAPTCHA })
	})

	test.each(['x', 'e30=', Buffer.from('{"challenge":null}').toString('base64'), '{}', 'x'.repeat(8000)])(
		'%s is no answer',
		async (recaptchaToken) => {
			expect(await submit({ recaptchaToken })).toMatchObject({ status: 400, text: CAPTCHA })
		},
	)

	test('an answer may take twenty minutes, and not a second more', async () => {
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

	test('with Google’s keys, Google is asked, its answer counts, and is used once', async () => {
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

test('the policy lets Google’s widget in only when its keys are set', () => {
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

describe('deciding', () => {
	let admin: Principal
	let applicantId: string
	beforeEach(async () => {
		admin = await signedIn(await insertAccount({ role: 'admin', name: 'Ruth Adeyemi' }))
		await submit()
		applicantId = (await db().select().from(users).where(eq(users.emailKey, 'dana@example.com')))[0]?.id ?? ''
		await forgetMails()
	})
	const decide = (action: string, userId = applicantId) =>
		callApi(decideApplication, { as: admin, params: { userId }, body: { action } })

	test('approving activates, mails, and says who decided and when', async () => {
		const reply = await decide('approve')
		expect(reply).toMatchObject({
			status: 200,
			json: {
				applicationStatus: 'approved',
				status: 'active',
				decidedBy: 'Ruth Adeyemi',
				decidedAt: expect.stringMatching(/Z$/),
			},
		})
		expect(await waitingMails()).toMatchObject([{ to: 'dana@example.com', template: 'application-approved' }])
		expect((await callApi(login, { body: { email: 'dana@example.com', password: PASSWORD } })).status).toBe(200)
		expect(await db().select().from(audit)).toMatchObject([
			{ actorName: 'Ruth Adeyemi', action: 'application.approved', subjectId: applicantId },
		])
		expect(await decide('reject')).toMatchObject({ status: 409, text: 'This application has already been decided' })
	})

	test('rejecting mails and leaves the account inactive', async () => {
		expect(await decide('reject')).toMatchObject({
			status: 200,
			json: { applicationStatus: 'rejected', status: 'inactive' },
		})
		expect(await waitingMails()).toMatchObject([{ template: 'application-rejected' }])
		expect(await callApi(login, { body: { email: 'dana@example.com', password: PASSWORD } })).toMatchObject({
			status: 403,
			text: login.errors.rejected[1],
		})
	})

	test('twenty at once make one decision, one mail and one audit entry', async () => {
		const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => decide(i % 3 ? 'approve' : 'reject')))
		expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
		expect(replies.filter(({ status }) => status === 409)).toHaveLength(19)
		expect(await db().select().from(applicationDecisions)).toHaveLength(1)
		expect(await waitingMails()).toHaveLength(1)
		expect(await db().select().from(audit)).toHaveLength(1)
	})

	test('refuses another action, and somebody who never applied', async () => {
		expect(await decide('maybe')).toMatchObject({ status: 400, text: 'Choose approve or reject' })
		const other = await insertAccount()
		for (const id of [other.id, 'nobody']) expect(await decide('approve', id)).toMatchObject({ status: 404 })
	})

	test('the list has every application, newest first, by status and in pages', async () => {
		for (let i = 0; i < 5; i++) await submit({ email: `more${i}@example.com`, name: `More ${i}` })
		await decide('approve')
		const all = await callApi(listApplications, { as: admin })
		expect(all.json).toHaveLength(6)
		expect(all.json).toMatchObject([
			{ name: 'More 4', membershipGoals: 'A colleague to ask before I file.' },
			{},
			{},
			{},
			{},
			{ name: 'Dana Whitfield' },
		])
		const pending = await callApi(listApplications, { as: admin, query: { status: 'pending', limit: '2' } })
		expect([(pending.json as unknown[]).length, pending.header('x-total-count')]).toEqual([2, '5'])
		const next = /<[^?]+\?([^>]+)>; rel="next"/.exec(pending.header('link') ?? '')?.[1]
		const second = await callApi(listApplications, { as: admin, query: Object.fromEntries(new URLSearchParams(next)) })
		expect(second.json).toMatchObject([{ name: 'More 2' }, { name: 'More 1' }])
		const plain = JSON.stringify(all.json)
		expect(plain).not.toContain('argon2')
	})

	test.each([undefined, 'pending'] as const)('the list of %s is read by an index', async (status) => {
		const { sql, params } = applicationsQuery({ status, after: [5, 'x'], limit: 50 }).toSQL()
		const plan = await database.client.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args: params as string[] })
		const steps = plan.rows.map((row) => String(row.detail))
		expect(steps.join('\n')).toMatch(/USING INDEX users_by_application/)
		expect(steps.join('\n')).not.toMatch(/SCAN users(?! USING INDEX)|TEMP B-TREE/)
	})
})

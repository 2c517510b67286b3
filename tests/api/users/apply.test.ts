import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import { apply } from '#src/features/applications/contract.ts'
import { login } from '#src/features/auth/contract.ts'
import { COMMON_PASSWORD } from '#src/features/auth/password-contract.ts'
import * as passwords from '#src/features/auth/server/passwords/passwords.ts'
import { callApi, insertAccount } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { form, PASSWORD, submit } from '#tests/support/applications.ts'
import { freshAnswer } from '#tests/support/captcha.ts'
import { waitingMails } from '#tests/support/mail.ts'

let database: TestDatabase
beforeEach(async () => {
	database = await freshDatabase()
})
afterEach(() => database.discard())

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

	test("lists a flood of applications without flooding the admins' mailboxes", async () => {
		await insertAccount({ role: 'admin', email: 'a1@example.com' })
		const now = new Date()
		const flood = Array.from({ length: 20 }, (_, i) => `flood${i}`)
		await db()
			.insert(users)
			.values(
				flood.map((id) => ({
					...{ id, name: id, username: id, email: `${id}@example.com`, emailKey: `${id}@example.com` },
					...({ passwordHash: 'none', role: 'user', status: 'inactive', applicationStatus: 'pending' } as const),
					...{ applicationDate: now, createdAt: now, updatedAt: now },
				})),
			)
		expect((await submit()).status).toBe(201)
		expect((await waitingMails()).map(({ template }) => template)).toEqual(['application-received'])
		await db()
			.update(users)
			.set({ applicationDate: new Date(now.getTime() - 61 * 60_000) })
		expect((await submit({ email: 'tomas@example.com' })).status).toBe(201)
		expect((await waitingMails()).map(({ template }) => template)).toContain('application-to-review')
	})

	test('allows missing or empty optional fields', async () => {
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
	])('rejects %o with the form’s message', async (overrides, text) => {
		expect(await callApi(apply, { body: { ...form(), recaptchaToken: 'x', ...overrides } })).toMatchObject({
			status: 400,
			text,
		})
		expect(await db().select().from(users)).toHaveLength(0)
	})

	test('responds the same for a taken address, mails its owner once and changes nothing', async () => {
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

	test('mails the owner of a taken address at most three times a day', async () => {
		await insertAccount({ email: 'dana@example.com' })
		for (let i = 0; i < 5; i++) expect((await submit()).status).toBe(201)
		expect(await waitingMails()).toHaveLength(3)
	})

	test('does the same work and responds the same for taken and free addresses', async () => {
		await insertAccount({ email: 'taken@example.com' })
		const hash = vi.spyOn(passwords, 'hashPassword')
		/** Returns the database statements of an application, and its response. */
		async function traceOf(email: string) {
			const recaptchaToken = await freshAnswer()
			const statements: unknown[] = []
			const record = (statement: unknown) => {
				const sql = typeof statement === 'string' ? statement : (statement as { sql: string }).sql
				statements.push(sql)
			}
			const { client } = database
			const execute = vi.spyOn(client, 'execute')
			const batch = vi.spyOn(client, 'batch')
			hash.mockClear()
			const reply = await callApi(apply, { body: { ...form({ email }), recaptchaToken } })
			for (const [statement] of execute.mock.calls) record(statement)
			for (const [batched] of batch.mock.calls) for (const statement of batched) record(statement)
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

	test('creates one account for ten concurrent applications with one address', async () => {
		const answers = await Promise.all(Array.from({ length: 10 }, () => freshAnswer()))
		const replies = await Promise.all(
			answers.map((recaptchaToken) => callApi(apply, { body: { ...form(), recaptchaToken } })),
		)
		expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(201))
		expect(await db().select().from(users)).toHaveLength(1)
		const templates = (await waitingMails()).map(({ template }) => template)
		expect(templates.filter((template) => template === 'application-received')).toHaveLength(1)
	})

	test('gives concurrent namesakes different usernames', async () => {
		const replies = await Promise.all(Array.from({ length: 6 }, (_, i) => submit({ email: `d${i}@example.com` })))
		expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(201))
		const names = (await db().select().from(users)).map(({ username }) => username)
		expect(new Set(names).size).toBe(6)
		expect(names).toContain('dana.whitfield')
		expect(names).toContain('dana.whitfield2')
	})
})

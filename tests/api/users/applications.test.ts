import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { applicationDecisions } from '#db/schema/applications.ts'
import { audit } from '#db/schema/audit.ts'
import { passwordResets } from '#db/schema/auth.ts'
import { users } from '#db/schema/users.ts'
import { decideApplication, listApplications } from '#src/features/applications/contract.ts'
import { applicationsStatement } from '#src/features/applications/server/decisions.ts'
import { getUser, login } from '#src/features/auth/contract.ts'
import { resetPassword } from '#src/features/auth/password-contract.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { planOf } from '#tests/support/api/plans.ts'
import { PASSWORD, submit } from '#tests/support/applications.ts'
import { deleteMails, waitingMails } from '#tests/support/mail.ts'

let database: TestDatabase
beforeEach(async () => {
	database = await freshDatabase()
})
afterEach(() => database.discard())

describe('decisions', () => {
	let admin: Principal
	let applicantId: string
	beforeEach(async () => {
		admin = await signedIn(await insertAccount({ role: 'admin', name: 'Ruth Adeyemi' }))
		await submit()
		applicantId = (await db().select().from(users).where(eq(users.emailKey, 'dana@example.com')))[0]?.id ?? ''
		await deleteMails()
	})
	const decide = (action: string, userId = applicantId) =>
		callApi(decideApplication, { as: admin, params: { userId }, body: { action } })

	test('approve: activates, emails and records the admin and the time', async () => {
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
		const other = await signedIn(await insertAccount({ role: 'admin', name: 'Ines Calloway' }))
		const late = { as: other, params: { userId: applicantId } }
		for (const action of ['approve', 'reject'])
			expect(await callApi(decideApplication, { ...late, body: { action } })).toMatchObject({
				status: 409,
				text: 'This application has already been decided: Ruth Adeyemi approved it',
			})
	})

	test("approve with an email that lets the address owner replace the form's password", async () => {
		await decide('approve')
		const [mail] = await waitingMails()
		const token = mail?.data.token
		const stranger = await callApi(login, { body: { email: 'dana@example.com', password: PASSWORD } })
		const cookie = stranger.setCookies.map((line) => line.split(';')[0]).join('; ')
		const newPassword = 'second lamp on the right'
		expect((await callApi(resetPassword, { body: { token, newPassword } })).status).toBe(204)
		const as = { userId: applicantId, cookie, csrf: '' }
		expect((await callApi(getUser, { as })).status).toBe(401)
		const signIn = (password: string) => callApi(login, { body: { email: 'dana@example.com', password } })
		expect((await signIn(PASSWORD)).status).toBe(401)
		expect((await signIn(newPassword)).status).toBe(200)
		expect((await callApi(resetPassword, { body: { token, newPassword } })).status).toBe(400)
	})

	test('reject without any link', async () => {
		await decide('reject')
		expect((await waitingMails()).map(({ data }) => data)).toEqual([{ name: 'Dana Whitfield' }])
		expect(await db().$count(passwordResets)).toBe(0)
	})

	test('reject: emails and leaves the account inactive', async () => {
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

	test('of twenty concurrent requests are one, with one email and one audit entry', async () => {
		const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => decide(i % 3 ? 'approve' : 'reject')))
		expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
		expect(replies.filter(({ status }) => status === 409)).toHaveLength(19)
		expect(await db().select().from(applicationDecisions)).toHaveLength(1)
		expect(await waitingMails()).toHaveLength(1)
		expect(await db().select().from(audit)).toHaveLength(1)
	})

	test('reject unknown actions and accounts without an application', async () => {
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

	test.each([undefined, 'pending'] as const)('the list of %s uses an index', async (status) => {
		const steps = (await planOf(applicationsStatement({ status, after: [5, 'x'], limit: 50 }))).join('\n')
		expect(steps).toMatch(/USING INDEX users_by_application/)
		expect(steps).not.toMatch(/SCAN users(?! USING INDEX)|TEMP B-TREE/)
	})
})

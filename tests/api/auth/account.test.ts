import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { authSessions } from '#db/schema/auth.ts'
import { endOtherSignIns, endSignIn, listSignIns, type SignIn, updateProfile } from '#src/features/account/contract.ts'
import { type AuditEntry, listAudit } from '#src/features/audit/contract.ts'
import { auditStatement } from '#src/features/audit/server/service.ts'
import { getUser } from '#src/features/auth/contract.ts'
import { actions } from '#src/features/auth/server/audit-actions.ts'
import { deviceName } from '#src/features/auth/server/device-name.ts'
import { deleteUser } from '#src/features/users/contract.ts'
import { recordAudit } from '#src/platform/audit.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { planOf } from '#tests/support/api/plans.ts'

let database: TestDatabase
let person: Awaited<ReturnType<typeof insertAccount>>
let here: Principal
beforeEach(async () => {
	database = await freshDatabase()
	person = await insertAccount({ name: 'Tomas Keller' })
	here = await signedIn(person)
})
afterEach(() => database.discard())

const save = (body: Record<string, unknown>) => callApi(updateProfile, { as: here, body })

test('a member edits name and username', async () => {
	expect(await save({ name: '  Tomas   Anton\tKeller ', username: '@Tomas_K' })).toMatchObject({
		status: 200,
		json: { name: 'Tomas Anton Keller', username: 'tomas_k' },
	})
	expect((await callApi(getUser, { as: here })).json).toMatchObject({ username: 'tomas_k' })
})

test.each([
	[{ name: 'T', username: 'tomas' }, 'Name must be at least 2 characters'],
	[{ name: '\u200b\u2060\u200b', username: 'tomas' }, 'Name must be at least 2 characters'],
	[{ name: 'Tomas', username: 'to' }, /Use 3 to 30/],
	[{ name: 'Tomas', username: 'to mas' }, /Use 3 to 30/],
	[{ name: 'Tomas', username: '.tomas' }, /Use 3 to 30/],
	[{ name: 'Tomas', username: 'x'.repeat(31) }, /Use 3 to 30/],
	[{ name: 'Tomas', username: 'tömas' }, /Use 3 to 30/],
])('rejects %o', async (body, text) => {
	const reply = await save(body)
	expect(reply.status).toBe(400)
	expect(reply.text).toMatch(text)
})

test('a name cannot change the direction of the text around it', async () => {
	expect((await save({ name: '\u202eTomas\u2066 Keller', username: 'tomas' })).json).toMatchObject({
		name: 'Tomas Keller',
	})
})

test('a taken username is rejected', async () => {
	await insertAccount({ username: 'ruth' })
	expect(await save({ name: 'Tomas', username: 'Ruth' })).toMatchObject({
		status: 409,
		text: 'This username is taken. Please choose another.',
	})
})

test('shows active sign-ins and ends one or all others, but never another person’s', async () => {
	const [phone, tablet] = [await signedIn(person), await signedIn(person)]
	const stranger = await signedIn(await insertAccount())
	const list = async (as: Principal) => (await callApi(listSignIns, { as })).json as SignIn[]
	const mine = await list(here)
	expect(mine).toHaveLength(3)
	expect(mine.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false])
	const stored = (await db().select().from(authSessions)).map(({ id }) => id)
	for (const { id } of mine) expect(stored.some((hash) => hash.includes(id))).toBe(false)
	const foreign = (await list(stranger))[0]?.id ?? ''
	expect(await callApi(endSignIn, { as: here, params: { id: foreign } })).toMatchObject({ status: 404 })
	expect(await callApi(endSignIn, { as: here, params: { id: mine[0]?.id ?? '' } })).toMatchObject({ status: 409 })
	const phoneId = (await list(phone))[0]?.id ?? ''
	expect((await callApi(endSignIn, { as: here, params: { id: phoneId } })).status).toBe(204)
	expect((await callApi(getUser, { as: phone })).status).toBe(401)
	expect((await callApi(endOtherSignIns, { as: here })).status).toBe(204)
	expect((await callApi(getUser, { as: tablet })).status).toBe(401)
	for (const still of [here, stranger]) expect((await callApi(getUser, { as: still })).status).toBe(200)
})

test.each([
	[
		'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
		'Chrome on Linux',
	],
	[
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
		'Safari on iPhone',
	],
	['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
	['curl/8', 'An unknown device'],
	['', 'An unknown device'],
])('%s is %s', (userAgent, expected) => {
	expect(deviceName(userAgent)).toBe(expected)
})

const entry = (action: 'user.role' | 'user.deleted', id: string) =>
	recordAudit({
		actor: { id: 'a', name: 'Ruth' },
		action: actions[action],
		subject: { type: 'user', id, name: id },
		detail: { role: ['user', 'admin'] },
	})

test('the audit table accepts no update and no deletion, not even by SQL', async () => {
	await entry('user.role', 'x')
	await expect(database.client.execute('delete from audit')).rejects.toThrow('append-only')
	await expect(database.client.execute("update audit set action = 'nothing'")).rejects.toThrow('append-only')
	await expect(db().delete(audit)).rejects.toThrow()
	expect(await db().select().from(audit)).toHaveLength(1)
})

test('admins read the audit in pages, newest first, by action and by person', async () => {
	const admin = await signedIn(await insertAccount({ role: 'admin' }))
	for (let i = 0; i < 5; i++) {
		const before = Date.now()
		await entry(i % 2 ? 'user.role' : 'user.deleted', `u${i}`)
		// Two ids created in the same millisecond have no defined order.
		await vi.waitUntil(() => Date.now() > before, { interval: 1 })
	}
	const first = await callApi(listAudit, { as: admin, query: { limit: '3' } })
	expect([first.header('x-total-count'), (first.json as unknown[]).length]).toEqual(['5', 3])
	expect(first.json).toMatchObject([
		{ subjectId: 'u4', detail: { role: ['user', 'admin'] } },
		{ subjectId: 'u3' },
		{ subjectId: 'u2' },
	])
	const next = /<[^?]+\?([^>]+)>; rel="next"/.exec(first.header('link') ?? '')?.[1]
	expect(
		(await callApi(listAudit, { as: admin, query: Object.fromEntries(new URLSearchParams(next)) })).json,
	).toMatchObject([{ subjectId: 'u1' }, { subjectId: 'u0' }])
	expect((await callApi(listAudit, { as: admin, query: { action: 'user.role' } })).json).toHaveLength(2)
	expect((await callApi(listAudit, { as: admin, query: { subject: 'u4' } })).json).toHaveLength(1)
})

test('an entry links to its subject while the subject exists', async () => {
	const account = await insertAccount({ role: 'admin' })
	const admin = await signedIn(account)
	const gone = await insertAccount()
	await entry('user.role', account.id)
	await entry('user.deleted', 'nobody')
	await callApi(deleteUser, { as: admin, params: { id: gone.id } })
	const list = (await callApi(listAudit, { as: admin })).json as AuditEntry[]
	expect(Object.fromEntries(list.map(({ subjectId, href }) => [subjectId, href]))).toEqual({
		[account.id]: `/admin/users/${account.id}`,
		nobody: null,
		[gone.id]: null,
	})
})

test.each([{}, { action: 'a' }, { subject: 's' }])('the audit with %o uses an index', async (filters) => {
	const [first, ...others] = await planOf(auditStatement(filters, 'x', 50))
	expect(first).toMatch(/^SEARCH audit USING INDEX /)
	// An entry's subject is looked up by its key.
	for (const step of others) expect(step).toMatch(/^(CORRELATED SCALAR SUBQUERY|SEARCH it USING )/)
})

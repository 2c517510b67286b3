import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { database as current, db } from '#db/client.ts'
import { authSessions } from '#db/schema/auth.ts'
import { rateLimits } from '#db/schema/platform/operations.ts'
import { getUser, login } from '#src/features/auth/contract.ts'
import { changePassword } from '#src/features/auth/password-contract.ts'
import { forgetOldSteps } from '#src/features/auth/server/factors/pre-session.ts'
import { contracts } from '#src/features/contracts.ts'
import { createRecoveryCodes, getSecurity, type Security } from '#src/features/security/contract.ts'
import { answerSecondFactor } from '#src/features/security/sign-in-contract.ts'
import { isMutation } from '#src/lib/api/contract.ts'
import { CSRF_REFUSED } from '#src/lib/api/csrf.ts'
import { callApi, insertAccount, type Principal, signedIn, TEST_PASSWORD, visitor } from '#tests/support/api/api.ts'
import { waitingMails } from '#tests/support/mail.ts'
import {
	accountWithApp,
	answer,
	codeOf,
	enterPassword,
	secondFactorFile,
	withCookies,
} from '#tests/support/second-factor.ts'

secondFactorFile()

const WRONG = 'That code is not right. Codes change every 30 seconds.'
const USED = 'This code was used already. Wait for the next one.'
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)
const statusOf = async (as: Principal) => (await callApi(getUser, { as })).status
const guess = (as: Principal, code: string) => answer(as, { code })
/** Returns a code that is not valid at present. */
const wrongCode = (key: string) => String((Number(codeOf(key)) + 1) % 1_000_000).padStart(6, '0')

describe('signing in', () => {
	test('needs the password and the code', async () => {
		const { account, key } = await accountWithApp()
		const { reply, as } = await enterPassword(account)
		expect([reply.status, reply.text]).toEqual([401, 'Enter the code from your authenticator app'])
		expect(reply.header('x-second-factor')).toBe('totp, recovery')
		expect(reply.setCookies).toEqual([
			expect.stringMatching(/^sign-in-step=[\w-]{43}; Path=\/; Max-Age=300; SameSite=Strict; HttpOnly/),
		])
		expect(await statusOf(as)).toBe(401)
		const entered = await guess(as, ` ${codeOf(key).replace(/(...)/, '$1 ')} `)
		expect([entered.status, (entered.json as { id: string }).id]).toEqual([200, account.id])
		expect(await statusOf(withCookies(as, entered))).toBe(200)
		// The step is used up, so even a later valid code is refused.
		later(60_000)
		expect((await guess(as, codeOf(key))).status).toBe(401)
	})

	test('refuses a wrong password in the same way as for any account', async () => {
		const { account } = await accountWithApp()
		const reply = await callApi(login, { body: { email: account.email, password: 'not this one' } })
		expect([reply.status, reply.text, reply.header('x-second-factor')]).toEqual([
			401,
			'Invalid email or password',
			undefined,
		])
	})

	test('accepts the code of the previous and the next time step, and no other', async () => {
		const { account, key } = await accountWithApp()
		later(120_000)
		const { as } = await enterPassword(account)
		for (const away of [-61_000, 61_000]) expect((await guess(as, codeOf(key, away))).text).toBe(WRONG)
		expect((await guess(as, codeOf(key, -31_000))).status).toBe(200)
		const next = await enterPassword(account)
		expect((await guess(next.as, codeOf(key, 31_000))).status).toBe(200)
	})

	test('accepts each code once, and no earlier code after it', async () => {
		const { account, key } = await accountWithApp()
		const steps = await Promise.all([1, 2, 3, 4].map(() => enterPassword(account)))
		const replies = await Promise.all(steps.map(({ as }) => guess(as, codeOf(key))))
		expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
		expect(replies.find(({ status }) => status === 409)?.text).toBe(USED)
		const { as } = await enterPassword(account)
		expect((await guess(as, codeOf(key, -30_000))).text).toBe(USED)
	})

	test('takes one write for the second step, with as many statements for a wrong code as for a right one', async () => {
		const { account, key, recoveryCodes } = await accountWithApp()
		const { as } = await enterPassword(account)
		const { client } = current()
		const [executed, written] = [vi.spyOn(client, 'execute'), vi.spyOn(client, 'batch')]
		const statements: number[][] = []
		for (const [body, status] of [
			[{ code: wrongCode(key) }, 400],
			[{ code: codeOf(key) }, 200],
		] as const) {
			expect((await answer(as, body)).status).toBe(status)
			statements.push(written.mock.calls.map(([batch]) => batch.length))
			for (const [statement] of executed.mock.calls) expect(JSON.stringify(statement)).toContain('select')
			written.mockClear()
		}
		expect(statements[0]).toHaveLength(1)
		expect(statements[0]).toEqual(statements[1])
		const again = await enterPassword(account)
		written.mockClear()
		expect((await answer(again.as, { recoveryCode: recoveryCodes[0] })).status).toBe(200)
		expect(written).toHaveBeenCalledTimes(1)
		executed.mockRestore()
		written.mockRestore()
	})

	test('checks only five of a thousand concurrent guesses', async () => {
		const { account, key } = await accountWithApp()
		const { as } = await enterPassword(account)
		const guesses = Array.from({ length: 1000 }, (_, at) =>
			callApi(answerSecondFactor, { as, body: { code: wrongCode(key) }, clientAddress: `10.0.${at >> 8}.${at & 255}` }),
		)
		const replies = await Promise.all(guesses)
		const statuses = replies.map(({ status }) => status)
		expect(statuses.filter((status) => status === 400)).toHaveLength(5)
		// A busy database server may answer some with 503.
		expect([...new Set(statuses)].filter((status) => status !== 503).sort()).toEqual([400, 429])
		expect(Number(replies.find(({ status }) => status === 429)?.header('retry-after'))).toBeGreaterThan(0)
		// A correct code is refused as well.
		expect((await guess(as, codeOf(key))).status).toBe(429)
		later(15 * 60_000 + 1)
		const again = await enterPassword(account)
		expect((await guess(again.as, codeOf(key))).status).toBe(200)
	})

	test('limits the codes from one IP address', async () => {
		const people = await Promise.all([1, 2, 3, 4, 5].map(() => accountWithApp()))
		await db().delete(rateLimits)
		const statuses: number[] = []
		for (const { account, key } of people) {
			const { as } = await enterPassword(account)
			for (let at = 0; at < 5; at++) statuses.push((await guess(as, wrongCode(key))).status)
		}
		expect(statuses).toEqual([...Array<number>(20).fill(400), ...Array<number>(5).fill(429)])
	})

	test('ends the step after five minutes, and when the password changes', async () => {
		const { account, key, as: owner } = await accountWithApp()
		const first = await enterPassword(account)
		later(5 * 60_000 + 1)
		const late = await guess(first.as, codeOf(key))
		expect([late.status, late.text]).toEqual([401, 'That took too long. Please sign in again.'])
		await forgetOldSteps()
		const second = await enterPassword(account)
		const body = { currentPassword: TEST_PASSWORD, newPassword: 'a quite different one' }
		const changed = await callApi(changePassword, { as: owner, body })
		expect(changed.status).toBe(204)
		// The browser that changed the password stays signed in.
		expect(await statusOf(withCookies(owner, changed))).toBe(200)
		expect((await guess(second.as, codeOf(key))).status).toBe(401)
	})

	test('makes as many database calls for a wrong password as without a second factor, against timing attacks', async () => {
		const { client } = current()
		const spies = [vi.spyOn(client, 'execute'), vi.spyOn(client, 'batch')]
		const counts: number[][] = []
		for (const { email } of [(await accountWithApp()).account, await insertAccount()]) {
			for (const spy of spies) spy.mockClear()
			await callApi(login, { body: { email, password: 'not this one' } })
			counts.push(spies.map(({ mock }) => mock.calls.length))
		}
		for (const spy of spies) spy.mockRestore()
		expect(counts[0]).toEqual(counts[1])
		expect(counts[0]).not.toEqual([0, 0])
	})
})

describe('a session with only the password of an account with a second factor', () => {
	let as: Principal
	beforeAll(async () => {
		const { account } = await accountWithApp({ role: 'admin' })
		as = await signedIn(account)
		expect((await db().select().from(authSessions).where(eq(authSessions.userId, account.id))).length).toBe(2)
	})
	const isClosed = contracts.filter(({ access }) => access !== 'public')

	test.each(isClosed.map((contract) => [`${contract.method} ${contract.path}`, contract] as const))(
		'%s',
		async (_, contract) => {
			const params = Object.fromEntries(
				[...contract.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => [String(name), 'nobody']),
			)
			const reply = await callApi(contract, { as, params })
			expect([reply.status, reply.text]).toEqual([401, 'Please sign in'])
			// No parameter, field or header turns the check off.
			const skips = { skipSecondFactor: 'true', 'second-factor': 'false', trustDevice: 'true', skip: '1' }
			const insisting = await callApi(contract, {
				...{ as, params, query: skips, body: { ...skips, secondFactor: false } },
				headers: { 'x-second-factor': 'none', 'x-skip-second-factor': 'true' },
			})
			expect([insisting.status, insisting.text]).toEqual([401, 'Please sign in'])
		},
	)

	test('counts as a visitor for public calls', async () => {
		const changes = contracts.filter(({ access, method }) => access === 'public' && isMutation(method))
		const [first] = changes
		if (!first) throw new Error('There is no public change')
		expect((await callApi(first, { as })).text).toBe(CSRF_REFUSED)
	})
})

test('no parameter, field or header of a sign-in skips the second step', async () => {
	const { account } = await accountWithApp()
	const body = { email: account.email, password: TEST_PASSWORD, secondFactor: false, skip: true, trustDevice: true }
	const reply = await callApi(login, { body, query: { skip: 'true' }, headers: { 'x-second-factor': 'none' } })
	expect([reply.status, reply.setCookies.some((cookie) => cookie.startsWith('session='))]).toEqual([401, false])
	const { as } = await enterPassword(account)
	for (const given of [{}, { trustDevice: true }, { code: '' }, { code: null }, { recoveryCode: '' }, { code: [] }])
		expect((await answer(as, given)).status).toBe(400)
	// Another browser has no sign-in step.
	expect((await answer(visitor(), { code: '123456' })).status).toBe(401)
})

describe('recovery codes', () => {
	test('work once each', async () => {
		const { account, recoveryCodes: codes } = await accountWithApp()
		expect(new Set(codes).size).toBe(10)
		expect(codes.every((code) => /^[A-Z2-7]{5}-[A-Z2-7]{5}$/.test(code))).toBe(true)
		const [first = '', second = ''] = codes
		const steps = await Promise.all([1, 2, 3].map(() => enterPassword(account)))
		const replies = await Promise.all(steps.map(({ as }) => answer(as, { recoveryCode: first })))
		expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
		const { as } = await enterPassword(account)
		const typed = await answer(as, { recoveryCode: ` ${second.toLowerCase().replace('-', ' ')} ` })
		expect(typed.status).toBe(200)
		expect(((await callApi(getSecurity, { as: withCookies(as, typed) })).json as Security).recoveryCodesLeft).toBe(8)
		const mails = (await waitingMails()).filter(
			({ to, template }) => to === account.email && template === 'security-changed',
		)
		expect(mails.map(({ data }) => data.event)).toEqual(['app-added', 'recovery', 'recovery'])
	})

	test('of another account do not work, and new codes replace the old ones', async () => {
		const [one, other] = [await accountWithApp(), await accountWithApp()]
		const { as } = await enterPassword(one.account)
		expect((await answer(as, { recoveryCode: other.recoveryCodes[0] })).status).toBe(400)
		const made = (await callApi(createRecoveryCodes, { as: one.as })).json as { recoveryCodes: string[] }
		expect((await answer(as, { recoveryCode: one.recoveryCodes[0] })).status).toBe(400)
		expect((await answer(as, { recoveryCode: made.recoveryCodes[0] })).status).toBe(200)
	})
})

test('the second factor is read in the same statement as the session', async () => {
	const { as } = await accountWithApp()
	await callApi(getUser, { as })
	const executed = vi.spyOn(current().client, 'execute')
	await callApi(getUser, { as })
	expect(executed).toHaveBeenCalledTimes(1)
	executed.mockRestore()
})

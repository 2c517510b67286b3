import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { database as current, db } from '#db/client.ts'
import { calendarSubscriptions } from '#db/schema/coaching.ts'
import { type CurrentUser, getUser, login } from '#src/features/auth/contract.ts'
import { createSubscription, getCalendar } from '#src/features/coaching/contract.ts'
import { contracts } from '#src/features/contracts.ts'
import { getCourse } from '#src/features/courses/contract.ts'
import { listModules } from '#src/features/modules/contract.ts'
import type { Contract } from '#src/lib/api/contract.ts'
import { STANDINGS, type Standing } from '#src/lib/dues/standing.ts'
import { setSite } from '#src/lib/site/site.ts'
import { callApi, insertAccount, insertModerator, signedIn, TEST_PASSWORD, visitor } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import { datesOf, memberIn, setMembership } from '#tests/support/dues.ts'

// The tests are generated from the registered contracts, so they cover new contracts too.

const RENEW = 'You can renew it on your membership page.'
const CLOSED: Partial<Record<Standing, string>> = {
	lapsed: `Your membership has lapsed. ${RENEW}`,
	paused: 'Your membership is paused.',
	ended: `Your membership has ended. ${RENEW}`,
}
const NO_RIGHT = 'You do not have permission to do this'
const REFUSALS = [...Object.values(CLOSED), NO_RIGHT, 'Please sign in']

let database: TestDatabase
const members = {} as Record<Standing, Awaited<ReturnType<typeof memberIn>>>
const moderators = {} as typeof members
const admins = {} as typeof members

beforeAll(async () => {
	database = await freshDatabase()
	for (const standing of STANDINGS) {
		members[standing] = await memberIn(standing)
		moderators[standing] = await insertModerator()
		admins[standing] = await insertAccount({ role: 'admin' })
		for (const { id } of [moderators[standing], admins[standing]]) await setMembership(id, datesOf(standing))
	}
})
// A call may have saved the settings.
beforeEach(() => setSite({ collectsDues: 'on' }))
afterAll(async () => {
	setSite({})
	await database.discard()
})

/** Undoes the changes that a call made to the callers’ own memberships. */
async function resetMemberships(standing: Standing): Promise<void> {
	for (const { id } of [members[standing], moderators[standing], admins[standing]])
		await setMembership(id, { cancelledAt: null, ...datesOf(standing) })
}

const nobody = (contract: Contract) => ({
	params: Object.fromEntries([...contract.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => [String(name), 'nobody'])),
})

describe.each(contracts.map((contract) => [`${contract.method} ${contract.path}`, contract] as const))(
	'%s',
	(_, contract) => {
		test.each(STANDINGS)('in standing %s', async (standing) => {
			const refusalOf = async (account: (typeof members)[Standing]) => {
				const reply = await callApi(contract, { as: await signedIn(account), ...nobody(contract) })
				expect(reply.status).toBeLessThan(500)
				const refusal = REFUSALS.find((text) => text === reply.text)
				if (refusal) expect(reply.status).toBe(403)
				return refusal
			}
			const isOpen = contract.access === 'public' || contract.access === 'account'
			const closed = isOpen ? undefined : CLOSED[standing]
			expect(await refusalOf(admins[standing])).toBeUndefined()
			expect(await refusalOf(moderators[standing])).toBe(contract.access === 'admin' ? NO_RIGHT : closed)
			const isForOthers = contract.access === 'admin' || (contract.access === 'moderator' && !closed)
			expect(await refusalOf(members[standing])).toBe(isForOthers ? NO_RIGHT : closed)
			if (contract.path.startsWith('/api/membership')) await resetMemberships(standing)
		})
	},
)

test('without a membership only the account endpoints are open', () => {
	const open = contracts.filter(({ access, path }) => access === 'account' && !path.startsWith('/api/membership'))
	expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
		'DELETE /api/user/passkeys/:id',
		'DELETE /api/user/sign-ins',
		'DELETE /api/user/sign-ins/:id',
		'DELETE /api/user/totp',
		'DELETE /api/user/trusted-devices',
		'GET /api/attendance/:id/evidence',
		'GET /api/certificates',
		'GET /api/certificates/:number/file',
		'GET /api/cle',
		'GET /api/cle/admissions',
		'GET /api/cle/credits',
		'GET /api/cle/export',
		'GET /api/cle/uploads/:id',
		'GET /api/courses/:id/progress',
		'GET /api/courses/:id/user-progress',
		'GET /api/user',
		'GET /api/user/courses',
		'GET /api/user/data',
		'GET /api/user/data/page',
		'GET /api/user/listening',
		'GET /api/user/notifications',
		'GET /api/user/notifications/digest',
		'GET /api/user/queue',
		'GET /api/user/security',
		'GET /api/user/sign-ins',
		'PATCH /api/user/passkeys/:id',
		'POST /api/user/change-password',
		'POST /api/user/leave',
		'POST /api/user/passkeys',
		'POST /api/user/passkeys/options',
		'POST /api/user/recovery-codes',
		'POST /api/user/step-up',
		'POST /api/user/totp',
		'POST /api/user/totp/confirm',
		'PUT /api/user/email',
		'PUT /api/user/listening/:id',
		'PUT /api/user/notifications',
		'PUT /api/user/notifications/digest',
		'PUT /api/user/profile',
		'PUT /api/user/queue',
	])
})

test('a lapsed member gets the same view of a members’ course as a visitor', async () => {
	const as = { admin: await signedIn(admins.current), lapsed: await signedIn(members.lapsed), visitor: visitor() }
	const { id } = await makeCourse(as.admin, { readers: 'members' })
	await makeModule(as.admin, id)
	for (const contract of [getCourse, listModules]) {
		const ask = (principal: (typeof as)['lapsed']) => callApi(contract, { as: principal, params: { id } })
		expect((await ask(as.lapsed)).text).toBe((await ask(as.visitor)).text)
	}
})

test('a sign-in returns the standing only if it is not good', async () => {
	for (const standing of ['lapsed', 'grace'] as const) {
		const { email } = members[standing]
		const reply = await callApi(login, { as: visitor(), body: { email, password: TEST_PASSWORD } })
		expect((reply.json as CurrentUser).isInGoodStanding).toBe(standing === 'lapsed' ? false : undefined)
		const known = await callApi(getUser, { as: await signedIn(members[standing]) })
		expect((known.json as CurrentUser).isInGoodStanding).toBe(standing === 'lapsed' ? false : undefined)
	}
})

test('a private calendar address works in good standing only', async () => {
	const account = await memberIn('current')
	const { url } = (await callApi(createSubscription, { as: await signedIn(account) })).json as { url: string }
	const fetched = () => callApi(getCalendar, { as: visitor(), params: { file: url.split('/').at(-1) ?? '' } })
	expect((await fetched()).status).toBe(200)
	await setMembership(account.id, datesOf('lapsed'))
	expect((await fetched()).status).toBe(404)
	await setMembership(account.id, datesOf('grace'))
	expect((await fetched()).status).toBe(200)
	await db().delete(calendarSubscriptions)
})

test('the standing is read in the same statement as the session', async () => {
	const as = await signedIn(members.current)
	await callApi(getUser, { as })
	const executed = vi.spyOn(current().client, 'execute')
	await callApi(getUser, { as })
	expect(executed).toHaveBeenCalledTimes(1)
	executed.mockRestore()
})

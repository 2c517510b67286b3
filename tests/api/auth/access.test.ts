import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts } from '#src/features/contracts.ts'
import { receiveStripeEvent } from '#src/features/dues/billing-contract.ts'
import { type Contract, isMutation } from '#src/lib/api/contract.ts'
import { CSRF_REFUSED } from '#src/lib/api/csrf.ts'
import {
	callApi,
	insertModerator,
	insertPeople,
	PRINCIPALS,
	type PrincipalName,
	principalOf,
	signedIn,
} from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

// The tests are generated from the registered contracts, so they cover new contracts too.

const SIGN_IN = 'Please sign in'
const NO_RIGHT = 'You do not have permission to do this'
const FOREIGN = 'This request came from another site and was refused'

let database: TestDatabase
let people: Awaited<ReturnType<typeof insertPeople>>
let moderator: Awaited<ReturnType<typeof insertModerator>>

/** Every kind of caller. A moderator is a member who can also moderate posts. */
const CALLERS = [...PRINCIPALS, 'moderator'] as const
type CallerName = PrincipalName | 'moderator'

beforeAll(async () => {
	database = await freshDatabase()
	people = await insertPeople()
	moderator = await insertModerator()
})
afterAll(() => database.discard())

/** Signs in for each test, because a call such as logout may end a session that another test uses. */
const signIn = (name: CallerName) => (name === 'moderator' ? signedIn(moderator) : principalOf(people, name))

/** Ids that do not exist: a permitted call fails on input or absence, never on access. */
const inputFor = (contract: Contract) => ({
	params: Object.fromEntries([...contract.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => [String(name), 'nobody'])),
})

function expectedRefusal(contract: Contract, name: CallerName): readonly [number, string] | undefined {
	const isSignedIn = ['member', 'otherMember', 'moderator', 'admin'].includes(name)
	if (contract.access !== 'public' && !isSignedIn) return [401, SIGN_IN]
	if (contract.access === 'admin' && name !== 'admin') return [403, NO_RIGHT]
	if (contract.access === 'moderator' && name !== 'admin' && name !== 'moderator') return [403, NO_RIGHT]
	return undefined
}

// The webhook checks a signature instead (webhook.test.ts).
const ofBrowsers = contracts.filter(({ path }) => path !== receiveStripeEvent.path)

describe.each(ofBrowsers.map((contract) => [`${contract.method} ${contract.path}`, contract] as const))(
	'%s',
	(_, contract) => {
		// Sessions of pending or inactive people are invalid, so their token is a visitor's without a pre-session.
		const couldHoldToken = (name: CallerName) => name !== 'pending' && name !== 'inactive'

		test.each(CALLERS)('as %s', async (name) => {
			const reply = await callApi(contract, { as: await signIn(name), ...inputFor(contract) })
			const refusal = expectedRefusal(contract, name)
			if (refusal) expect([reply.status, reply.text]).toEqual(refusal)
			else if (isMutation(contract.method) && !couldHoldToken(name))
				expect([reply.status, reply.text]).toEqual([403, CSRF_REFUSED])
			else expect([SIGN_IN, NO_RIGHT, CSRF_REFUSED, FOREIGN]).not.toContain(reply.text)
			expect(reply.status).toBeLessThan(500)
		})

		if (isMutation(contract.method)) {
			test('rejects a missing token, a forged token and another person’s token', async () => {
				const caller = await signIn(contract.access === 'admin' || contract.access === 'moderator' ? 'admin' : 'member')
				const other = await signIn('otherMember')
				for (const token of [undefined, 'x', other.csrf]) {
					const reply = await callApi(contract, {
						as: caller,
						...inputFor(contract),
						headers: { 'x-xsrf-token': token },
					})
					expect([reply.status, reply.text]).toEqual([403, CSRF_REFUSED])
				}
			})

			test.each([
				{ origin: 'https://evil.example' },
				{ origin: 'null' },
				{ origin: 'https://localhost:4321' },
				{ 'sec-fetch-site': 'cross-site' },
				{ 'sec-fetch-site': 'same-site' },
			])('rejects a cross-site request: %o', async (headers) => {
				const reply = await callApi(contract, { as: await signIn('admin'), ...inputFor(contract), headers })
				expect([reply.status, reply.text]).toEqual([403, FOREIGN])
			})
		}
	},
)

test('a moderator may call all member endpoints, and only these admin endpoints', () => {
	const allowed = contracts.filter(({ access }) => access === 'moderator')
	expect(allowed.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
		'GET /api/admin/posts',
		'GET /api/admin/reports',
		'GET /api/admin/waiting',
		'POST /api/admin/posts/:kind/:id/keep',
		'PUT /api/admin/posts/:kind/:id/hidden',
		'PUT /api/admin/posts/:kind/:id/lock',
		'PUT /api/questions/:id/category',
		'PUT /api/questions/:id/lock',
	])
})

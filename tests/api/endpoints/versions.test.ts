import { describe, expect, test } from 'vitest'
import { database, db } from '#db/client.ts'
import { unsubscribeTokens } from '#db/schema/notifications.ts'
import { updateProfile } from '#src/features/account/contract.ts'
import { decideApplication } from '#src/features/applications/contract.ts'
import { updateApplicationForm } from '#src/features/applications/form-contract.ts'
import { updateInvitation } from '#src/features/auth/invitation-contract.ts'
import { deactivateDomain } from '#src/features/auth/server/accounts.ts'
import { updateProvider } from '#src/features/cle/admin-contract.ts'
import { contracts } from '#src/features/contracts.ts'
import { type Course, getCourse, listCourses } from '#src/features/courses/contract.ts'
import { setPlan } from '#src/features/dues/dues-contract.ts'
import { updateModule } from '#src/features/modules/contract.ts'
import { moveQuestions } from '#src/features/questions/category-contract.ts'
import { lockQuestion, moveQuestion } from '#src/features/questions/contract.ts'
import { updateSettings } from '#src/features/settings/contract.ts'
import type { Contract } from '#src/lib/api/contract.ts'
import { PROBLEM_TYPE } from '#src/lib/api/version.ts'
import { callApi, insertAccount, signedIn } from '#tests/support/api/api.ts'
import { allRows } from '#tests/support/api/tables.ts'
import { makeModule } from '#tests/support/courses/courses.ts'
import type { Kind } from '#tests/support/courses/versioned-kind.ts'
import { all, course, fresh, journalOf, kinds, rowOf, setUpKinds } from '#tests/support/courses/versioned-kinds.ts'
import { admin, ask, family, intake, member } from '#tests/support/forum.ts'

setUpKinds()

const send = (kind: Kind, params: Record<string, string>, body: object, headers = {}) =>
	callApi(kind.contract, { as: kind.as(), params, body, headers })

/** Returns the whole database except for sign-in sessions, which a call updates for its caller. */
async function everything(): Promise<string> {
	const tables = await allRows(database().client)
	return JSON.stringify([...tables].filter(([name]) => name !== 'auth_sessions'))
}

describe.each(all)('an edit: %s', (_, kind) => {
	test('without a version succeeds and increases the version', async () => {
		const params = await kind.make()
		const { version } = await rowOf(kind, params)
		for (const step of [1, 2]) {
			expect((await send(kind, params, kind.change(fresh()))).status).toBeLessThan(300)
			expect((await rowOf(kind, params)).version).toBe(version + step)
		}
	})

	test('with an older version is rejected in one sentence and changes nothing', async () => {
		const params = await kind.make()
		const { version } = await rowOf(kind, params)
		expect((await send(kind, params, { ...kind.change(fresh()), version })).status).toBeLessThan(300)
		// Tokens are deterministic, so an existing token would hide a second write.
		await db().delete(unsubscribeTokens)
		const before = await everything()
		const reply = await send(kind, params, { ...kind.change(fresh()), version })
		expect([reply.status, reply.header('content-type')]).toEqual([409, 'text/plain; charset=utf-8'])
		expect(reply.text).toMatch(/^This [a-z ]+ has changed since you opened it, so your edit was not saved\.$/)
		expect(await everything()).toBe(before)
	})

	test('that is rejected returns the current values and version on request', async () => {
		const params = await kind.make()
		const { version } = await rowOf(kind, params)
		const theirs = kind.change(fresh())
		await send(kind, params, { ...theirs, version })
		const accept = { accept: `${PROBLEM_TYPE}, application/json` }
		const reply = await send(kind, params, { ...kind.change(fresh()), version }, accept)
		expect([reply.status, reply.header('content-type')]).toEqual([409, PROBLEM_TYPE])
		const { detail, current } = reply.json as { detail: string; current: { version: number } }
		expect(detail).toMatch(/has changed since you opened it/)
		expect(current).toMatchObject({ ...theirs, version: version + 1 })
		expect((await send(kind, params, { ...kind.change(fresh()), version: current.version })).status).toBeLessThan(300)
	})

	test('wins alone among many with the same version', async () => {
		const params = await kind.make()
		const { version } = await rowOf(kind, params)
		const replies = await Promise.all(
			Array.from({ length: 5 }, () => send(kind, params, { ...kind.change(fresh()), version })),
		)
		expect(replies.map(({ status }) => status).filter((status) => status !== 409)).toHaveLength(1)
		expect((await rowOf(kind, params)).version).toBe(version + 1)
	})
})

test.each([['1'], [1.5], [{}]])('rejects %j as version', async (version) => {
	const params = await kinds.course.make()
	const reply = await send(kinds.course, params, { ...kinds.course.change(fresh()), version })
	expect([reply.status, reply.text]).toEqual([400, 'This version is unknown. Please reload the page.'])
})

test('each versioned change is tested here, and every other change needs no version', () => {
	const takesVersion = ({ body }: Contract) => 'shape' in body && 'version' in (body.shape as object)
	const changes = contracts.filter(({ method }) => method === 'PUT' || method === 'PATCH')
	const nameOf = ({ method, path }: Contract) => `${method} ${path}`
	expect(changes.filter(takesVersion).map(nameOf).sort()).toEqual(
		// settings.test.ts, application-form.test.ts, invitation.test.ts, member-acts.test.ts and cle/admin.test.ts cover
		// rows whose key is fixed or the id of an account.
		[
			...new Set(
				[
					...all.map(([, { contract }]) => contract),
					updateSettings,
					updateApplicationForm,
					updateInvitation,
					setPlan,
					updateProvider,
				].map(nameOf),
			),
		].sort(),
	)
	expect(
		changes
			.filter((contract) => !takesVersion(contract))
			.map(nameOf)
			.sort(),
	).toEqual([
		// A switch, a position or an order is one value, for which the last write wins.
		'PATCH /api/comments/:id',
		'PATCH /api/user/passkeys/:id',
		// Decided only once.
		'PUT /api/admin/applications/:userId',
		'PUT /api/admin/first-steps',
		'PUT /api/admin/media/:id/parts/:part',
		// Replaced as a whole. The last write wins.
		'PUT /api/admin/podcast/episodes/:id/chapters',
		'PUT /api/admin/podcast/episodes/:id/links',
		'PUT /api/admin/podcast/episodes/:id/speakers',
		'PUT /api/admin/podcast/episodes/:id/transcript',
		'PUT /api/admin/posts/:kind/:id/hidden',
		'PUT /api/admin/posts/:kind/:id/lock',
		'PUT /api/admin/question-categories/order',
		'PUT /api/admin/users/:id/moderator',
		'PUT /api/comments/:id/helpful',
		'PUT /api/courses/:id/modules/order',
		'PUT /api/courses/:id/place',
		// A read marker.
		'PUT /api/modules/:id/comments/read',
		'PUT /api/questions/:id/category',
		'PUT /api/questions/:id/follow',
		'PUT /api/questions/:id/helpful',
		'PUT /api/questions/:id/lock',
		// A read marker, which only moves forward.
		'PUT /api/questions/:id/read',
		'PUT /api/questions/categories/:id/watch',
		'PUT /api/questions/read',
		// The caller's own data.
		'PUT /api/user/email',
		'PUT /api/user/listening/:id',
		'PUT /api/user/notifications',
		'PUT /api/user/notifications/digest',
		'PUT /api/user/profile',
		'PUT /api/user/queue',
		'PUT /api/user/welcome',
	])
})

describe('the version increases with other changes', () => {
	const versionOf = async (kind: Kind, params: Record<string, string>) => (await rowOf(kind, params)).version
	/** Returns the increase of the version. */
	async function moves(kind: Kind, params: Record<string, string>, what: () => Promise<unknown>): Promise<number> {
		const before = await versionOf(kind, params)
		await what()
		return (await versionOf(kind, params)) - before
	}

	test('a moved question, single or bulk', async () => {
		const id = await ask(fresh())
		const move = (contract: Contract, of: string, body: object) => () =>
			callApi(contract, { as: admin, params: { id: of }, body })
		const { question } = kinds
		expect(await moves(question, { id }, move(moveQuestion, id, { categoryId: family.id }))).toBe(1)
		expect(await moves(question, { id }, move(moveQuestions, family.id, { categoryId: intake.id }))).toBe(1)
		const chosen = { categoryId: family.id, questionIds: [id] }
		expect(await moves(question, { id }, move(moveQuestions, intake.id, chosen))).toBe(1)
		expect(await moves(question, { id }, move(lockQuestion, id, { isLocked: true }))).toBe(0)
	})

	test('an account renamed by its owner, decided on, or blocked by domain', async () => {
		const { account } = kinds
		const row = await insertAccount({ status: 'inactive', applicationStatus: 'pending', email: 'ines@shut.example' })
		const decide = () =>
			callApi(decideApplication, { as: admin, params: { userId: row.id }, body: { action: 'approve' } })
		expect(await moves(account, { id: row.id }, decide)).toBe(1)
		const owner = await signedIn({ ...row, status: 'active' } as typeof row)
		const rename = () => callApi(updateProfile, { as: owner, body: { name: 'Ines Vidal', username: 'ines.vidal' } })
		expect(await moves(account, { id: row.id }, rename)).toBe(1)
		expect(await moves(account, { id: row.id }, () => deactivateDomain('shut.example'))).toBe(1)
	})

	test('a journal entry changed by its author, but not one saved unchanged', async () => {
		const feedback = kinds['journal feedback']
		const params = await journalOf('Before')
		expect(await moves(feedback, params, () => journalOf('Before'))).toBe(0)
		expect(await moves(feedback, params, () => journalOf('Written anew'))).toBe(1)
	})

	test('but not of a course whose modules change or of a module that moves', async () => {
		const first = await makeModule(admin, course.id)
		expect(await moves(kinds.course, { id: course.id }, () => makeModule(admin, course.id))).toBe(0)
		const place = () => callApi(updateModule, { as: admin, params: { id: first.id }, body: { orderIndex: 0 } })
		expect(await moves(kinds.course, { id: course.id }, place)).toBe(0)
	})
})

test('only admins see the version of a course', async () => {
	for (const as of [undefined, member, admin]) {
		const options = as ? { as } : {}
		const one = (await callApi(getCourse, { ...options, params: { id: course.id } })).json as Course
		const [listed] = (await callApi(listCourses, options)).json as Course[]
		expect([one.version, listed?.version].map((version) => version !== undefined)).toEqual(Array(2).fill(as === admin))
	}
})

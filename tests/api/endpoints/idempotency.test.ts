import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { coachingSessions } from '#db/schema/coaching.ts'
import { courses } from '#db/schema/courses.ts'
import { deletions } from '#db/schema/deletions.ts'
import { mailings } from '#db/schema/mailings.ts'
import { memberNotes } from '#db/schema/members.ts'
import { moduleDrafts, modules } from '#db/schema/modules.ts'
import { notifications } from '#db/schema/notifications.ts'
import { publishEvents } from '#db/schema/platform/operations.ts'
import { createSession, deleteSession } from '#src/features/coaching/contract.ts'
import { createCourse, deleteCourse, updateCourse } from '#src/features/courses/contract.ts'
import { type Deletion, forgetDeletion, listDeletions, restoreDeletion } from '#src/features/deletions/contract.ts'
import { createMailing } from '#src/features/mailings/contract.ts'
import { createModule, deleteModule } from '#src/features/modules/contract.ts'
import { createDraft, publishDraft } from '#src/features/modules/draft-contract.ts'
import { createMemberNote } from '#src/features/users/member-contract.ts'
import type { Contract } from '#src/lib/api/contract.ts'
import { idStart, newId } from '#src/lib/ids.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { session } from '#tests/support/coaching.ts'
import { makeCourse } from '#tests/support/courses/courses.ts'
import { draftOf } from '#tests/support/courses/drafts.ts'

// Retries by an admin after a lost response: the idempotency key becomes the id.

let database: TestDatabase
let admin: Principal
/** A member for notes, and a course for modules. */
let member: string
let course: string
beforeEach(async () => {
	database = await freshDatabase()
	admin = await signedIn(await insertAccount({ role: 'admin' }))
	member = (await insertAccount()).id
	course = (await makeCourse(admin)).id
})
afterEach(() => database.discard())

const COURSE = { title: 'Raising fees', description: 'How to say so, and when.' }
const MODULE = { ...COURSE, content: '<p>Ask why they call today.</p>', additionalContent: {} }

interface Kind {
	contract: Contract
	table: SQLiteTable
	what: string
	body: object
	other: object
	params?: () => Record<string, string>
}
const KINDS = {
	course: {
		...{ contract: createCourse, table: courses, what: 'course' },
		...{ body: COURSE, other: { ...COURSE, title: 'Lowering fees' } },
	},
	module: {
		...{ contract: createModule, table: modules, what: 'module', params: () => ({ id: course }) },
		...{ body: MODULE, other: { ...MODULE, content: '<p>Ask why they call tomorrow.</p>' } },
	},
	draft: {
		...{ contract: createDraft, table: moduleDrafts, what: 'module', params: () => ({ id: course }) },
		...{ body: draftOf(), other: draftOf({ title: 'The second call' }) },
	},
	note: {
		...{ contract: createMemberNote, table: memberNotes, what: 'note', params: () => ({ id: member }) },
		...{ body: { body: 'Asked about fees.' }, other: { body: 'Asked about rent.' } },
	},
	session: {
		...{ contract: createSession, table: coachingSessions, what: 'session' },
		...{ body: session(), other: session({ durationMinutes: 30 }) },
	},
	mail: {
		...{ contract: createMailing, table: mailings, what: 'mail' },
		...{ body: {}, other: { audience: 'unseen30' } },
	},
} satisfies Record<string, Kind>

/**
 * Returns an idempotency key like that of a browser. It does not use `newId` alone, because ids never decrease and an
 * earlier test may have set this process's clock ahead.
 */
const newName = () => idStart(Date.now()) + newId().slice(10)

const make = ({ contract, params }: Kind, body: object, idempotencyKey?: string) =>
	callApi(contract, {
		as: admin,
		params: params?.() ?? {},
		body: { ...body, ...(idempotencyKey ? { idempotencyKey } : {}) },
	})

/** Returns counts of all rows that a creation writes. */
const written = async ({ table }: Kind) => ({
	rows: await db().$count(table),
	entries: await db().$count(audit),
	told: await db().$count(notifications),
	pages: await db().$count(publishEvents),
})
const refusedAs = (what: string) => [409, `Your ${what} was already saved. Edit it, or save this as a new one.`]

describe.each(Object.entries<Kind>(KINDS))('a new %s', (_, kind) => {
	test('sent many times with one key exists once, and every response is the same', async () => {
		const [before, key] = [await written(kind), newName()]
		const first = await make(kind, kind.body, key)
		expect([first.status, first.text]).toMatchObject([201, expect.stringContaining(key)])
		const once = await written(kind)
		expect(once.rows).toBe(before.rows + 1)
		const replies = await Promise.all(Array.from({ length: 4 }, () => make(kind, kind.body, key)))
		for (const reply of replies) expect([reply.status, reply.json]).toEqual([201, first.json])
		expect(await written(kind)).toEqual(once)
		expect(first.json).toMatchObject({ id: key })
		expect(first.text).not.toContain('idempotencyKey')
	})

	test('sent concurrently exists once', async () => {
		const [before, key] = [await written(kind), newName()]
		const replies = await Promise.all(Array.from({ length: 4 }, () => make(kind, kind.body, key)))
		expect(replies.map(({ status }) => status)).toEqual(Array(4).fill(201))
		expect((await written(kind)).rows).toBe(before.rows + 1)
	})

	test('with other text under a used key is rejected and changes nothing', async () => {
		const key = newName()
		await make(kind, kind.body, key)
		const once = await written(kind)
		const reply = await make(kind, kind.other, key)
		expect([reply.status, reply.text]).toEqual(refusedAs(kind.what))
		expect(await written(kind)).toEqual(once)
		expect((await make(kind, kind.other, newName())).status).toBe(201)
	})

	test('with an invalid key is rejected', async () => {
		const before = await written(kind)
		for (const name of ['short', 'o'.repeat(20), `${newName()}0`, newName().toUpperCase(), 'x-'.repeat(10)]) {
			const reply = await make(kind, kind.body, name)
			expect([reply.status, reply.text]).toEqual([400, 'Something went wrong. Please try again.'])
		}
		expect(await written(kind)).toEqual(before)
	})

	test('without a key is created each time', async () => {
		const before = await written(kind)
		for (const _ of [1, 2]) expect((await make(kind, kind.body)).status).toBe(201)
		expect((await written(kind)).rows).toBe(before.rows + 2)
	})
})

test.each([KINDS.module, KINDS.draft, KINDS.note])('a key for $what is only valid in the same parent', async (kind) => {
	const key = newName()
	await make(kind, kind.body, key)
	const elsewhere = kind.contract === createMemberNote ? (await insertAccount()).id : (await makeCourse(admin)).id
	const once = await written(kind)
	const body = { ...kind.body, idempotencyKey: key }
	const reply = await callApi(kind.contract, { as: admin, params: { id: elsewhere }, body })
	expect([reply.status, reply.text]).toEqual(refusedAs(kind.what))
	expect((await callApi(kind.contract, { as: admin, params: { id: 'nobody' }, body })).status).toBe(404)
	expect(await written(kind)).toEqual(once)
})

test('a key used by one admin does not return the result to another', async () => {
	const key = newName()
	await make(KINDS.note, { body: 'Mine' }, key)
	const as = await signedIn(await insertAccount({ role: 'admin' }))
	const params = { id: member }
	expect((await callApi(createMemberNote, { as, params, body: { body: 'Mine', idempotencyKey: key } })).status).toBe(
		409,
	)
})

test('a key from a clock that is days ahead does not become the id, which would sort first for days', async () => {
	const kind = KINDS.course
	const ahead = `${idStart(Date.now() + 3 * 86_400_000)}0123456789`
	const before = await written(kind)
	const { status, json } = await make(kind, COURSE, ahead)
	expect(status).toBe(201)
	expect((json as { id: string }).id).not.toBe(ahead)
	expect((await written(kind)).rows).toBe(before.rows + 1)
})

test('a retry after a later change neither returns nor reverts it', async () => {
	const kind = KINDS.course
	const key = newName()
	await make(kind, COURSE, key)
	await callApi(updateCourse, { as: admin, params: { id: key }, body: { title: 'Renamed' } })
	const reply = await make(kind, COURSE, key)
	expect([reply.status, reply.text]).toEqual(refusedAs('course'))
	expect((await db().select().from(courses)).map(({ title }) => title)).toContain('Renamed')
})

test.each([
	['course', deleteCourse],
	['module', deleteModule],
	['session', deleteSession],
] as const)('a deleted %s is not created again with its key while it is restorable', async (name, remove) => {
	const kind = KINDS[name]
	const key = newName()
	await make(kind, kind.body, key)
	expect((await callApi(remove, { as: admin, params: { id: key } })).status).toBe(204)
	const gone = await written(kind)
	const reply = await make(kind, kind.body, key)
	expect([reply.status, reply.text]).toEqual(refusedAs(name))
	expect(await written(kind)).toEqual(gone)
	const [deletion] = (await callApi(listDeletions, { as: admin })).json as Deletion[]
	const params = { id: deletion?.id ?? '' }
	expect((await callApi(restoreDeletion, { as: admin, params })).status).toBe(200)
	expect([(await make(kind, kind.body, key)).status, (await written(kind)).rows]).toEqual([
		201,
		gone.rows + (name === 'session' ? 0 : 1),
	])
})

test('a permanently deleted course frees its key', async () => {
	const kind = KINDS.course
	const key = newName()
	await make(kind, COURSE, key)
	await callApi(deleteCourse, { as: admin, params: { id: key } })
	const [deletion] = (await callApi(listDeletions, { as: admin })).json as Deletion[]
	await callApi(forgetDeletion, { as: admin, params: { id: deletion?.id ?? '' } })
	expect((await make(kind, COURSE, key)).status).toBe(201)
})

describe("both buttons of a new module's form use one key", () => {
	const { module, draft } = KINDS
	test.each([
		['created, then kept as a draft', module, draft],
		['kept as a draft, then created', draft, module],
	])('%s: one exists, and the other is rejected', async (_, first, second) => {
		const key = newName()
		expect((await make(first, first.body, key)).status).toBe(201)
		const once = await written(second)
		const reply = await make(second, second.body, key)
		expect([reply.status, reply.text]).toEqual(refusedAs('module'))
		expect(await written(second)).toEqual(once)
	})

	test('a draft published in the meantime is not created again', async () => {
		const key = newName()
		await make(draft, draft.body, key)
		expect((await callApi(publishDraft, { as: admin, params: { id: key }, body: {} })).status).toBe(200)
		expect((await make(draft, draft.body, key)).status).toBe(409)
		expect(await db().$count(moduleDrafts)).toBe(0)
		await callApi(deleteModule, { as: admin, params: { id: key } })
		expect((await make(draft, draft.body, key)).status).toBe(409)
	})
})

test('the affected tables have no generated columns, because rows are copied whole', () => {
	for (const table of [modules, moduleDrafts, deletions])
		expect(getTableConfig(table).columns.filter(({ generated }) => generated)).toEqual([])
})

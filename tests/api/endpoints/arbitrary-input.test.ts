import type { Row } from '@libsql/client'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import { contracts } from '#src/features/contracts.ts'
import { RECORD_KINDS } from '#src/features/users/member-contract.ts'
import { type Contract, isMutation, JSON_TYPE } from '#src/lib/api/contract.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { setSite } from '#src/lib/site/site.ts'
import {
	callApi,
	type Principal,
	type Reply,
	signedInAndConfirmed,
	TEST_PASSWORD,
	visitor,
} from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { type Input, inputFor, type Known } from '#tests/support/api/generated-input.ts'
import { allRows } from '#tests/support/api/tables.ts'
import { makeWorld, type World } from '#tests/support/api/world.ts'

// The calls are generated from the contracts, so they cover new contracts too. A failure prints its seed.

/** Calls per endpoint and caller. */
const CALLS = 14
/** Statuses that any endpoint may return in addition to those of its contract. */
const COMMON = [400, 401, 403, 404, 409, 413, 415, 429]
/** Tables that a rejected call may change: attempt counters. */
const COUNTER_TABLES = ['rate_limits']
/** The table that a successful read may change, because downloads of personal data are recorded in it. */
const AUDIT = 'audit'
/** Columns that a rejected call may change: wrong codes are counted, and the last try changes the state. */
const TRIES: Record<string, string[]> = { attendances: ['wrong_tries', 'state'] }
/** Columns that contain counts of all people's rows or times of recent activity. */
const COUNTS: Record<string, string[]> = {
	// A sign-in updates the last activity immediately.
	users: ['last_seen_at'],
	notifications: ['since_seq', 'change', 'updated_at', 'read_at'],
	post_counts: ['total'],
	question_categories: ['question_count'],
	questions: ['answer_count', 'comment_count', 'last_activity_at'],
	user_counts: ['count'],
}

const callers = ['visitor', 'member', 'admin'] as const
type Caller = (typeof callers)[number]

let database: TestDatabase
let world: World

/** Returns existing ids for the parameters of a path. */
function paramsFor({ path }: Contract): Known {
	const { own, others, people, course, draft, text, quiz, journal, session, category, second, applicant, dues, cle } =
		world
	const of = (...values: string[]) => fc.constantFrom(...values)
	const id = (
		[
			['/versions/', of(text)],
			['/modules/order', of(course)],
			['/topics/', of(own.topic)],
			['/draft', path.includes('/courses/') ? of(course) : of(quiz)],
			['/modules/', of(text, quiz, journal)],
			['/courses/', of(course, draft)],
			['/figures/', of(course, draft)],
			['/podcast/', of(world.episode)],
			['/user/listening/', of(world.episode)],
			['/api/comments/', of(own.comment, others.comment)],
			['/question-categories/', of(category, second)],
			['/questions/categories/', of(category, second)],
			['/cle/admissions/', of(cle.own.admission, cle.own.later)],
			['/cle/credits/', of(cle.own.credit)],
			['/cle/activities/', of(cle.activity.id, cle.second.id)],
			['/cle/accreditations/', of(cle.activity.accreditation, cle.second.accreditation)],
			['/cle/attendances/', of(cle.own.complete, cle.others.open)],
			['/attendance/', of(cle.own.complete, cle.own.open, cle.own.watched)],
			['/sessions/', of(session)],
			['/mailings/', of(world.mailing, world.mailing, world.sentMailing)],
			['/deletions/', of(world.deletion)],
			['/admin/media/', of(world.upload)],
			['/plans/', of(dues.plan, dues.unusedPlan)],
			['/invoices/', of(dues.paid.invoice, dues.open.invoice)],
			['/admin/payments/', of(dues.paid.payment, dues.open.payment)],
			['/admin/members/', of(people.other.id, people.member.id)],
			['/users/', of(people.other.id, people.member.id, people.admin.id)],
			['/admin/posts/:kind/', of(own.question)],
			['/posts/', of(own.question, others.answer, own.comment, others.comment)],
			['/questions/', of(own.question, others.question)],
		] as const
	).find(([part]) => path.includes(part))?.[1]
	return {
		...(id ? { id, sessionId: of(session) } : {}),
		noteId: of(world.note),
		versionId: of(world.version),
		commentId: of(own.answer, others.answer),
		entryId: of(own.entry, others.entry),
		userId: of(applicant, people.other.id),
		code: of(dues.coupon),
		number: of(cle.own.certificate, cle.others.certificate),
		jurisdiction: of('US-CA', 'US-NY'),
		kind: path.includes('/records/') ? of(...RECORD_KINDS) : of('question', 'questionComment', 'courseComment'),
	}
}

/** Returns valid values by field name for fields that the schema leaves open. */
function known({ path }: Contract): Known {
	const { own, others, people, text, quiz, journal, category, second, dues, cle } = world
	const of = (...values: unknown[]) => fc.constantFrom(...values)
	const password = of(TEST_PASSWORD, 'a lamp on the right 7')
	return {
		...{ categoryId: of(category, second), parentCategoryId: of(null, second), ids: of([category, second]) },
		...{ questionIds: of([own.question], [others.question]), parentId: of(null, own.comment, others.comment) },
		...{ moduleId: of(text, quiz), moduleIds: of([text, quiz, journal], [journal, quiz, text], [text]) },
		...{ version: of(1, 1, 1, 2, 3), cursor: of(undefined) },
		...{ email: fc.oneof(fc.stringMatching(/^[a-z]{6,9}@example\.com$/), of(people.member.email, people.other.email)) },
		...{ password, confirmPassword: password, currentPassword: password, newPassword: password },
		...{ username: fc.stringMatching(/^[a-z][a-z0-9]{4,12}$/), phoneNumber: of('+1 212 555 0123') },
		...{
			scheduledAt: of('2090-05-01T10:00:00Z'),
			timeZone: of('Europe/London'),
			zoomLink: of('https://zoom.example/j/2'),
		},
		...{ imageUrl: of('', 'https://pictures.example/a.png'), type: of('text', 'journal'), additionalContent: of(null) },
		...{ content: of('<p>Changed by somebody else</p>'), answers: of([0], [1]) },
		...{ courseIds: of([world.course], [world.course, world.draft], []) },
		...{ courseId: of(world.course), subjectId: of(world.course, world.session), start: of('note', 'note', 'course') },
		...{ publishAt: of(null, '2090-05-01T10:00:00Z'), unpublishAt: of(null, '2091-05-01T10:00:00Z') },
		...{ availableFrom: of(null, '2090-05-01T10:00:00Z'), availableAfterDays: of(null) },
		...{ planId: of(dues.plan), coupon: of(undefined, dues.coupon), consent: of(dues.consent), months: of(1, 12) },
		...{ paidOn: of(clubDay()), invoiceId: of(undefined, dues.open.invoice) },
		...(path.includes('/questions/') ? {} : { until: of('2090-05-01') }),
		...{ admissionId: of(cle.own.admission), category: of('general'), date: of(clubDay()), day: of(clubDay()) },
		...{ jurisdiction: of('US-CA', 'US-NY', 'US-TX'), activityId: of(cle.activity.id), activity: of(cle.activity.id) },
		...{
			admittedOn: of('2015-06-17'),
			birthday: of('1988-03-12'),
			groupNo: of(2),
			refId: of(world.course, world.session),
		},
		...{ number: of(cle.own.certificate), scores: of([5, 4, 3, 4, 5]), id: of(quiz) },
		...{ lastName: of(people.member.name.split(' ').at(-1)), validFrom: of('2020-01-01'), validTo: of(null) },
		...{ due: of('2027-03-29'), filedOn: of('2027-03-01'), cycleFrom: of('2024-02-01'), newDue: of('2027-06-30') },
		...{ assignedDay: of(null), minutesByCategory: of(null), credits: of({ general: 100 }), numbers: of({}) },
		...{ code: of('TORTS', 'spring'), sequence: of(1), from: of(0), to: of(10_000), rate: of(1) },
		...{ sendAt: of(null, new Date(Date.now() + 86_400_000).toISOString()) },
	}
}

/** Returns a new session, because an earlier call may have ended the last one or changed the password. */
async function principalOf(caller: Caller): Promise<Principal> {
	if (caller === 'visitor') return visitor()
	const [account] = await db().select().from(users).where(eq(users.id, world.people[caller].id))
	// Without an active account, only a visitor can call.
	return account?.status === 'active' ? signedInAndConfirmed(account) : visitor()
}

let calls = 0
/** Returns a new client address for each call, to avoid the rate limits. */
const nextAddress = () => `10.${++calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`

type Tables = Map<string, Row[]>
const isTrace = (table: string) => COUNTER_TABLES.includes(table)

/** Returns, as text, the rows that must not change: those that do not name the member. */
function ofOthers(tables: Tables): string[] {
	const { id } = world.people.member
	return [...tables].flatMap(([table, rows]) =>
		rows
			.filter((row) => !isTrace(table) && !Object.values(row).includes(id))
			.map((row) => {
				const kept = Object.entries(row).filter(([column]) => !COUNTS[table]?.includes(column))
				return `${table} ${JSON.stringify(kept)}`
			}),
	)
}
const withoutTraces = (tables: Tables) =>
	[...tables]
		.filter(([table]) => !isTrace(table))
		.map(([table, rows]) => [
			table,
			rows.map((row) => Object.entries(row).filter(([column]) => !TRIES[table]?.includes(column))),
		])

/** Asserts that a success response has exactly what its contract declares. */
function assertAnswer(contract: Contract, reply: Reply): void {
	expect(reply.status, reply.text).toBe(contract.status)
	if (contract.gives === 'file') expect(reply.header('ETag')).toMatch(/^"[^"]+"$/)
	else if (contract.status === 204) expect(reply.text).toBe('')
	else if (contract.produces === JSON_TYPE && contract.status !== 302)
		expect(z.parse(contract.response, reply.json)).toEqual(reply.json)
	else
		expect(reply.header('Content-Type')).toBe(contract.status === 302 ? 'text/plain; charset=utf-8' : contract.produces)
}

/** Asserts that an error response is a sentence with a status of its contract or of every endpoint. */
function assertRefusal(contract: Contract, { status, text }: Reply): void {
	const own = Object.values(contract.errors).map(([each]) => each)
	expect([...COMMON, ...own], text).toContain(status)
	expect(text).toMatch(/^[A-Z"].{5,300}$/su)
}

/** Contracts with at least one successful call. */
const done = new Set<Contract>()

/** Caller and rows for calls that must not change anything. Cached, because reading them for each call is slow. */
let still: { as: Principal; rows: Tables } | undefined

/** Returns how many rows this connection has written. If equal before and after a call, the call wrote nothing. */
const written = async () => (await database.client.execute('select total_changes() as count')).rows[0]?.count

async function tryOne(contract: Contract, caller: Caller, input: Input): Promise<void> {
	const as = still?.as ?? (await principalOf(caller))
	const before = still?.rows ?? (await allRows(database.client))
	const count = await written()
	const reply = await callApi(contract, { as, clientAddress: nextAddress(), ...input })
	const after = (await written()) === count ? before : await allRows(database.client)
	const isRefused = reply.status >= 400
	if (isRefused) assertRefusal(contract, reply)
	else {
		assertAnswer(contract, reply)
		done.add(contract)
	}
	if (!mayCall(contract, caller)) expect(reply.status, reply.text).toBe(caller === 'visitor' ? 401 : 403)
	const isRead = !isRefused && !isMutation(contract.method)
	const compared = (tables: Tables) => withoutTraces(tables).filter(([table]) => !isRead || table !== AUDIT)
	if (isRefused || isRead) expect(compared(after)).toEqual(compared(before))
	else if (caller !== 'admin') {
		const kept = new Set(ofOthers(after))
		expect(ofOthers(before).filter((row) => !kept.has(row))).toEqual([])
	}
	if (still && isRead) still = { as, rows: after }
}

const mayCall = ({ access }: Contract, caller: Caller) =>
	access === 'public' || caller === 'admin' || access === caller || (access === 'account' && caller === 'member')

describe.each(callers)(
	'any call of a %s is either rejected without a change or answered according to its contract',
	(caller) => {
		const all = contracts.map((contract) => [`${contract.method} ${contract.path}`, contract] as const)
		const mayChange = (contract: Contract) => isMutation(contract.method) && mayCall(contract, caller)
		const open = async () => {
			database = await freshDatabase()
			world = await makeWorld()
		}
		const calls = (contract: Contract) =>
			fc.assert(
				fc.asyncProperty(inputFor(contract, paramsFor(contract), known(contract)), (input) =>
					tryOne(contract, caller, input),
				),
				{ numRuns: CALLS },
			)

		describe('in a shared world without changes', () => {
			beforeAll(async () => {
				await open()
				const as = await principalOf(caller)
				still = { as, rows: await allRows(database.client) }
			})
			afterAll(() => {
				still = undefined
				return database.discard()
			})
			test.each(all.filter(([, contract]) => !mayChange(contract)))('%s', (_, contract) => calls(contract))
		})

		// Each contract gets a copy of one world, because calls delete rows that others need.
		describe('in a separate world', () => {
			let origin: TestDatabase
			beforeAll(async () => {
				await open()
				origin = database
			})
			afterAll(() => origin.discard())
			beforeEach(async () => {
				database = await freshDatabase({ copyOf: origin })
				setSite({ collectsDues: 'on' })
			})
			afterEach(() => database.discard())
			test.each(all.filter(([, contract]) => mayChange(contract)))('%s', (_, contract) => calls(contract))
		})
	},
)

test('most calls succeed, because a generator whose calls are all rejected would prove nothing', () => {
	const never = contracts.filter((contract) => !done.has(contract)).map(({ method, path }) => `${method} ${path}`)
	expect(never.length, never.join(', ')).toBeLessThan(contracts.length / 5)
})

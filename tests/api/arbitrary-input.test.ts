import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { contracts } from '#src/features/contracts.ts'
import { createCourse } from '#src/features/courses/contract.ts'
import { createModule, saveJournal } from '#src/features/modules/contract.ts'
import { createCategory } from '#src/features/questions/category-contract.ts'
import { createComment, createQuestion } from '#src/features/questions/contract.ts'
import type { Contract } from '#src/lib/contract.ts'
import { callApi, insertAccount, type Principal, signedIn, visitor } from '#tests/support/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

// Generated: a new contract is covered by being registered. A failure names the seed that brings it back.

/** So many calls per endpoint and caller. */
const CALLS = 8

let database: TestDatabase
let people: Record<'member' | 'other' | 'admin', Awaited<ReturnType<typeof insertAccount>>>
/** Things that are there, and whose changing somebody may refuse. */
const ids: string[] = []

async function make(contract: Contract, as: Principal, params: Record<string, string>, body: object): Promise<string> {
	const reply = await callApi(contract, { as, params, body })
	expect(reply.status, reply.text).toBeLessThan(300)
	const { id } = reply.json as { id: string }
	ids.push(id)
	return id
}

beforeAll(async () => {
	database = await freshDatabase()
	people = {
		member: await insertAccount(),
		other: await insertAccount(),
		admin: await insertAccount({ role: 'admin' }),
	}
	const admin = await signedIn(people.admin)
	const other = await signedIn(people.other)
	const text = { title: 'Written by others', description: 'What it is about', content: '<p>Enough of a content</p>' }
	const id = await make(createCourse, admin, {}, { ...text, isPublished: true })
	await make(createModule, admin, { id }, { ...text, type: 'text' })
	const prompt = { additionalContent: JSON.stringify({ prompt: 'What surprised you?' }) }
	const journal = await make(createModule, admin, { id }, { ...text, ...prompt, type: 'journal' })
	await make(saveJournal, other, { id: journal }, { content: 'Only for me' })
	const categoryId = await make(createCategory, admin, {}, { name: 'Intake', parentCategoryId: null })
	const question = { title: 'How do you screen a caller?', body: 'How do the rest of you do it?' }
	const asked = await make(createQuestion, other, {}, { ...question, categoryId })
	await make(createComment, other, { id: asked }, { body: 'Nobody else changes this' })
	ids.push(...Object.values(people).map((person) => person.id))
})
afterAll(() => database.discard())

/** What neither a visitor nor the member may change, whatever they are allowed to call. */
async function othersThings(): Promise<unknown> {
	const { member } = people
	const results = await database.client.batch([
		'select * from courses order by id',
		'select * from modules order by id',
		'select id, name, slug, parent_category_id, position from question_categories order by id',
		{
			sql: 'select id, title, body, category_id, is_locked, edited_at from questions where author_id != ?',
			args: [member.id],
		},
		{ sql: 'select id, body, edited_at from question_comments where author_id != ?', args: [member.id] },
		{ sql: 'select * from journal_entries where user_id != ?', args: [member.id] },
		{ sql: 'select * from users where id != ?', args: [member.id] },
		{ sql: 'select id, role, status from users where id = ?', args: [member.id] },
		'select * from coaching_sessions',
		'select * from podcast_feed',
		'select * from application_decisions',
	])
	return results.map(({ rows }) => rows.map((row) => ({ ...row })))
}

const fieldsOf = (schema: z.core.$ZodType) =>
	Object.keys((schema._zod.def as { shape?: Record<string, unknown> }).shape ?? {})

const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.nat().map(String))
const something = () => fc.oneof({ weight: 1, arbitrary: text }, { weight: 4, arbitrary: fc.constantFrom(...ids) })
const FIT: Record<string, fc.Arbitrary<unknown>> = {
	title: fc.constant('Changed by somebody'),
	body: fc.constant('Changed by somebody else'),
	content: fc.constant('<p>Changed by somebody else</p>'),
	description: fc.constant('Changed by somebody else'),
	name: fc.constant('Somebody'),
	state: fc.constant('muted'),
}
/** The fields that the contract names, rightly filled or not, and some that it does not. */
function bodyFor(contract: Contract) {
	const any = fc.oneof(something(), fc.jsonValue())
	const fits = (field: string) => FIT[field] ?? fc.oneof(fc.boolean(), something())
	const fields = fieldsOf(contract.body)
	const privilege = fc.record(
		{ role: fc.constant('admin'), userId: something(), authorId: something() },
		{ requiredKeys: [] },
	)
	const good = fc.record(Object.fromEntries(fields.map((field) => [field, fits(field)])))
	const bad = fc.record(Object.fromEntries(fields.map((field) => [field, any])), { requiredKeys: [] })
	return fc.oneof(
		good,
		fc.tuple(privilege, good, bad).map(([more, one, other]) => ({ ...more, ...one, ...other })),
		fc.jsonValue(),
	)
}

function inputFor(contract: Contract) {
	const names = [...contract.path.matchAll(/:(\w+)/g)].map(([, name]) => String(name))
	const query = Object.fromEntries([...fieldsOf(contract.query), 'unknown'].map((field) => [field, something()]))
	return fc.record({
		params: fc.record(Object.fromEntries(names.map((name) => [name, something()]))),
		// None is there without a value.
		query: fc.record(query, { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>,
		body: bodyFor(contract),
	})
}

let calls = 0
/** Of each call's own, or the limits would answer in place of the service. */
const nextAddress = () => `10.${++calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`

describe.each(contracts.map((contract) => [`${contract.method} ${contract.path}`, contract] as const))(
	'%s',
	(_, contract) => {
		test.each(['visitor', 'member'] as const)('takes anything of a %s', async (name) => {
			const before = await othersThings()
			const mayCall = contract.access === 'public' || (contract.access === 'member' && name === 'member')
			await fc.assert(
				fc.asyncProperty(inputFor(contract), async (input) => {
					// A session each, since one of the calls may end it.
					const as = name === 'visitor' ? visitor() : await signedIn(people.member)
					const { status, text: said } = await callApi(contract, { as, clientAddress: nextAddress(), ...input })
					expect(status, said).toBeLessThan(500)
					if (!mayCall) expect(status, said).toBe(name === 'visitor' ? 401 : 403)
				}),
				{ numRuns: CALLS },
			)
			expect(await othersThings()).toEqual(before)
		})
	},
)

import { afterAll, beforeAll, expect, test } from 'vitest'
import { enroll, getProgress, listCourses, listUserCourses, listUserProgress } from '#src/features/courses/contract.ts'
import { listCourseMembers, listCourseVersions } from '#src/features/courses/workspace-contract.ts'
import { createComment, listComments, listReplies } from '#src/features/discussion/contract.ts'
import { getQuizState, listModules, updatePlace, updateProgress } from '#src/features/modules/contract.ts'
import { listDrafts } from '#src/features/modules/draft-contract.ts'
import { getJournal, listJournals, listWaitingJournals } from '#src/features/modules/journal-contract.ts'
import type { Contract } from '#src/lib/api/contract.ts'
import { sealCursor } from '#src/platform/endpoint/paging.ts'
import { callApi, createPrincipals, type Principal, type PrincipalName } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'

let database: TestDatabase
let as: Record<PrincipalName, Principal>
let params: { id: string }
const ran: Array<{ sql: string; args: never }> = []

beforeAll(async () => {
	database = await freshDatabase()
	as = await createPrincipals()
	const course = await makeCourse(as.admin)
	await makeModule(as.admin, course.id)
	params = { id: course.id }
	const { execute } = database.client
	database.client.execute = ((statement: never, args?: never) => {
		const given = statement as string | { sql: string; args: never }
		ran.push(typeof given === 'string' ? { sql: given, args: (args ?? []) as never } : given)
		return execute(statement, args as never)
	}) as typeof execute
})
afterAll(() => database.discard())

const listed: Array<[string, Contract, 'member' | 'admin', Record<string, string>]> = [
	['courses', listCourses, 'member', { cursor: sealCursor(['zzz']) }],
	['courses of an admin', listCourses, 'admin', { cursor: sealCursor(['zzz']) }],
	['own courses', listUserCourses, 'member', {}],
	['modules', listModules, 'member', {}],
	['journals that wait in all courses', listWaitingJournals, 'admin', { cursor: sealCursor(['zzz']) }],
	['members of a course', listCourseMembers, 'admin', { cursor: sealCursor([1, 'zzz']) }],
	['earlier details of a course', listCourseVersions, 'admin', {}],
	['drafts of a course', listDrafts, 'admin', {}],
	['journals of a course', listJournals, 'admin', { cursor: sealCursor(['zzz']), waiting: 'true' }],
]

async function plansOf(work: () => Promise<{ status: number }>): Promise<string[]> {
	ran.length = 0
	expect((await work()).status).toBeLessThan(300)
	const statements = ran.filter(({ sql }) => /^\s*(select|insert)/i.test(sql))
	expect(statements.length).toBeGreaterThan(0)
	const plans: string[] = []
	for (const { sql, args } of statements) {
		const { rows } = await database.client.execute({ sql: `explain query plan ${sql}`, args })
		plans.push(...rows.map((row) => `${String(row.detail)}  <- ${sql.slice(0, 160)}`))
	}
	return plans
}

// A plain `SCAN x` reads a whole table; ordered covering indexes, json_each and subqueries are fine.
const isFullScan = (plan: string) =>
	/^SCAN (?!.*USING (COVERING )?INDEX|CONSTANT ROW|json_each|ranked)/.test(plan) ||
	plan.startsWith('USE TEMP B-TREE FOR ORDER BY')

test.each(listed)('the list of %s uses an index', async (_, contract, who, query) => {
	const plans = await plansOf(() => callApi(contract, { as: as[who], params, query }))
	expect(plans.filter(isFullScan)).toEqual([])
})

test('requests of a learner use indexes', async () => {
	const as_ = { as: as.member, params }
	await callApi(enroll, as_)
	const { id } = ((await callApi(listModules, as_)).json as Array<{ id: string }>)[0] ?? { id: '' }
	const inModule = { as: as.member, params: { id } }
	const comment = (await callApi(createComment, { ...inModule, body: { content: 'hello' } })).json as { id: string }
	const work = [
		() => callApi(getProgress, as_),
		() => callApi(listUserProgress, as_),
		() => callApi(listComments, { ...inModule, query: { cursor: sealCursor([1, 'zzz']) } }),
		() => callApi(listReplies, { as: as.member, params: { id: comment.id }, query: { cursor: sealCursor(['0']) } }),
		() => callApi(createComment, { ...inModule, body: { content: 'again', parentId: comment.id } }),
		() => callApi(getQuizState, inModule),
		() => callApi(getJournal, inModule),
		() => callApi(updatePlace, { ...as_, body: { moduleId: id, scroll: 1 } }),
		() => callApi(updateProgress, { ...inModule, body: { isCompleted: true } }),
		// Includes the suggested next course.
		() => callApi(getProgress, as_),
	]
	for (const one of work) expect((await plansOf(one)).filter(isFullScan)).toEqual([])
})

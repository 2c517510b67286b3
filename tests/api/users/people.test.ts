import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { enrollments } from '#db/schema/courses.ts'
import { moduleProgress } from '#db/schema/modules.ts'
import { users } from '#db/schema/users.ts'
import { jobs } from '#src/app/jobs.ts'
import { login } from '#src/features/auth/contract.ts'
import { exportUsers, getUserCounts, listUsers, type User } from '#src/features/users/contract.ts'
import { checkImport, createImport, type DryRun } from '#src/features/users/import-contract.ts'
import { getMember, type Member, unlockUser, updateUserLabels } from '#src/features/users/member-contract.ts'
import { callApi, insertAccount, TEST_PASSWORD } from '#tests/support/api/api.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import { accountOf, actionsDone, admin, setUpMembers } from '#tests/support/members.ts'

setUpMembers()

const list = async (query: Record<string, string>) =>
	((await callApi(listUsers, { as: admin, query })).json as User[]).map(({ name }) => name)
const memberOf = async (id: string) => (await callApi(getMember, { as: admin, params: { id } })).json as Member
const runJob = async (name: string) =>
	jobs()
		.find((one) => one.name === name)
		?.run(new AbortController().signal, () => 0)

describe('one status for each person', () => {
	beforeEach(async () => {
		const kinds = {
			Invited: { status: 'inactive', invitedAt: new Date() },
			Applied: { status: 'inactive', applicationStatus: 'pending', applicationDate: new Date() },
			Deactivated: { status: 'inactive', applicationStatus: 'approved' },
			Rejected: { status: 'inactive', applicationStatus: 'rejected' },
			Active: { applicationStatus: 'approved' },
		} as const
		for (const [name, kind] of Object.entries(kinds)) {
			const { id } = await insertAccount({ name: `Person ${name}` })
			await db().update(users).set(kind).where(eq(users.id, id))
		}
	})

	test('can be a filter, alone and in a search, with counts', async () => {
		expect((await callApi(getUserCounts, { as: admin })).json).toEqual({
			statuses: { invited: 1, applied: 1, active: 2, deactivated: 1, rejected: 1 },
			labels: [],
		})
		for (const status of ['invited', 'applied', 'deactivated', 'rejected']) {
			const name = `Person ${status.charAt(0).toUpperCase()}${status.slice(1)}`
			const reply = await callApi(listUsers, { as: admin, query: { status } })
			expect((reply.json as User[]).map((user) => [user.name, user.memberStatus])).toEqual([[name, status]])
			expect(reply.header('x-total-count')).toBe('1')
			const found = await callApi(listUsers, { as: admin, query: { status, search: 'person' } })
			expect((found.json as User[]).map((user) => user.name)).toEqual([name])
			expect(found.header('x-total-count')).toBe('1')
			expect(await list({ status, role: 'admin' })).toEqual([])
		}
		// As specified, the value `inactive` covers all kinds of inactive accounts.
		expect(await list({ status: 'inactive' })).toHaveLength(4)
		expect(await list({ status: 'active' })).toEqual(['Person Active', 'Ruth Adeyemi'])
	})

	test('is in the export', async () => {
		const { text } = await callApi(exportUsers, { as: admin })
		for (const status of ['Invited', 'Applied', 'Deactivated', 'Rejected', 'Active'])
			expect(text).toMatch(new RegExp(`"Person ${status}".*"${status}"`))
	})
})

describe('a list with more columns', () => {
	const LIST = `Name,Email,Joined,Tags,Plan
Ada Stone,ada@list.example,3/4/2019,"Founder; Texas",Annual
Ben Stone,ben@list.example,2021-05-06,Texas,
Cleo Stone,cleo@list.example,a while ago,,
`
	test('stores the join date, labels and plan', async () => {
		const run = (await callApi(checkImport, { as: admin, rawBody: LIST })).json as DryRun
		expect(run.columns).toMatchObject({ joinedAt: 2, labels: 3, plan: 4 })
		expect(run).toMatchObject({ counts: { fresh: 3 }, undated: 1 })
		await callApi(createImport, { as: admin, rawBody: LIST })
		await runJob('imports')
		const [ada] = (await callApi(listUsers, { as: admin, query: { search: 'ada' } })).json as User[]
		expect(ada).toMatchObject({ labels: ['Founder', 'Texas'], plan: 'Annual', joinedAt: '2019-03-04T00:00:00.000Z' })
		expect(await list({ label: 'Texas' })).toEqual(['Ben Stone', 'Ada Stone'])
		expect(await list({ label: 'Texas', search: 'stone', status: 'invited' })).toEqual(['Ben Stone', 'Ada Stone'])
		expect(await list({ label: 'Tex' })).toEqual([])
		// The list is sorted by join date, page by page.
		const first = await callApi(listUsers, { as: admin, query: { sort: 'joined', order: 'asc', limit: '2' } })
		expect((first.json as User[]).map(({ name }) => name)).toEqual(['Ada Stone', 'Ben Stone'])
		const next = /<[^?]+\?([^>]+)>; rel="next"/.exec(first.header('link') ?? '')?.[1]
		expect(await list(Object.fromEntries(new URLSearchParams(next)))).toEqual(['Ruth Adeyemi', 'Cleo Stone'])
		expect((await callApi(getUserCounts, { as: admin })).json).toMatchObject({ labels: ['Founder', 'Texas'] })
		const { text } = await callApi(exportUsers, { as: admin })
		expect(text).toMatch(/"Ada Stone".*"2019-03-04","Founder; Texas","Annual"/)
	})

	test('skips a person with an overlong label, with the reason', async () => {
		const rawBody = `Name,Email,Labels\nAda Stone,ada@list.example,${'x'.repeat(61)}\n`
		const { rows } = (await callApi(checkImport, { as: admin, rawBody })).json as DryRun
		expect(rows).toMatchObject([{ state: 'faulty', fault: 'a label or plan has more than 60 characters' }])
	})

	test('enrolls people in courses with modules that they completed elsewhere', async () => {
		const course = await makeCourse(admin)
		const made = [await makeModule(admin, course.id), await makeModule(admin, course.id)]
		const reply = await callApi(createImport, { as: admin, rawBody: LIST, query: { courses: `${course.id}:1` } })
		expect(reply.status).toBe(201)
		await runJob('imports')
		expect(await db().select().from(enrollments)).toHaveLength(3)
		const progress = await db().select().from(moduleProgress)
		expect(progress).toHaveLength(3)
		for (const row of progress)
			expect(row).toMatchObject({ moduleId: made[0]?.id, isCompleted: true, isTakenOver: true })
	})

	test.each(['nothing:0', 'COURSE:9', 'COURSE', 'COURSE:-1', 'x:1,'])(
		'rejects the courses %s as a whole',
		async (text) => {
			const course = await makeCourse(admin)
			await makeModule(admin, course.id)
			const query = { courses: text.replace('COURSE', course.id) }
			expect((await callApi(createImport, { as: admin, rawBody: LIST, query })).status).toBe(400)
			await runJob('imports')
			expect(await db().select().from(enrollments)).toHaveLength(0)
			expect(await list({ status: 'invited' })).toEqual([])
		},
	)
})

describe("on a member's page", () => {
	test('a lock after wrong passwords is shown and can be lifted', async () => {
		const { id, email } = await insertAccount({ email: 'locked@list.example', password: TEST_PASSWORD })
		const enter = (password: string) => callApi(login, { body: { email, password } })
		for (let tries = 0; tries < 9; tries++) await enter('wrong password')
		expect((await memberOf(id)).lockedUntil).toBeNull()
		await enter('wrong password')
		expect((await memberOf(id)).lockedUntil).toEqual(expect.any(String))
		expect((await enter(TEST_PASSWORD)).status).toBe(429)
		expect((await callApi(unlockUser, { as: admin, params: { id }, body: {} })).status).toBe(204)
		expect((await memberOf(id)).lockedUntil).toBeNull()
		expect((await enter(TEST_PASSWORD)).status).toBe(200)
		expect(await actionsDone()).toContain('user.unlocked')
		expect((await callApi(unlockUser, { as: admin, params: { id: 'nobody' }, body: {} })).status).toBe(404)
	})

	test('labels and plan can be changed', async () => {
		const { id } = await insertAccount()
		const save = (body: object) => callApi(updateUserLabels, { as: admin, params: { id }, body })
		const first = await save({ labels: [' Texas ', 'Texas', 'Board'], plan: 'Annual', version: 1 })
		expect(first.json).toMatchObject({ labels: ['Texas', 'Board'], plan: 'Annual', version: 2 })
		expect((await save({ labels: [], plan: '', version: 1 })).status).toBe(409)
		expect((await save({ labels: ['x'.repeat(61)], plan: '' })).text).toBe('A label can have at most 60 characters')
		expect((await save({ labels: Array(21).fill('x'), plan: '' })).text).toBe('At most 20 labels')
		expect((await save({ labels: [], plan: '', version: 2 })).json).toMatchObject({ labels: [], plan: null })
		expect(await accountOf(id)).toMatchObject({ labels: [], plan: null })
	})
})

import { getTableConfig } from 'drizzle-orm/sqlite-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { database, db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { courses } from '#db/schema/courses.ts'
import { excluded, ownDataKinds } from '#src/app/own-data.ts'
import { getUserData, getUserDataPage } from '#src/features/account/own-data-contract.ts'
import { confirmIdentity, UNCONFIRMED } from '#src/features/auth/password-contract.ts'
import { createMemberNote } from '#src/features/users/member-contract.ts'
import { callApi, insertAccount, signedIn, signedInByFactor } from '#tests/support/api/api.ts'
import { confirmed } from '#tests/support/api/confirmed.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { columnsOfPeople, fillFor, type IsTaken, schemaTables } from '#tests/support/api/filled-tables.ts'

let opened: TestDatabase
beforeEach(async () => {
	opened = await freshDatabase()
})
afterEach(async () => {
	vi.useRealTimers()
	await opened.discard()
})

const named = new Set(Object.keys(excluded))
const taken = new Map(ownDataKinds.map(({ table }) => [getTableConfig(table).name, table]))
/** Returns whether a column's value must be in the file. */
const isTaken: IsTaken = (table, column) => taken.has(table) && !named.has(`${table}.${column}`) && column !== 'version'

describe('a column with a person', () => {
	test('is exported, or excluded with a reason', () => {
		const ofPeople = schemaTables.filter((config) => config.name === 'users' || columnsOfPeople(config).length > 0)
		expect(ofPeople.length).toBeGreaterThan(15)
		const forgotten = ofPeople.map(({ name }) => name).filter((name) => !taken.has(name) && !named.has(name))
		expect(forgotten).toEqual([])
	})

	test('is only listed if it exists and is not exported', () => {
		const known = new Set(
			schemaTables.flatMap(({ name, columns }) => [name, ...columns.map((each) => `${name}.${each.name}`)]),
		)
		expect([...named].filter((name) => !known.has(name))).toEqual([])
		expect([...named].filter((name) => taken.has(name))).toEqual([])
	})
})

test('the file has all data of the person and no data of others', async () => {
	const person = await insertAccount({ name: 'Tomas Keller' })
	const other = await insertAccount({ name: 'Somebody Else' })
	const mine = await fillFor(person.id, 'mine', isTaken)
	await fillFor(other.id, 'theirs', isTaken)
	const as = await confirmed(await signedInByFactor(person))
	const json = await callApi(getUserData, { as })
	expect(json.status, json.text).toBe(200)
	expect(mine.length).toBeGreaterThan(30)
	expect(mine.filter((text) => !json.text.includes(text))).toEqual([])
	for (const text of ['Tomas Keller', person.email, person.username]) expect(json.text).toContain(text)
	const page = await callApi(getUserDataPage, { as })
	expect(mine.filter((text) => text.startsWith('mine') && !page.text.includes(text))).toEqual([])
	// Courses, modules and categories belong to the club, and their titles only label the progress.
	const foreign = /theirs:(?!courses\.title|modules\.title|question_categories\.name|coaching_sessions\.)[\w.]+/g
	for (const { text } of [json, page]) {
		expect([...new Set(text.match(foreign))]).toEqual([])
		expect(text).not.toContain('Somebody Else')
		expect(text).not.toContain(other.id)
		for (const [place] of Object.entries(excluded)) expect(text).not.toContain(`mine:${place}`)
		expect(text).not.toContain('$argon2id$')
	}
})

test('admin notes about the person are not in the file', async () => {
	const person = await insertAccount()
	const admin = await signedIn(await insertAccount({ role: 'admin' }))
	const note = { as: admin, params: { id: person.id }, body: { body: 'Called about fees' } }
	expect((await callApi(createMemberNote, note)).status).toBe(201)
	const as = await confirmed(await signedIn(person))
	for (const contract of [getUserData, getUserDataPage]) {
		const { text } = await callApi(contract, { as })
		expect(text).not.toMatch(/note\.|fees/)
	}
})

test('progress in an unpublished course is in the file, but not the titles of the course and its modules', async () => {
	const person = await insertAccount()
	await fillFor(person.id, 'mine', isTaken)
	const as = await confirmed(await signedInByFactor(person))
	const kinds = ['enrollments', 'progress', 'places', 'quizAttempts', 'journalEntries', 'comments']
	type Row = { course?: string | null; module?: string | null; isCoursePublished: boolean }
	const rows = async () => {
		const { data } = (await callApi(getUserData, { as })).json as { data: Record<string, Row[]> }
		return kinds.map((kind) =>
			data[kind]?.map(({ course, module, isCoursePublished }) => ({ course, module, isCoursePublished })),
		)
	}
	const [course, module] = ['mine:courses.title', 'mine:modules.title']
	const both = { course, module, isCoursePublished: true }
	const one = (row: object) => [row]
	expect(await rows()).toEqual(
		[{ ...both, module: undefined }, both, { ...both, course: undefined }, both, both, both].map(one),
	)
	await db().update(courses).set({ isPublished: false })
	const none = { course: null, module: null, isCoursePublished: false }
	expect(await rows()).toEqual(
		[{ ...none, module: undefined }, none, { ...none, course: undefined }, none, none, none].map(one),
	)
	for (const contract of [getUserData, getUserDataPage]) {
		const { text } = await callApi(contract, { as })
		expect(text).not.toMatch(/mine:(?:courses|modules)\.title/)
		expect(text).toContain('the titles of unpublished courses and their modules')
		expect(text).toContain('mine:comments.content')
	}
	expect((await callApi(getUserDataPage, { as })).text.match(/<dt>Course published<\/dt><dd>no<\/dd>/g)).toHaveLength(6)
})

test('counts the items of each kind', async () => {
	const person = await insertAccount()
	await fillFor(person.id, 'mine', isTaken)
	const as = await confirmed(await signedInByFactor(person))
	const { data } = (await callApi(getUserData, { as })).json as { data: Record<string, unknown[]> }
	const counts = Object.fromEntries(
		await Promise.all(ownDataKinds.map(async ({ name, count }) => [name, await count(person.id)] as const)),
	)
	// Both downloads are in the audit, and the second contains the first.
	expect(Object.fromEntries(Object.entries(data).map(([name, rows]) => [name, rows.length]))).toEqual(counts)
})

describe('the file', () => {
	test('requires a confirmed password, valid for ten minutes', async () => {
		const person = await insertAccount()
		const here = await signedIn(person)
		for (const contract of [getUserData, getUserDataPage])
			expect(await callApi(contract, { as: here })).toMatchObject({ status: 401, text: UNCONFIRMED })
		const wrong = await callApi(confirmIdentity, { as: here, body: { currentPassword: 'not the right one' } })
		expect([wrong.status, wrong.text]).toEqual([400, 'Current password is incorrect'])
		expect(wrong.setCookies).toEqual([])
		const as = await confirmed(here)
		expect((await callApi(getUserData, { as })).status).toBe(200)
		// The confirmation is invalid for another session, even of the same person.
		const elsewhere = await signedIn(person)
		const sign = as.cookie.split('; ').find((part) => part.startsWith('step-up='))
		const borrowed = { ...elsewhere, cookie: `${elsewhere.cookie}; ${sign}` }
		expect((await callApi(getUserData, { as: borrowed })).status).toBe(401)
		// It is also invalid if its expiry was changed.
		const later = as.cookie.replace(/step-up=\d+/, `step-up=${Date.now() + 1e9}`)
		expect((await callApi(getUserData, { as: { ...as, cookie: later } })).status).toBe(401)
		vi.useFakeTimers({ now: Date.now() + 10 * 60 * 1000 + 1, toFake: ['Date'] })
		expect((await callApi(getUserData, { as })).status).toBe(401)
	})

	test('shares the attempt limit with the password change', async () => {
		const here = await signedIn(await insertAccount())
		const statuses: number[] = []
		for (let tries = 0; tries < 11; tries++)
			statuses.push((await callApi(confirmIdentity, { as: here, body: { currentPassword: 'wrong one' } })).status)
		expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
	})

	test('has a dated name, is not cached and leaves an audit entry', async () => {
		const person = await insertAccount({ name: 'Tomas Keller' })
		const as = await confirmed(await signedIn(person))
		const reply = await callApi(getUserDataPage, { as })
		expect(reply.header('Content-Disposition')).toMatch(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.html"$/)
		expect(reply.header('Cache-Control')).toBe('private, no-store')
		expect(await db().select().from(audit)).toMatchObject([
			{ actorId: person.id, action: 'data.taken', subjectId: person.id, detail: '{"as":"html"}' },
		])
	})

	test('is limited to ten per hour', async () => {
		const as = await confirmed(await signedIn(await insertAccount()))
		const statuses: number[] = []
		for (let tries = 0; tries < 11; tries++) statuses.push((await callApi(getUserData, { as })).status)
		expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
		expect((await callApi(getUserData, { as })).header('Retry-After')).toMatch(/^\d+$/)
	})

	test('shows any content as text', async () => {
		const person = await insertAccount({ name: '<img src=x onerror=alert(1)>' })
		const as = await confirmed(await signedIn(person))
		const { text } = await callApi(getUserDataPage, { as })
		expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;')
		expect(text).not.toContain('<img')
		expect(text).toContain("default-src 'none'")
	})
})

test('reads ten thousand posts in batches, each once, without blocking other requests', async () => {
	const person = await insertAccount()
	const as = await confirmed(await signedIn(person))
	await database().client.executeMultiple(`
		insert into question_categories (id, name, slug, position) values ('c', 'Intake', 'intake', 0);
		with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000)
		insert into questions (id, title, body, category_id, group_id, author_id, created_at)
		select 'q' || i, 'Question ' || i, 'A body of a few words', 'c', 'c', '${person.id}', 1900000000000 + i from n;`)
	let turns = 0
	let largest = 0
	const kind = ownDataKinds.find(({ name }) => name === 'questions')
	const timer = setInterval(() => turns++, 0)
	const read = vi.spyOn(kind as NonNullable<typeof kind>, 'slice')
	const { data } = (await callApi(getUserData, { as })).json as { data: { questions: { id: string }[] } }
	clearInterval(timer)
	for (const { value } of read.mock.results) largest = Math.max(largest, (await value).rows.length)
	expect(new Set(data.questions.map(({ id }) => id)).size).toBe(10_000)
	expect(data.questions.length).toBe(10_000)
	expect(largest).toBeLessThanOrEqual(200)
	expect(turns).toBeGreaterThan(10)
})

test('each batch uses an index', async () => {
	const person = await insertAccount()
	const plans: string[] = []
	const { client } = database()
	const execute = vi.spyOn(client, 'execute')
	for (const kind of ownDataKinds) {
		await kind.slice(person.id, 'x', 10)
		await kind.count(person.id)
	}
	const statements = execute.mock.calls.map(([statement]) => statement as unknown as { sql: string; args: never[] })
	execute.mockRestore()
	expect(statements.length).toBe(2 * ownDataKinds.length)
	for (const { sql, args } of statements) {
		const { rows } = await client.execute({ sql: `explain query plan ${sql}`, args })
		plans.push(...rows.map(({ detail }) => `${String(detail)} | ${sql}`).filter((line) => /^SCAN/.test(line)))
	}
	expect(plans).toEqual([])
})

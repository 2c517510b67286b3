import { existsSync, readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/sqlite-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { FORMER_MEMBER, NAMES, RETAINED_COLUMNS } from '#db/erase-person.ts'
import { audit } from '#db/schema/audit.ts'
import { deletions } from '#db/schema/deletions.ts'
import { questions } from '#db/schema/questions.ts'
import { type UserRow, users } from '#db/schema/users.ts'
import { searchSources } from '#src/app/search/sources.ts'
import { updateProfile } from '#src/features/account/contract.ts'
import { getUser, login } from '#src/features/auth/contract.ts'
import { requestReset, UNCONFIRMED } from '#src/features/auth/password-contract.ts'
import { createComment as createCourseComment } from '#src/features/discussion/contract.ts'
import { leave, undoLeave } from '#src/features/leaving/contract.ts'
import { eraseDue } from '#src/features/leaving/server/erase.ts'
import { createCategory } from '#src/features/questions/category-contract.ts'
import { createComment, createQuestion, deleteQuestion } from '#src/features/questions/contract.ts'
import { dueSearch, runSearchIndex } from '#src/features/search/server/index-job.ts'
import { updateUser } from '#src/features/users/contract.ts'
import { createMemberNote, updateUserLabels } from '#src/features/users/member-contract.ts'
import {
	callApi,
	insertAccount,
	type Principal,
	signedIn,
	signedInByFactor,
	TEST_PASSWORD,
} from '#tests/support/api/api.ts'
import { confirmed } from '#tests/support/api/confirmed.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { columnsOfPeople, fillFor, schemaTables } from '#tests/support/api/filled-tables.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import { makeResetMails, waitingMails } from '#tests/support/mail.ts'

const WEEK_MS = 7 * 24 * 60 * 60_000

let database: TestDatabase
let admin: Principal
let person: UserRow
beforeEach(async () => {
	database = await freshDatabase()
	admin = await signedIn(await insertAccount({ role: 'admin', name: 'Ada Admin' }))
	person = await insertAccount({ name: 'Zephyrine Quillfeather', email: 'zq-mailbox@example.com' })
})
afterEach(async () => {
	vi.useRealTimers()
	await database.discard()
})

const rowOf = async (id = person.id) => (await db().select().from(users).where(eq(users.id, id)))[0]
const signIn = () => callApi(login, { body: { email: person.email, password: TEST_PASSWORD } })
/** Leaves the club as this account. */
const leaveAs = async (user: UserRow, posts: 'stay' | 'go' = 'stay', hasFactor = false) =>
	callApi(leave, { as: await confirmed(await (hasFactor ? signedInByFactor(user) : signedIn(user))), body: { posts } })
const undo = (body: object) => callApi(undoLeave, { body })
async function undoLink(): Promise<string> {
	const mail = (await waitingMails()).findLast(({ template }) => template === 'account-leaving')
	return String(mail?.data.token)
}
const eraseNow = () => eraseDue(undefined, Date.now() + WEEK_MS + 1)

describe('leaving', () => {
	test('needs a confirmed password, ends all sign-ins and mails a link to undo it', async () => {
		const elsewhere = await signedIn(person)
		const refused = await callApi(leave, { as: elsewhere, body: { posts: 'stay' } })
		expect([refused.status, refused.text]).toEqual([401, UNCONFIRMED])
		const reply = await leaveAs(person)
		expect(reply.status, reply.text).toBe(200)
		expect(reply.setCookies.some((cookie) => /^session=;/.test(cookie))).toBe(true)
		expect((await callApi(getUser, { as: elsewhere })).status).toBe(401)
		expect((await waitingMails()).map(({ to, template }) => [to, template])).toEqual([
			[person.email, 'account-leaving'],
		])
		const { text, status } = await signIn()
		expect([status, text]).toEqual([403, expect.stringMatching(/^You left the club\. Your account will be erased on /)])
	})

	test('can be undone once by the link, which restores everything', async () => {
		await leaveAs(person, 'go')
		const token = await undoLink()
		expect((await undo({ token })).status).toBe(204)
		expect(await rowOf()).toMatchObject({ status: 'active', leavesAt: null })
		expect((await signIn()).status).toBe(200)
		expect(await undo({ token })).toMatchObject({ status: 409, text: undoLeave.errors.stayed[1] })
		await eraseNow()
		expect(await rowOf()).toBeDefined()
		// The link of an earlier leave does not undo a later one.
		vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] })
		await leaveAs(person)
		expect((await undo({ token })).status).toBe(409)
	})

	test('can be undone with email address and password, but not with a wrong one', async () => {
		await leaveAs(person)
		const { email } = person
		expect((await undo({ email, password: 'not the right one' })).status).toBe(401)
		expect((await undo({ email: 'nobody@example.com', password: TEST_PASSWORD })).status).toBe(401)
		expect((await undo({ email, password: TEST_PASSWORD })).status).toBe(204)
		expect(await undo({ email, password: TEST_PASSWORD })).toMatchObject({ status: 409 })
	})

	test('cannot be undone after seven days, or with a forged link', async () => {
		await leaveAs(person)
		const token = await undoLink()
		const [id, until = '', signature] = token.split('.')
		for (const forged of [`${id}.${Number(until) + 1}.${signature}`, 'x', `${person.id}..`])
			expect(await undo({ token: forged })).toMatchObject({ status: 404, text: undoLeave.errors.unknown[1] })
		vi.useFakeTimers({ now: Date.now() + WEEK_MS, toFake: ['Date'] })
		expect(await undo({ token })).toMatchObject({ status: 410, text: undoLeave.errors.over[1] })
		await eraseDue()
		expect(await undo({ token })).toMatchObject({ status: 410 })
	})

	test('is rejected for the last admin, even if two leave at once', async () => {
		const ada = (await db().select().from(users).where(eq(users.role, 'admin')))[0] as UserRow
		expect(await leaveAs(ada)).toMatchObject({ status: 409, text: leave.errors.lastAdmin[1] })
		const eve = await insertAccount({ role: 'admin' })
		const sessions = [await confirmed(await signedIn(ada)), await confirmed(await signedIn(eve))]
		const replies = await Promise.all(sessions.map((as) => callApi(leave, { as, body: { posts: 'stay' } })))
		expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
		expect(await db().$count(users, eq(users.status, 'active'))).toBe(2)
	})

	test('is explained on a password request, and undone by an admin who activates the account', async () => {
		await leaveAs(person)
		await callApi(requestReset, { body: { email: person.email } })
		await makeResetMails()
		expect((await waitingMails()).at(-1)).toMatchObject({ template: 'no-password-reset', data: { barred: 'leaving' } })
		const body = { name: person.name, email: person.email, role: 'user', status: 'active' }
		expect((await callApi(updateUser, { as: admin, params: { id: person.id }, body })).status).toBe(200)
		await eraseNow()
		expect(await rowOf()).toMatchObject({ status: 'active', leavesAt: null })
	})
})

/** Writes as the person and about them. Returns words that must be erased with the account, and those of the posts. */
async function contribute() {
	const as = await signedIn(person)
	const other = await signedIn(await insertAccount({ name: 'Tomas Keller' }))
	const profile = { name: person.name, username: 'zephyrine.q' }
	expect((await callApi(updateProfile, { as, body: profile })).status).toBe(200)
	const category = await callApi(createCategory, { as: admin, body: { name: 'Intake', parentCategoryId: null } })
	const { id: categoryId } = category.json as { id: string }
	const ask = async (title: string, body: string) =>
		((await callApi(createQuestion, { as, body: { title, body, categoryId } })).json as { id: string }).id
	const answered = await ask('The brackenhollow matter', 'My client tamarisk would rather not pay at all.')
	await ask('The lanternwork question', 'Nobody answered this about marigold fields.')
	const deleted = await ask('The kumquat question', 'This one was deleted by an admin about kumquats.')
	await callApi(deleteQuestion, { as: admin, params: { id: deleted } })
	await callApi(createComment, { as, params: { id: answered }, body: { body: 'The ospreyfall clause helps here.' } })
	await callApi(createComment, { as: other, params: { id: answered }, body: { body: 'I would call them first.' } })
	const module = await makeModule(admin, (await makeCourse(admin)).id)
	const below = { content: 'Below a module: quicksilverish.' }
	expect((await callApi(createCourseComment, { as, params: { id: module.id }, body: below })).status).toBe(201)
	await callApi(createMemberNote, { as: admin, params: { id: person.id }, body: { body: 'Pays by starlingcheck.' } })
	const labels = { labels: ['Founders'], plan: 'wrenplan' }
	expect((await callApi(updateUserLabels, { as: admin, params: { id: person.id }, body: labels })).status).toBe(200)
	return {
		answered,
		own: [person.name, person.email, 'zephyrine.q', 'quicksilverish', 'starlingcheck', 'wrenplan'],
		posts: ['brackenhollow', 'tamarisk', 'lanternwork', 'marigold', 'kumquat', 'ospreyfall'],
	}
}

async function indexAll(): Promise<void> {
	for (let round = 0; round < 10 && (await dueSearch()).length > 0; round++)
		await runSearchIndex(searchSources(), { holder: 'here' })
}

/** Returns all rows of a database server, which need not overwrite deleted bytes (docs/reliability.md). */
async function allRows(): Promise<string> {
	const { client } = database
	const { rows } = await client.execute("select name from pragma_table_list where schema = 'main' and type = 'table'")
	const tables = await Promise.all(rows.map(({ name }) => client.execute(`select * from "${name}"`)))
	return JSON.stringify(tables.map((table) => table.rows))
}

/** Returns the words that occur in the bytes of the database, including its search indexes, ignoring case. */
async function findInDatabase(words: readonly string[]): Promise<string[]> {
	await indexAll()
	await database.checkpoint()
	const { file } = database
	const texts = file
		? [file, `${file}-wal`].filter(existsSync).map((name) => readFileSync(name).toString('latin1'))
		: [await allRows()]
	const bytes = texts.map((text) => text.toLowerCase())
	return words.filter((word) => bytes.some((each) => each.includes(word.toLowerCase())))
}

describe('after seven days', () => {
	test('erasing the posts leaves no byte of the person, and keeps others’ posts', async () => {
		const { own, posts, answered } = await contribute()
		await indexAll()
		expect((await findInDatabase([...own, ...posts])).toSorted()).toEqual([...own, ...posts].toSorted())
		await leaveAs(person, 'go')
		await eraseNow()
		expect(await findInDatabase([...own, ...posts])).toEqual([])
		expect(await db().select().from(questions)).toMatchObject([{ id: answered, body: '', authorId: null }])
		expect(await findInDatabase(['I would call them first.'])).toEqual(['I would call them first.'])
		expect(await db().$count(deletions)).toBe(0)
		expect((await database.client.execute('pragma integrity_check')).rows[0]?.[0]).toBe('ok')
	})

	test('the index of questions is merged between the writes, and automatically by FTS5 again afterwards', async () => {
		const automerge = () => database.client.execute("select v from questions_search_config where k = 'automerge'")
		await contribute()
		await leaveAs(person, 'go')
		await eraseNow()
		expect((await automerge()).rows).toMatchObject([{ v: 0 }])
		await indexAll()
		expect((await automerge()).rows).toMatchObject([{ v: 4 }])
		await database.client.execute("insert into questions_search (questions_search) values ('integrity-check')")
	})

	test('keeping the posts leaves them without a name', async () => {
		const { own, posts } = await contribute()
		await leaveAs(person, 'stay')
		await eraseNow()
		expect(await findInDatabase(own)).toEqual([])
		expect((await findInDatabase(posts)).toSorted()).toEqual(posts.toSorted())
		expect((await db().select().from(questions)).map(({ authorId }) => authorId)).toEqual([null, null])
	})

	test('the audit keeps its entries with the id but without names', async () => {
		await leaveAs(person)
		await eraseNow()
		const entries = await db().select().from(audit).where(eq(audit.subjectId, person.id)).orderBy(audit.id)
		expect(entries.map(({ action, actorName, subjectName }) => [action, actorName, subjectName])).toEqual([
			['user.left', FORMER_MEMBER, FORMER_MEMBER],
			['user.erased', expect.not.stringContaining('Zephyrine'), FORMER_MEMBER],
		])
		await expect(database.client.execute("update audit set actor_name = 'Nobody'")).rejects.toThrow('append-only')
		await expect(database.client.execute("update audit set action = 'x'")).rejects.toThrow('append-only')
	})

	test('all rows of the person are erased from every table with people, and no rows of others', async () => {
		const other = await insertAccount({ name: 'Somebody Else' })
		await fillFor(person.id, 'mine', () => false)
		await fillFor(other.id, 'theirs', () => false)
		const before = await countOf(other.id)
		await leaveAs(person, 'go', true)
		await eraseNow()
		// `fillFor` also writes the id into columns for names.
		const ofNames = NAMES.map(({ table, name }) => `${table}.${name}`)
		const left = Object.keys(await countOf(person.id)).filter((place) => !ofNames.includes(place))
		expect(left.filter((place) => !(place in RETAINED_COLUMNS))).toEqual([])
		expect(await countOf(other.id)).toEqual(before)
	})

	test('runs once, and again after an interruption', async () => {
		await contribute()
		await leaveAs(person, 'go')
		await db().run(`create trigger stop before delete on users begin select raise(abort, 'stopped'); end`)
		await expect(eraseNow()).rejects.toThrow()
		await db().run('drop trigger stop')
		await Promise.all([eraseNow(), eraseNow()])
		await eraseNow()
		expect(await rowOf()).toBeUndefined()
		expect(await db().$count(audit, eq(audit.action, 'user.erased'))).toBe(1)
	})
})

/** Returns the number of rows with this id, by column that has people. */
async function countOf(id: string): Promise<Record<string, number>> {
	const counts: Record<string, number> = {}
	for (const config of schemaTables)
		for (const column of columnsOfPeople(config)) {
			const { rows } = await database.client.execute({
				sql: `select count(*) as n from "${config.name}" where "${column}" = ?`,
				args: [id],
			})
			if (Number(rows[0]?.n) > 0) counts[`${config.name}.${column}`] = Number(rows[0]?.n)
		}
	return counts
}

/** Column names with a person's name. */
const NAME = /(?:^|_)by(?:_name)?$|(?:author|actor|subject|recorded)_name$/

test('every column with a person is erased, or kept with a reason', () => {
	const known = new Set([...NAMES.flatMap(({ table, name, id }) => [`${table}.${name}`, `${table}.${id}`])])
	const left = schemaTables.flatMap((config) => {
		const { table, name, columns, foreignKeys } = config
		const byReference = foreignKeys
			.map((key) => ({ ...key.reference(), onDelete: key.onDelete }))
			.filter(
				({ foreignTable, onDelete }) => foreignTable === users && (onDelete === 'cascade' || onDelete === 'set null'),
			)
			.flatMap(({ columns: from }) => from.map((column) => column.name))
		const names = columns.map((column) => column.name).filter((column) => NAME.test(column))
		if (getTableConfig(table).name === 'audit') return []
		return [...new Set([...columnsOfPeople(config), ...names])]
			.filter((column) => !byReference.includes(column))
			.map((column) => `${name}.${column}`)
	})
	expect(left.filter((place) => !known.has(place) && !(place in RETAINED_COLUMNS))).toEqual([])
	for (const reason of Object.values(RETAINED_COLUMNS)) expect(reason.length).toBeGreaterThan(5)
})

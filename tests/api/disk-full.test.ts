import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCategory } from '#src/features/questions/category-contract.ts'
import { createQuestion, getQuestion } from '#src/features/questions/contract.ts'
import { log } from '#src/platform/log.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let member: Principal
let categoryId: string
beforeEach(async () => {
	database = await freshDatabase()
	const admin = await signedIn(await insertAccount({ role: 'admin' }))
	member = await signedIn(await insertAccount())
	const reply = await callApi(createCategory, { as: admin, body: { name: 'Intake', parentCategoryId: null } })
	categoryId = (reply.json as { id: string }).id
})
afterEach(() => database.discard())

const ask = (number: number) =>
	callApi(createQuestion, {
		as: member,
		body: { title: `Question number ${number}`, body: 'How do you all do it? '.repeat(200), categoryId },
	})

test('where the disk is full, what is asked for is refused, what is there can be read, and nothing is lost', async () => {
	const failed = vi.spyOn(log, 'error').mockImplementation(() => undefined)
	// What SQLite says of a file that may not grow is what it says of a full disk: SQLITE_FULL.
	const pages = (await database.client.execute('pragma page_count')).rows[0]?.[0]
	await database.client.execute(`pragma max_page_count = ${Number(pages) + 8}`)
	const kept: string[] = []
	let reply = await ask(0)
	for (let number = 1; reply.status === 201; number++) {
		kept.push((reply.json as { id: string }).id)
		reply = await ask(number)
	}
	expect(reply).toMatchObject({ status: 503, text: 'The service is busy. Please try again in a moment.' })
	expect(Number(reply.header('Retry-After'))).toBeGreaterThan(0)
	expect(failed.mock.calls.map(([, line]) => line)).toEqual(['database unavailable'])
	expect(kept.length).toBeGreaterThan(0)
	// The connection is a new one since, without that limit: as if room had been made.
	expect((await ask(1_000)).status).toBe(201)
	for (const id of kept) expect((await callApi(getQuestion, { as: member, params: { id } })).status).toBe(200)
	expect((await database.client.execute('pragma integrity_check')).rows[0]?.[0]).toBe('ok')
})

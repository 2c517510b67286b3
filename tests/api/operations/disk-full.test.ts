import { copyFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { openDatabase, useDatabase } from '#db/client.ts'
import { siteMetrics } from '#src/app/metrics.ts'
import { createCategory } from '#src/features/questions/category-contract.ts'
import { createQuestion, getQuestion } from '#src/features/questions/contract.ts'
import { NOTHING_SAVED } from '#src/lib/api/errors.ts'
import { log } from '#src/platform/log.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { hasSmallDisks, mountSmallDisk } from '#tests/support/servers/small-disk.ts'

let database: TestDatabase
let member: Principal
let categoryId: string
/** Adds people and a category to the open database. */
async function fill(): Promise<void> {
	const admin = await signedIn(await insertAccount({ role: 'admin' }))
	member = await signedIn(await insertAccount())
	const reply = await callApi(createCategory, { as: admin, body: { name: 'Intake', parentCategoryId: null } })
	categoryId = (reply.json as { id: string }).id
}
beforeEach(async () => {
	database = await freshDatabase()
	await fill()
})
afterEach(() => database.discard())

const ask = (number: number) =>
	callApi(createQuestion, {
		as: member,
		body: { title: `Question number ${number}`, body: 'How do you all do it? '.repeat(200), categoryId },
	})

test('on a full disk writes are rejected, reads work, and nothing is lost', async () => {
	const logError = vi.spyOn(log, 'error').mockImplementation(() => undefined)
	// A page limit causes the same error as a full disk, SQLITE_FULL.
	const pages = (await database.client.execute('pragma page_count')).rows[0]?.[0]
	await database.client.execute(`pragma max_page_count = ${Number(pages) + 8}`)
	const saved: string[] = []
	let reply = await ask(0)
	for (let number = 1; reply.status === 201; number++) {
		saved.push((reply.json as { id: string }).id)
		reply = await ask(number)
	}
	expect(reply).toMatchObject({ status: 503, text: NOTHING_SAVED })
	expect(Number(reply.header('Retry-After'))).toBeGreaterThan(0)
	expect(logError.mock.calls.map(([, line]) => line)).toEqual(['database unavailable'])
	expect(saved.length).toBeGreaterThan(0)
	// The driver has reconnected without that limit, as if space had been freed.
	expect((await ask(1_000)).status).toBe(201)
	for (const id of saved) expect((await callApi(getQuestion, { as: member, params: { id } })).status).toBe(200)
	expect((await database.client.execute('pragma integrity_check')).rows[0]?.[0]).toBe('ok')
})

/** Returns the value of the metric for a writable database. */
const writableMetric = async () =>
	/^second_chair_database_writable (\d)$/m.exec(
		await siteMetrics({ listener: undefined, token: 'of-a-test' }, 'r1').render(),
	)?.[1]

test('failing writes are reported until one succeeds', async () => {
	expect([await database.isWritable(), await writableMetric()]).toEqual([true, '1'])
	await database.client.execute('pragma query_only = on')
	// A read-only connection, as on a disk remounted read-only.
	expect(await ask(0)).toMatchObject({ status: 503, text: NOTHING_SAVED })
	expect([await database.isWritable(), await writableMetric()]).toEqual([false, '0'])
	await database.client.execute('pragma query_only = off')
	expect([await database.isWritable(), await writableMetric()]).toEqual([true, '1'])
	expect((await ask(1)).status).toBe(201)
})

const MIB = 1024 * 1024

// Fills a real file system if this process may mount a small one. `npm test` reports if it may not.
test.each([10 * MIB].filter(hasSmallDisks))(
	'a real disk of %d bytes behaves the same when full and recovers with space',
	async (bytes) => {
		const logError = vi.spyOn(log, 'error').mockImplementation(() => undefined)
		const disk = mountSmallDisk(bytes)
		if (!disk) throw new Error('It could be mounted a moment ago')
		const file = join(disk.folder, 'club.db')
		copyFileSync(inject('templateDatabase'), file)
		const opened = await openDatabase({ url: `file:${file}` })
		useDatabase(opened)
		onTestFinished(async () => {
			useDatabase(database)
			await opened.close()
			disk.remove()
		})
		await fill()
		const saved: string[] = []
		for (let number = 0; number < 3; number++) saved.push(((await ask(number)).json as { id: string }).id)
		// Other files take almost all of the space.
		const { bavail, bsize } = statfsSync(disk.folder)
		const fillerFile = join(disk.folder, 'filler')
		writeFileSync(fillerFile, Buffer.alloc(bavail * bsize - 64 * 1024))
		let reply = await ask(100)
		for (let number = 101; reply.status === 201; number++) {
			saved.push((reply.json as { id: string }).id)
			reply = await ask(number)
		}
		expect(reply).toMatchObject({ status: 503, text: NOTHING_SAVED })
		expect(logError.mock.calls.map(([, line]) => line)).toEqual(['database unavailable'])
		const readStatus = async (id: string) => (await callApi(getQuestion, { as: member, params: { id } })).status
		for (const id of saved) expect(await readStatus(id)).toBe(200)
		for (let number = 0; number < 5; number++) expect((await ask(200 + number)).status).toBe(503)
		expect([await opened.isWritable(), await writableMetric()]).toEqual([false, '0'])
		rmSync(fillerFile)
		expect([await opened.isWritable(), await writableMetric()]).toEqual([true, '1'])
		const later = await ask(1_000)
		expect(later.status).toBe(201)
		for (const id of [...saved, (later.json as { id: string }).id]) expect(await readStatus(id)).toBe(200)
		expect((await opened.client.execute('pragma integrity_check')).rows[0]?.[0]).toBe('ok')
	},
)

import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { write } from '#db/write.ts'
import { levelsIn, levelsOf, mergeAll, mergeStep, setMerging } from '#src/features/search/server/index-merge.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

// Tests that FTS5 merges are controlled and that an index stays readable during any merge.

const INDEX = 'answers_search'
const ROWS = 20_000
const WORDS =
	'retainer letter client court hearing trust account billing deposition motion custody plea intake fee deadline filing judge witness'.split(
		' ',
	)

let database: TestDatabase
beforeEach(async () => {
	database = await freshDatabase()
})
afterEach(() => database.discard())

let state = 7
const random = (below: number) => {
	state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
	return Math.floor((state / 2 ** 32) * below)
}
const word = () => (random(8) > 0 ? WORDS[random(WORDS.length)] : `x${random(60_000).toString(36)}`)
/** Writes the index rows `from` to `upTo` in one statement, as a slice does. */
function rows(from: number, upTo: number) {
	const bodies = Array.from({ length: upTo - from + 1 }, () => Array.from({ length: 30 }, word).join(' '))
	return db().run(sql`insert or replace into answers_search (rowid, body, tags)
		select ${from} + key, value, 'w0' from json_each(${JSON.stringify(bodies)})`)
}

/** Asserts that no target level of a merge is empty, because FTS5 could not open such an index. */
async function expectValidIndex(): Promise<void> {
	const levels = await levelsOf(INDEX)
	for (const [at, { merging }] of levels.entries())
		if (merging > 0) expect(levels[at + 1]?.segments, JSON.stringify(levels)).toBeGreaterThan(0)
}

test('an index rewritten during a merge is valid after each step and one segment at the end', async () => {
	await setMerging([INDEX], 'usual')
	let last = 0
	const writeMore = async () => {
		await rows(last + 1, last + 500)
		last += 500
	}
	while (last < ROWS) await writeMore()
	// Runs until a merge into a level that already has segments is in progress.
	await setMerging([INDEX], 'end')
	const isUnderWay = async () =>
		(await levelsOf(INDEX)).some(({ merging }, at, all) => at > 0 && merging > 0 && (all[at + 1]?.segments ?? 0) > 1)
	while (!(await isUnderWay())) {
		await writeMore()
		await mergeStep(INDEX)
	}
	await setMerging([INDEX], 'rebuild')
	// Replaces half of that level in more segments than are being merged, so that FTS5 would choose it.
	const slice = Math.ceil(last / 12)
	for (let at = 0; at < last; at += slice) {
		await write(rows(at + 1, Math.min(at + slice, last)))
		if (at < 8 * slice) continue
		await mergeStep(INDEX)
		await expectValidIndex()
	}
	expect(await mergeAll([INDEX], async () => true)).toBe(true)
	await setMerging([INDEX], 'usual')
	const levels = await levelsOf(INDEX)
	expect(levels.filter(({ segments }) => segments > 0)).toEqual([{ segments: 1, merging: 0, rows: last, replaced: 0 }])
	await database.client.reconnect()
	await db().run(sql`insert into answers_search (answers_search) values ('integrity-check')`)
	await rows(last + 1, last + 1)
}, 60_000)

test('replaced rows are removed by merging into one segment', async () => {
	const sumOf = async (of: 'rows' | 'replaced') => (await levelsOf(INDEX)).reduce((sum, level) => sum + level[of], 0)
	await setMerging([INDEX], 'usual')
	await rows(1, 1_000)
	await rows(1, 500)
	expect(await sumOf('replaced')).toBe(500)
	await mergeAll([INDEX], async () => true)
	expect([await sumOf('rows'), await sumOf('replaced')]).toEqual([1_000, 0])
})

test('an aborted merge reports it', async () => {
	await rows(1, 1_000)
	await rows(1, 1_000)
	expect(await mergeAll([INDEX], async () => false)).toBe(false)
	expect(await mergeAll([INDEX], async () => true)).toBe(true)
})

test('an index that needs many thousand steps is merged completely', async () => {
	// Sets the smallest page size, so that a small index has many pages.
	await db().run(sql`insert into answers_search (answers_search, rank) values ('pgsz', 32)`)
	await setMerging([INDEX], 'end')
	const longWords = (from: number, upTo: number) => {
		const bodies = Array.from({ length: upTo - from + 1 }, () =>
			Array.from({ length: 12 }, () => randomBytes(32).toString('hex')).join(' '),
		)
		return db().run(sql`insert or replace into answers_search (rowid, body, tags)
			select ${from} + key, value, 'w0' from json_each(${JSON.stringify(bodies)})`)
	}
	for (let from = 1; from <= 5_500; from += 500) await longWords(from, from + 499)
	await longWords(1, 500)
	let steps = 0
	expect(await mergeAll([INDEX], async () => ++steps > 0)).toBe(true)
	expect(steps).toBeGreaterThan(5_000)
	expect((await levelsOf(INDEX)).filter(({ segments }) => segments > 0)).toEqual([
		{ segments: 1, merging: 0, rows: 5_500, replaced: 0 },
	])
}, 300_000)

test("the structure record is parsed in FTS5's format", () => {
	expect(levelsIn('')).toEqual([])
	// An empty index, without and with counts of replaced rows.
	expect(levelsIn('00000000000000')).toEqual([])
	expect(levelsIn('00000000FF000001000000')).toEqual([])
	// One level with one segment: number 1, pages 1 to 3, origins 5 to 5, one tombstone page, 130 of 200 rows replaced.
	expect(levelsIn('00000004FF000001010103000101010305050181028148')).toEqual([
		{ segments: 1, merging: 0, rows: 200, replaced: 130 },
	])
	// With a negative row count, which FTS5 may produce.
	expect(levelsIn('00000004FF00000101010300010101030505000AFFFFFFFFFFFFFFFFF6')).toEqual([
		{ segments: 1, merging: 0, rows: 0, replaced: 10 },
	])
	// The structure of an index that stores its text.
	expect(levelsIn('000000000101030001010103')).toEqual([{ segments: 1, merging: 0, rows: 0, replaced: 0 }])
})

import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { write } from '#db/write.ts'
import { yieldToEventLoop } from '#src/platform/jobs/yield-to-event-loop.ts'

// FTS5 writes a segment per transaction and merges automatically during a write: 64 pages or more in one go, or
// whole levels when there are too many segments. A merge skips replaced rows, and its step ends only after writing
// enough pages: if a whole segment is replaced, it blocks until the end of the segment.

/**
 * FTS5's merge settings. During a large replacement, automatic merges are off: each slice is followed by a step of a
 * few milliseconds (`mergeStep`), which also rewrites a segment once half of it is replaced. At the end, everything
 * becomes one segment. Otherwise, FTS5 does not remove replaced rows automatically (`deletemerge`): see `blocksMerge`.
 */
const MERGING = {
	usual: { automerge: 4, usermerge: 4, crisismerge: 64, deletemerge: 0 },
	rebuild: { automerge: 0, usermerge: 16, crisismerge: 1_999, deletemerge: 50 },
	end: { automerge: 0, usermerge: 4, crisismerge: 1_999, deletemerge: 0 },
}

/** Returns an FTS5 command. Its number is inlined, because FTS5 requires an integer and the driver binds floats. */
function command(name: string, what: string, value: number): SQL {
	const table = sql.raw(name)
	return sql`insert into ${table} (${table}, rank) values (${what}, ${sql.raw(String(value))})`
}

export async function allIndexes(): Promise<string[]> {
	const rows = await db().all<{ name: string }>(
		sql`select name from sqlite_schema where type = 'table' and sql like 'create virtual table%using fts5(%' order by name`,
	)
	return rows.map(({ name }) => name)
}

export async function setMerging(indexes: readonly string[], when: keyof typeof MERGING): Promise<void> {
	for (const name of indexes) {
		await write(...Object.entries(MERGING[when]).map(([option, value]) => db().run(command(name, option, value))))
		await yieldToEventLoop()
	}
}

/** Lists indexes whose automatic merges are still off, for example after a crash. */
export async function manuallyMerged(indexes: readonly string[]): Promise<string[]> {
	const left: string[] = []
	for (const name of indexes) {
		const rows = await db().all(sql`select 1 from ${sql.raw(`${name}_config`)} where k = 'automerge' and v = 0`)
		if (rows.length > 0) left.push(name)
	}
	return left
}

/** Reads the structure of an index (FTS5, row 10 of its data). A merge without work does not change it. */
async function structureOf(name: string): Promise<string> {
	const [row] = await db().all<{ block: string }>(
		sql`select hex(block) as block from ${sql.raw(`${name}_data`)} where id = 10`,
	)
	return row?.block ?? ''
}

/** A level of an index: segments of similar size, which merge into one of the next level. */
export interface Level {
	segments: number
	/** Segments currently being merged, into the last one of the next level. */
	merging: number
	rows: number
	/** Rows deleted or replaced since, which are skipped. */
	replaced: number
}

/** Bytes of the longest varint. */
const MAX_LENGTH = 9

/** Precedes the levels in an index that deletes rows without their text. */
const WITH_REPLACED = 'FF000001'

/** Parses a structure from FTS5 (`fts5StructureWrite`): a cookie, then varints of seven bits per byte. */
export function levelsIn(structure: string): Level[] {
	const hasReplaced = structure.slice(8, 16) === WITH_REPLACED
	const bytes = Buffer.from(structure.slice(hasReplaced ? 16 : 8), 'hex')
	let at = 0
	const number = () => {
		let value = 0
		for (let place = 1; place < MAX_LENGTH; place++) {
			const byte = bytes[at++] ?? 0
			value = value * 128 + (byte & 127)
			if (byte < 128) return value
		}
		// Only a negative number is this long: a segment with more replaced rows than it has.
		at++
		return 0
	}
	const skip = (numbers: number) => {
		for (let left = numbers; left > 0; left--) number()
	}
	const count = number()
	// Number of segments, and of pages ever written.
	skip(2)
	return Array.from({ length: count }, () => {
		const level: Level = { merging: number(), segments: number(), rows: 0, replaced: 0 }
		for (let piece = 0; piece < level.segments; piece++) {
			// Id and pages, write time of the rows, and pages of replaced rows.
			skip(3)
			if (!hasReplaced) continue
			skip(3)
			level.replaced += number()
			level.rows += number()
		}
		return level
	})
}

export const levelsOf = async (name: string) => levelsIn(await structureOf(name))

/**
 * Checks whether FTS5 might remove replaced rows from a level while a merge writes to it. SQLite 3.45 does not check:
 * it leaves the level empty, after which the index cannot be opened, and content cannot be written.
 */
const blocksMerge = (levels: readonly Level[]) =>
	levels.some(
		({ rows, replaced }, at) =>
			(levels[at - 1]?.merging ?? 0) > 0 && replaced * 100 >= rows * MERGING.rebuild.deletemerge && rows > 0,
	)

/** Pages per step: two to four milliseconds. */
const PAGES = 12

/** Runs a step that first moves all segments into one level, to become one. Restarts any running merge. */
const mergeIntoOneStep = (name: string) => db().run(command(name, 'merge', -PAGES))

/** Merges a part of an index, if there is something to merge. */
export async function mergeStep(name: string): Promise<void> {
	if (blocksMerge(await levelsOf(name))) await mergeIntoOneStep(name)
	else await db().run(command(name, 'merge', PAGES))
}

/**
 * Merges each index into one segment, the fastest to search, in as many steps as needed. Only `between` stops it, and
 * the next call continues.
 * @param between called between two steps; false stops the merge.
 * @returns whether all indexes are merged
 */
export async function mergeAll(indexes: readonly string[], between: () => Promise<boolean>): Promise<boolean> {
	await setMerging(indexes, 'end')
	for (const name of indexes) {
		await mergeIntoOneStep(name)
		let before = await structureOf(name)
		while (true) {
			if (!(await between())) return false
			await mergeStep(name)
			const after = await structureOf(name)
			if (after === before) {
				if (levelsIn(after).every(({ merging }) => merging === 0)) break
				// There are newer segments than the ones being merged, and FTS5 waits until there are four.
				await mergeIntoOneStep(name)
			}
			before = after
		}
	}
	return true
}

import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'

// FTS5 writes a piece of an index with each transaction, and merges them on its own in the midst of a write: 64 pages and
// more at once, and a hundred pieces at once when they are too many. What is replaced it steps over while it merges, and
// a step ends only once so many pages are written: where all of a piece is replaced, it holds everything up to its end.

/**
 * How eagerly FTS5 merges. While everything is replaced it does nothing on its own: each slice is followed by a step of
 * some milliseconds (`mergeStep`), which also takes half of a piece out as soon as half of it is replaced. At the end all
 * becomes one piece. On other days FTS5 takes nothing out on its own (`deletemerge`): see `isInTheWay`.
 */
const MERGING = {
	usual: { automerge: 4, usermerge: 4, crisismerge: 64, deletemerge: 0 },
	rebuild: { automerge: 0, usermerge: 16, crisismerge: 1_999, deletemerge: 50 },
	end: { automerge: 0, usermerge: 4, crisismerge: 1_999, deletemerge: 0 },
}

/** A command of FTS5. Its number is not bound: FTS5 takes none but an integer, and the driver binds all as others. */
function command(name: string, what: string, value: number): SQL {
	const table = sql.raw(name)
	return sql`insert into ${table} (${table}, rank) values (${what}, ${sql.raw(String(value))})`
}

/** The names of all full-text indexes of the database. */
export async function allIndexes(): Promise<string[]> {
	const rows = await db().all<{ name: string }>(
		sql`select name from sqlite_schema where type = 'table' and sql like 'create virtual table%using fts5(%' order by name`,
	)
	return rows.map(({ name }) => name)
}

export async function setMerging(indexes: readonly string[], when: keyof typeof MERGING): Promise<void> {
	for (const name of indexes)
		for (const [option, value] of Object.entries(MERGING[when])) await db().run(command(name, option, value))
}

/** Those that FTS5 was told to merge on its own no more, and not the other way since: by a process that was killed, for one. */
export async function leftToSteps(indexes: readonly string[]): Promise<string[]> {
	const left: string[] = []
	for (const name of indexes) {
		const rows = await db().all(sql`select 1 from ${sql.raw(`${name}_config`)} where k = 'automerge' and v = 0`)
		if (rows.length > 0) left.push(name)
	}
	return left
}

/** The structure of an index (FTS5, row 10 of its data), which a merge with nothing to do leaves as it is. */
async function structureOf(name: string): Promise<string> {
	const [row] = await db().all<{ block: string }>(
		sql`select hex(block) as block from ${sql.raw(`${name}_data`)} where id = 10`,
	)
	return row?.block ?? ''
}

/** A level of an index: pieces of about one size, which are merged into one of the next level. */
export interface Level {
	pieces: number
	/** Of these so many are being merged just now, into the last piece of the next level. */
	merging: number
	rows: number
	/** Rows that were deleted or replaced since, and are stepped over. */
	replaced: number
}

/** Bytes of the longest number. */
const LONGEST = 9

/** Stands before the levels where rows can be deleted of which the index has no text. */
const WITH_REPLACED = 'FF000001'

/** The levels of a structure, as FTS5 writes it (`fts5StructureWrite`): a cookie, and numbers of seven bits a byte. */
export function levelsIn(structure: string): Level[] {
	const hasReplaced = structure.slice(8, 16) === WITH_REPLACED
	const bytes = Buffer.from(structure.slice(hasReplaced ? 16 : 8), 'hex')
	let at = 0
	const number = () => {
		let value = 0
		for (let place = 1; place < LONGEST; place++) {
			const byte = bytes[at++] ?? 0
			value = value * 128 + (byte & 127)
			if (byte < 128) return value
		}
		// Only what is below zero is that long: of a piece of which more rows were replaced than it has.
		at++
		return 0
	}
	const skip = (numbers: number) => {
		for (let left = numbers; left > 0; left--) number()
	}
	const count = number()
	// Pieces, and pages that were ever written.
	skip(2)
	return Array.from({ length: count }, () => {
		const level: Level = { merging: number(), pieces: number(), rows: 0, replaced: 0 }
		for (let piece = 0; piece < level.pieces; piece++) {
			// Its number and pages, when its rows were written, and the pages of those that are replaced.
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
 * Whether FTS5 might take what is replaced out of a level that a merge below it is just writing to. As of SQLite 3.45 it
 * does not look, leaves that level empty, and from then on nothing can open the index: no answer could be written either.
 */
const isInTheWay = (levels: readonly Level[]) =>
	levels.some(
		({ rows, replaced }, at) =>
			(levels[at - 1]?.merging ?? 0) > 0 && replaced * 100 >= rows * MERGING.rebuild.deletemerge && rows > 0,
	)

/** Pages written by one step: two to four milliseconds. */
const PAGES = 12

/** A step that first puts all pieces into one level, to become one: whatever was being merged begins anew. */
const stepToOne = (name: string) => db().run(command(name, 'merge', -PAGES))

/** Merges a little of an index, where there is something to merge. */
export async function mergeStep(name: string): Promise<void> {
	if (isInTheWay(await levelsOf(name))) await stepToOne(name)
	else await db().run(command(name, 'merge', PAGES))
}

/**
 * Makes one piece of each index, which is searched fastest. It takes as many steps as the index needs; only `between`
 * stops it, and the next call goes on.
 * @param between called between two steps; false stops the merge.
 * @returns whether all indexes are merged
 */
export async function mergeAll(indexes: readonly string[], between: () => Promise<boolean>): Promise<boolean> {
	await setMerging(indexes, 'end')
	for (const name of indexes) {
		await stepToOne(name)
		let before = await structureOf(name)
		while (true) {
			if (!(await between())) return false
			await mergeStep(name)
			const after = await structureOf(name)
			if (after === before) {
				if (levelsIn(after).every(({ merging }) => merging === 0)) break
				// More pieces were written meanwhile than are being merged: FTS5 waits until there are four of them.
				await stepToOne(name)
			}
			before = after
		}
	}
	return true
}

/** Where so many rows of a hundred were replaced, the day's comparison makes one piece of an index: FTS5 takes none of them out. */
const MUCH = 20

/** Those of which much was replaced. */
export async function muchReplaced(indexes: readonly string[]): Promise<string[]> {
	const much: string[] = []
	for (const name of indexes) {
		const levels = await levelsOf(name)
		const sum = (of: 'rows' | 'replaced') => levels.reduce((all, level) => all + level[of], 0)
		if (sum('replaced') * 100 > sum('rows') * MUCH) much.push(name)
	}
	return much
}

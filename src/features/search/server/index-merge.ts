import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'

// FTS5 writes a piece of an index with each transaction, and merges them on its own in the midst of a write: 64 pages and
// more at once, and a hundred pieces at once when they are too many. What is replaced it steps over while it merges, and
// a step ends only once so many pages are written: where all of a piece is replaced, it holds everything up to its end.

/**
 * How eagerly FTS5 merges. While everything is replaced it does nothing on its own: each slice is followed by a step of
 * some milliseconds (`mergeStep`), which also takes half of a piece out as soon as half of it is replaced.
 */
const MERGING = {
	usual: { automerge: 4, usermerge: 4, crisismerge: 64, deletemerge: 10 },
	rebuild: { automerge: 0, usermerge: 16, crisismerge: 1_999, deletemerge: 50 },
}

/** A command of FTS5. Its number is not bound: FTS5 takes none but an integer, and the driver binds all as others. */
function command(name: string, what: string, value: number): SQL {
	const table = sql.raw(name)
	return sql`insert into ${table} (${table}, rank) values (${what}, ${sql.raw(String(value))})`
}

export async function setMerging(indexes: readonly string[], when: keyof typeof MERGING): Promise<void> {
	for (const name of indexes)
		for (const [option, value] of Object.entries(MERGING[when])) await db().run(command(name, option, value))
}

/** Whether FTS5 was told to merge nothing on its own, and not the other way since: by a process that was killed, for one. */
export async function isLeftToSteps(name: string): Promise<boolean> {
	const rows = await db().all(sql`select 1 from ${sql.raw(`${name}_config`)} where k = 'automerge' and v = 0`)
	return rows.length > 0
}

/** Pages written by one step: two to four milliseconds. */
const PAGES = 12

/** Merges a little of an index, where there is something to merge. */
export const mergeStep = (name: string) => db().run(command(name, 'merge', PAGES))

/** Most steps for one index. */
const MOST_STEPS = 5_000

/** Merges all that is to be merged. @param between done between two steps; false ends it. */
export async function mergeAll(indexes: readonly string[], between: () => Promise<boolean>): Promise<void> {
	for (const name of indexes) {
		// The structure of the index (FTS5, row 10 of its data), which a merge with nothing to do leaves as it is.
		const structure = async () =>
			(
				await db().all<{ block: string }>(sql`select hex(block) as block from ${sql.raw(`${name}_data`)} where id = 10`)
			)[0]?.block
		let before = await structure()
		for (let at = 0; at < MOST_STEPS && (await between()); at++) {
			await mergeStep(name)
			const after = await structure()
			if (after === before) break
			before = after
		}
	}
}

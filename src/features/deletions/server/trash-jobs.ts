import { eq, getTableName, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'
import { deletions } from '#db/schema/deletions.ts'
import { countTrash, restoreStatements, type TrashForm, trashFormsQuery } from '#db/trash-rows.ts'
import {
	isRestoring,
	isTrashing,
	restoreAlone,
	restoringTables,
	SLICE_ROWS,
	showRestored,
	trashingTables,
	trashLast,
} from '#db/trash-slices.ts'
import { write } from '#db/write.ts'
import { job } from '#src/platform/jobs/job.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { parseStored, storedCounts } from '#src/platform/stored-json.ts'
import { restorables } from './restorables.ts'

// Large deletions are trashed and restored in batches, each one write. `deletions.moving` is the only state: after a
// crash, or next to another node, a job continues from the rows in the database.

type DeletionRow = typeof deletions.$inferSelect
type TrashJob = Pick<DeletionRow, 'id' | 'kind' | 'subjectId'>

const toStatements = (statements: readonly SQL[]) => statements.map((statement) => db().run(statement))

/** Yields to waiting requests. */
const yieldOnce = () => new Promise((resolve) => setImmediate(resolve))

const isOver = async (id: string, moving: DeletionRow['moving']) =>
	(await db().select({ moving: deletions.moving }).from(deletions).where(eq(deletions.id, id)))[0]?.moving !== moving

/** Returns whether to restore in batches: it was deleted in batches, or has more rows than one write should take. */
export function isLargeDeletion({ kind, kept, moving }: DeletionRow): boolean {
	if (!restorables[kind].hide) return false
	const counts = parseStored(storedCounts, kept, {} as Record<string, number>)
	return moving === 'leaving' || Object.values(counts).some((rows) => rows > SLICE_ROWS)
}

/** Returns the stored column forms: of the record itself, and of its dependent records. */
async function formsOf(id: string, table: SQLiteTable) {
	const forms = await db().all<TrashForm>(trashFormsQuery(id))
	const name = getTableName(table)
	return { own: forms.find(({ source }) => source === name), others: forms.filter(({ source }) => source !== name) }
}

const tableOf = ({ kind }: TrashJob) => {
	const { table, hide } = restorables[kind]
	if (!table || !hide) throw new Error(`A ${kind} cannot be deleted in batches`)
	return { table, hide }
}

/** Moves the dependent records of a hidden record to the trash, and in the last write the record itself. */
async function trash(deletion: TrashJob, signal?: AbortSignal): Promise<void> {
	const { id, subjectId } = deletion
	const { table } = tableOf(deletion)
	const rows = sql`id = ${subjectId}`
	for (const part of trashingTables(id, table, rows)) {
		for (;;) {
			if (signal?.aborted || (await isOver(id, 'leaving'))) return
			const [last] = await db().all<{ seq: number }>(part.before)
			const [keep, ...others] = part.slice(last?.seq ?? 0)
			const { kept } = await write({ kept: db().run(keep), others: toStatements(others) })
			await yieldOnce()
			if (kept.rowsAffected < SLICE_ROWS) break
		}
	}
	await write(
		...toStatements(trashLast(id, table, rows)),
		db().run(countTrash(sql`id = ${id} and moving = 'leaving'`)),
		db().run(sql`update deletions set moving = null where id = ${id} and ${isTrashing(id)}`),
	)
}

/**
 * Starts to restore a deletion, also one that is still being trashed. From here on no other request can restore it or
 * delete it for good.
 * @param when condition for the restore. @param record audit entry for the same write.
 * @returns whether it started.
 */
export async function beginRestoring(deletion: TrashJob, when: SQL, record: BatchItem<'sqlite'>): Promise<boolean> {
	const { id, subjectId } = deletion
	const { table, hide } = tableOf(deletion)
	const { own } = await formsOf(id, table)
	const { change } = await write({
		record,
		own: own ? [db().run(restoreAlone(id, table, subjectId, own, when))] : [],
		change: db().run(
			sql`update deletions set restored_at = ${Date.now()}, moving = 'coming' where id = ${id} and ${when}`,
		),
		hide: db().run(hide(subjectId)),
	})
	return change.rowsAffected > 0
}

/** Restores the dependent records of a hidden record, and shows it in the last write. */
async function restore(deletion: TrashJob, signal?: AbortSignal): Promise<void> {
	const { id, kind, subjectId } = deletion
	const { table } = tableOf(deletion)
	const { own, others } = await formsOf(id, table)
	for (const part of restoringTables(id, table, others)) {
		for (let after = 0; ; ) {
			if (signal?.aborted || (await isOver(id, 'coming'))) return
			const [last] = await db().all<{ seq: number | null }>(part.until(after))
			const until = last?.seq ?? null
			if (until === null) break
			await write(...toStatements(part.slice(after, until)))
			await yieldOnce()
			after = until
		}
	}
	await write(
		...toStatements(restoreStatements(id, others, isRestoring(id), table)),
		...(own ? toStatements(showRestored(id, table, subjectId, own)) : []),
		...(restorables[kind].restored?.(subjectId, NOBODY, {}, isRestoring(id)) ?? []),
		db().run(sql`update deletions set moving = null where id = ${id} and ${isRestoring(id)}`),
		db().run(sql`delete from deletions where id = ${id} and restored_at is not null and moving is null
			and not exists (select 1 from deleted_rows where deletion_id = deletions.id)`),
	)
	wake('publisher')
}

/** The audit entry from the start of the restore names the admin; another process may finish it. */
const NOBODY = { id: '', name: '' }

/** Runs a trash job to its end, even if it changes direction. */
export async function finishTrashJob(id: string, signal?: AbortSignal): Promise<void> {
	for (;;) {
		const [deletion] = await db().select().from(deletions).where(eq(deletions.id, id))
		if (!deletion?.moving || signal?.aborted) return
		await (deletion.moving === 'leaving' ? trash(deletion, signal) : restore(deletion, signal))
	}
}

const movingStatement = () => db().select({ id: deletions.id }).from(deletions).where(isNotNull(deletions.moving))

/** Selects a trash job to run. */
const dueTrashJob = () => movingStatement().limit(1)

/** The job: continues all deletions and restores in progress. */
export async function runTrashJobs(signal?: AbortSignal): Promise<void> {
	const moving = await movingStatement()
	for (const { id } of moving) await finishTrashJob(id, signal)
}

/** Continues deletions and restores in progress, such as those of a dead node. */
export const trashJob = job({ name: 'trash', due: dueTrashJob, every: 60_000, run: runTrashJobs })

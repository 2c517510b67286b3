import { eq, getTableName, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { db, write } from '#db/client.ts'
import { countKept, type KeptForm, keptFormsQuery, restoreStatements } from '#db/kept-rows.ts'
import {
	comeAlone,
	comingTables,
	isComing,
	isLeaving,
	leaveAtLast,
	leavingTables,
	SLICE_ROWS,
	showAgain,
} from '#db/kept-slices.ts'
import { deletions } from '#db/schema/deletions.ts'
import { nudgePublisher } from '#src/platform/publish-queue.ts'
import { parseStored, storedCounts } from '#src/platform/stored-json.ts'
import { restorables } from './restorables.ts'

// A thing on which much hangs leaves and comes back in slices, each one write. What `deletions.moving` says is all that
// is known of it: whoever was killed in between, or works beside another node, goes on from the rows as they are.

type DeletionRow = typeof deletions.$inferSelect
type Move = Pick<DeletionRow, 'id' | 'kind' | 'subjectId'>

const run = (statements: SQL[]) => write(...statements.map((statement) => db().run(statement)))

/** A breath for the requests that wait. */
const breath = () => new Promise((resolve) => setImmediate(resolve))

const isOver = async (id: string, moving: DeletionRow['moving']) =>
	(await db().select({ moving: deletions.moving }).from(deletions).where(eq(deletions.id, id)))[0]?.moving !== moving

/** Whether it is brought back in slices: it was deleted in some, or more is kept of it than one write should take. */
export function hasMuch({ kind, kept, moving }: DeletionRow): boolean {
	if (!restorables[kind].hide) return false
	const counts = parseStored(storedCounts, kept, {} as Record<string, number>)
	return moving === 'leaving' || Object.values(counts).some((rows) => rows > SLICE_ROWS)
}

/** How what is kept with a deletion was kept: the thing itself, and what hung on it. */
async function formsOf(id: string, table: SQLiteTable) {
	const forms = await db().all<KeptForm>(keptFormsQuery(id))
	const name = getTableName(table)
	return { own: forms.find(({ source }) => source === name), others: forms.filter(({ source }) => source !== name) }
}

const tableOf = ({ kind }: Move) => {
	const { table, hide } = restorables[kind]
	if (!table || !hide) throw new Error(`A ${kind} is not deleted in slices`)
	return { table, hide }
}

/** Keeps and deletes what hangs on a hidden thing, and in the last write the thing. */
async function leave(deletion: Move, signal?: AbortSignal): Promise<void> {
	const { id, subjectId } = deletion
	const { table } = tableOf(deletion)
	const rows = sql`id = ${subjectId}`
	for (const leaving of leavingTables(id, table, rows)) {
		for (;;) {
			if (signal?.aborted || (await isOver(id, 'leaving'))) return
			const [last] = await db().all<{ seq: number }>(leaving.before)
			const [kept] = await run(leaving.slice(last?.seq ?? 0))
			await breath()
			if ((kept as { rowsAffected: number }).rowsAffected < SLICE_ROWS) break
		}
	}
	await write(
		...leaveAtLast(id, table, rows).map((statement) => db().run(statement)),
		db().run(countKept(sql`id = ${id} and moving = 'leaving'`)),
		db().run(sql`update deletions set moving = null where id = ${id} and ${isLeaving(id)}`),
	)
}

/**
 * Turns a deletion round: from here on the thing comes back, and nobody else can bring it back or delete it for good.
 * @param when the condition under which it may. @param record what else belongs into that write.
 * @returns whether it did.
 */
export async function beginComing(deletion: Move, when: SQL, record: BatchItem<'sqlite'>): Promise<boolean> {
	const { id, subjectId } = deletion
	const { table, hide } = tableOf(deletion)
	const { own } = await formsOf(id, table)
	const results = await write(
		record,
		...(own ? [db().run(comeAlone(id, table, subjectId, own, when))] : []),
		db().run(sql`update deletions set restored_at = ${Date.now()}, moving = 'coming' where id = ${id} and ${when}`),
		db().run(hide(subjectId)),
	)
	return (results.at(-2) as { rowsAffected: number }).rowsAffected > 0
}

/** Brings back what hangs on a hidden thing, and shows it in the last write. */
async function come(deletion: Move, signal?: AbortSignal): Promise<void> {
	const { id, kind, subjectId } = deletion
	const { table } = tableOf(deletion)
	const { own, others } = await formsOf(id, table)
	for (const coming of comingTables(id, table, others)) {
		for (let after = 0; ; ) {
			if (signal?.aborted || (await isOver(id, 'coming'))) return
			const [last] = await db().all<{ seq: number | null }>(coming.until(after))
			const until = last?.seq ?? null
			if (until === null) break
			await run(coming.slice(after, until))
			await breath()
			after = until
		}
	}
	await write(
		...restoreStatements(id, others, isComing(id), table).map((statement) => db().run(statement)),
		...(own ? showAgain(id, table, subjectId, own).map((statement) => db().run(statement)) : []),
		...(restorables[kind].restored?.(subjectId, NOBODY, {}, isComing(id)) ?? []),
		db().run(sql`update deletions set moving = null where id = ${id} and ${isComing(id)}`),
		db().run(sql`delete from deletions where id = ${id} and restored_at is not null and moving is null
			and not exists (select 1 from deleted_rows where deletion_id = deletions.id)`),
	)
	nudgePublisher()
}

/** Who brought it back is in the audit since that began; whoever ends it may be another process. */
const NOBODY = { id: '', name: '' }

/** Brings a deletion to where it is going, also where it is turned round meanwhile. */
export async function finishMove(id: string, signal?: AbortSignal): Promise<void> {
	for (;;) {
		const [deletion] = await db().select().from(deletions).where(eq(deletions.id, id))
		if (!deletion?.moving || signal?.aborted) return
		await (deletion.moving === 'leaving' ? leave(deletion, signal) : come(deletion, signal))
	}
}

const movingStatement = () => db().select({ id: deletions.id }).from(deletions).where(isNotNull(deletions.moving))

/** The statement of a deletion that is under way. */
export const dueMove = () => movingStatement().limit(1)

/** The job: goes on with all that is being deleted or brought back. */
export async function finishMoves(signal?: AbortSignal): Promise<void> {
	const moving = await movingStatement()
	for (const { id } of moving) await finishMove(id, signal)
}

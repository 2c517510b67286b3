import { and, desc, eq, exists, gte, isNull, lt, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { restoreStatements, type TrashShape, trashShapesQuery } from '#db/restore-rows.ts'
import { deletedRows, deletions } from '#db/schema/deletions.ts'
import { write } from '#db/write.ts'
import { assertConfirmedIfProtected } from '#src/features/auth/server/step-up.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { TRASH_DAYS } from '#src/lib/trash.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { parseStored, storedCounts, storedDetail } from '#src/platform/stored-json.ts'
import type { Restorable } from '#src/platform/trash.ts'
import type { DeletedKind, Deletion } from '../contract.ts'
import * as contracts from '../contract.ts'
import { actions } from './audit-actions.ts'
import { restorables } from './restorables.ts'

const RETENTION_MS = TRASH_DAYS * 24 * 60 * 60_000

/** Singular and plural of dependent records, as admins call them; other tables are restored without being listed. */
const DEPENDENT_LABELS: Readonly<Record<string, readonly [one: string, many: string]>> = {
	modules: ['module', 'modules'],
	enrollments: ['enrollment', 'enrollments'],
	journal_entries: ['journal entry', 'journal entries'],
	quiz_attempts: ['quiz result', 'quiz results'],
	comments: ['comment in courses', 'comments in courses'],
	question_comments: ['comment', 'comments'],
	coaching_topics: ['topic', 'topics'],
	'questions.author_id': ['question', 'questions'],
	'question_comments.author_id': ['comment on questions', 'comments on questions'],
}

/** Kinds whose own rows are in one of these tables. */
const SAME_TABLE: Partial<Record<DeletedKind, string>> = {
	module: 'modules',
	questionComment: 'question_comments',
	courseComment: 'comments',
}

/** Returns labels of the dependent records. @param kept JSON of `deletions.kept`. */
function dependentLabels(kind: DeletedKind, kept: string): string[] {
	const counts = parseStored(storedCounts, kept, {} as Record<string, number>)
	return Object.entries(DEPENDENT_LABELS).flatMap(([source, [one, many]]) => {
		// Do not count the item itself, which may be in the same table as its dependent records.
		const count = (counts[source] ?? 0) - (SAME_TABLE[kind] === source ? 1 : 0)
		return count > 0 ? [`${formatNumber(count)} ${count === 1 ? one : many}`] : []
	})
}

const isRestorable = () =>
	and(isNull(deletions.restoredAt), gte(deletions.deletedAt, new Date(Date.now() - RETENTION_MS)))

/** Selects a page of restorable deletions, most recent first; the query plan is tested. */
const deletionsStatement = (before: string | undefined, limit: number) =>
	db()
		.select()
		.from(deletions)
		.where(and(isRestorable(), before === undefined ? undefined : lt(deletions.id, before)))
		.orderBy(desc(deletions.id))
		.limit(limit)

export const listDeletions: Service<typeof contracts.listDeletions> = async ({ query }, context) => {
	const [before] = openCursor(query.cursor, 'id') ?? []
	const rows = await deletionsStatement(before, query.limit + 1)
	const total = await db().$count(deletions, isRestorable())
	const items = rows.map(
		({ id, kind, name, kept, deletedAt, deletedByName }): Deletion => ({
			...{ id, kind, name, deletedByName },
			with: dependentLabels(kind, kept),
			deletedAt: deletedAt.toISOString(),
			keptUntil: new Date(deletedAt.getTime() + RETENTION_MS).toISOString(),
		}),
	)
	return page(context, contracts.listDeletions, { query }, items, {
		total,
		cursorOf: ({ id }) => [id],
	})
}

type DeletionRow = typeof deletions.$inferSelect

const itemExists = async ({ exists: isThere }: Restorable, id: string) =>
	(await db().all<{ there: number }>(sql`select ${isThere(id)} as there`))[0]?.there === 1

async function findDeletion(id: string): Promise<DeletionRow | undefined> {
	const [row] = await db()
		.select()
		.from(deletions)
		.where(and(eq(deletions.id, id), isRestorable()))
	return row
}

/** Returns the item's own deleted row by column; empty if that row was never deleted. */
async function readTrashedRow({ id, subjectId }: { id: string; subjectId: string }): Promise<Record<string, unknown>> {
	const [row] = await db()
		.select({ row: deletedRows.row })
		.from(deletedRows)
		.where(and(eq(deletedRows.deletionId, id), sql`json_extract(${deletedRows.row}, '$.id') = ${subjectId}`))
		.limit(1)
	return row ? parseStored(storedDetail, row.row, {}) : {}
}

const POSTS: Partial<Record<DeletedKind, string>> = {
	question: 'A question',
	questionComment: 'A comment',
	courseComment: 'A comment',
}

/** Returns the audit subject. Omits a post's text, since audit entries are permanent (docs/decisions/018). */
const subjectOf = ({ kind, subjectId, name }: DeletionRow) => ({
	type: kind,
	id: subjectId,
	name: POSTS[kind] ?? name,
})

function toRestoreError(error: unknown, kind: DeletedKind): unknown {
	const { errors } = contracts.restoreDeletion
	if (!isUniqueViolation(error)) return error
	if (kind === 'category') return httpError(errors.nameTaken)
	return httpError(kind === 'account' ? errors.emailTaken : errors.inTheWay)
}

export const restoreDeletion: Service<typeof contracts.restoreDeletion> = async ({ params }, context) => {
	const { errors } = contracts.restoreDeletion
	assertConfirmedIfProtected(context)
	const { user } = context
	const { id } = params
	const deletion = await findDeletion(id)
	if (!deletion) throw httpError(errors.notFound)
	const { kind, subjectId, name } = deletion
	const restorable = restorables[kind]
	// Checked again in the write: a concurrent request may restore the item or delete it permanently.
	const canRestore = sql`exists (select 1 from ${deletions} where id = ${id} and restored_at is null
		and deleted_at >= ${Date.now() - RETENTION_MS})`
	const subject = subjectOf(deletion)
	const [row, shapes] = await Promise.all([readTrashedRow(deletion), db().all<TrashShape>(trashShapesQuery(id))])
	const isRestored = sql`${restorable.exists(subjectId)} and ${canRestore}`
	const { change } = await write({
		rows: restoreStatements(id, shapes, canRestore, restorable.table).map((statement) => db().run(statement)),
		restored: restorable.afterRestore?.(subjectId, user, row, canRestore) ?? [],
		audit: recordAudit({ actor: user, action: actions['deletion.restored'], subject }, isRestored),
		change: db().run(sql`update ${deletions} set restored_at = ${Date.now()} where id = ${id} and ${isRestored}`),
		cleanup: db().run(sql`delete from ${deletions} where restored_at is not null
			and not exists (select 1 from ${deletedRows} where deletion_id = ${deletions}.id)`),
	}).catch((error: unknown) => {
		throw toRestoreError(error, kind)
	})
	if (change.rowsAffected === 0) throw httpError((await findDeletion(id)) ? errors.parentGone : errors.notFound)
	wake('publisher')
	return { kind, name, href: restorable.href(subjectId, row) }
}

/** Erases a deletion with its trashed rows. If the item's kind requires it, erases the item everywhere. */
async function forget(deletion: Pick<DeletionRow, 'id' | 'kind' | 'subjectId'>): Promise<void> {
	const { id, kind, subjectId } = deletion
	const { erase, eraseEverywhere } = restorables[kind]
	// Skip this if the item was restored, since its data in other deletions can still be restored.
	if (eraseEverywhere && !(await itemExists(restorables[kind], subjectId)))
		await eraseEverywhere(subjectId, await readTrashedRow(deletion))
	const isStillDeleted = sql`exists (select 1 from ${deletions} where id = ${id} and restored_at is null)`
	await write(...(erase?.(subjectId, isStillDeleted) ?? []), db().delete(deletions).where(eq(deletions.id, id)))
}

/** Permanently deletes an item. The first write rules out a restore; `forgetOldDeletions` finishes after a crash. */
export const forgetDeletion: Service<typeof contracts.forgetDeletion> = async ({ params }, context) => {
	assertConfirmedIfProtected(context)
	const { user } = context
	const { id } = params
	const deletion = await findDeletion(id)
	if (!deletion) throw httpError(contracts.forgetDeletion.errors.notFound)
	// Checked in the transaction: a concurrent request may restore the item or delete it permanently.
	const isStillRestorable = and(eq(deletions.id, id), isRestorable())
	const condition = exists(db().select({ one: sql`1` }).from(deletions).where(isStillRestorable))
	const { change } = await write({
		audit: recordAudit({ actor: user, action: actions['deletion.forgotten'], subject: subjectOf(deletion) }, condition),
		change: db()
			.update(deletions)
			.set({ deletedAt: new Date(0), name: '' })
			.where(isStillRestorable),
	})
	if (change.rowsAffected === 0) throw httpError(contracts.forgetDeletion.errors.notFound)
	await forget(deletion)
	return undefined
}

/** Permanently deletes all items that were moved to the trash more than thirty days ago. */
export async function forgetOldDeletions(now = Date.now()): Promise<void> {
	const expired = await db()
		.select({ id: deletions.id, kind: deletions.kind, subjectId: deletions.subjectId })
		.from(deletions)
		.where(lt(deletions.deletedAt, new Date(now - RETENTION_MS)))
	for (const deletion of expired) await forget(deletion)
}

import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { memberNotes } from '#db/schema/members.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { accountExists, isStillAdmin } from '#src/features/auth/server/still-admin.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { onceByKey } from '#src/platform/endpoint/idempotency.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/endpoint/version.ts'
import * as contracts from '../member-contract.ts'
import { actions } from './audit-actions.ts'

interface NewNote {
	userId: string
	author: { id: string; name: string }
	body: string
}

/** Returns a new note's id, and the statement that adds it, for the `write` of the change that the note is about. */
export function addNote({ userId, author, body }: NewNote, when: SQL, id = newId()) {
	const statement = db().run(sql`
		insert into ${memberNotes} (id, user_id, author_id, author_name, body, created_at)
		select ${id}, ${users}.id, ${author.id}, ${author.name}, ${body}, ${Date.now()}
		from ${users} where ${users}.id = ${userId} and ${when}`)
	return { id, statement }
}

/**
 * Returns the statement that selects notes about a member, newest first, starting after the note with the id `before`.
 */
const notesStatement = (userId: string, before: string | undefined, limit: number) =>
	db()
		.select()
		.from(memberNotes)
		.where(and(eq(memberNotes.userId, userId), before === undefined ? undefined : lt(memberNotes.id, before)))
		.orderBy(desc(memberNotes.id))
		.limit(limit)

export const listMemberNotes: Service<typeof contracts.listMemberNotes> = async ({ params, query }, context) => {
	const [before] = openCursor(query.cursor, 'id') ?? []
	const [known, rows, total] = await Promise.all([
		accountExists(params.id),
		notesStatement(params.id, before, query.limit + 1),
		db().$count(memberNotes, eq(memberNotes.userId, params.id)),
	])
	if (!known) throw httpError(contracts.listMemberNotes.errors.unknown)
	return page(context, contracts.listMemberNotes, { params, query }, rows, { total, cursorOf: ({ id }) => [id] })
}

const noteStatement = (userId: string, id: string) =>
	db()
		.select()
		.from(memberNotes)
		.where(and(eq(memberNotes.userId, userId), eq(memberNotes.id, id)))

/** Selects the member's name for the audit log, which records whom a note is about but never its text. */
const nameOf = (id: string) => sql`coalesce((select name from ${users} where id = ${id}), '')`

export const createMemberNote: Service<typeof contracts.createMemberNote> = async ({ params, body }, { user }) => {
	const { errors } = contracts.createMemberNote
	const { id: userId } = params
	const make = async (id: string) => {
		const allowed = isStillAdmin(user)
		const note = addNote({ userId, author: user, body: body.body }, allowed, id)
		const wasAdded = sql`exists (select 1 from ${memberNotes} where id = ${id} and user_id = ${userId}) and ${allowed}`
		const subject = { type: 'user', id: userId, name: nameOf(userId) }
		const {
			inserted,
			note: [row],
		} = await write({
			inserted: note.statement,
			audit: recordAudit({ actor: user, action: actions['note.added'], subject }, wasAdded),
			note: noteStatement(userId, id),
		})
		// A caller who is no longer an admin wrote nothing, and must not see an existing note with that id.
		if (inserted.rowsAffected === 0 || !row)
			throw httpError((await accountExists(userId)) ? errors.notAdmin : errors.unknown)
		return row
	}
	const find = async (id: string) => (await noteStatement(userId, id))[0]
	const sent = { authorId: user.id, body: body.body }
	return onceByKey({ idempotencyKey: body.idempotencyKey, sent, make, find, sentBefore: errors.sentBefore })
}

export const updateMemberNote: Service<typeof contracts.updateMemberNote> = async ({ params, body }, { user }) => {
	const { errors } = contracts.updateMemberNote
	const { id: userId, noteId } = params
	const canEdit = and(
		eq(memberNotes.userId, userId),
		eq(memberNotes.id, noteId),
		eq(memberNotes.authorId, user.id),
		isVersion(memberNotes.version, body.version),
		isStillAdmin(user),
	)
	const when = hasRow(memberNotes, canEdit)
	const subject = { type: 'user', id: userId, name: nameOf(userId) }
	const {
		note: [row],
	} = await write({
		audit: recordAudit({ actor: user, action: actions['note.edited'], subject }, when),
		note: db()
			.update(memberNotes)
			.set({ body: body.body, editedAt: new Date(), version: nextVersion(memberNotes.version) })
			.where(canEdit)
			.returning(),
	})
	if (row) return row
	const [present] = await noteStatement(userId, noteId)
	if (!present) throw httpError(errors.unknown)
	if (present.authorId !== user.id) throw httpError(errors.notOwn)
	throw changedSince(contracts.updateMemberNote, body.version, present) ?? httpError(errors.notAdmin)
}

/** Deletes a note. Any admin may do it, so that removing data does not depend on one person. */
export const deleteMemberNote: Service<typeof contracts.deleteMemberNote> = async ({ params }, { user }) => {
	const { errors } = contracts.deleteMemberNote
	const { id: userId, noteId } = params
	const canDelete = and(eq(memberNotes.userId, userId), eq(memberNotes.id, noteId), isStillAdmin(user))
	const when = hasRow(memberNotes, canDelete)
	const subject = { type: 'user', id: userId, name: nameOf(userId) }
	const { deleted } = await write({
		audit: recordAudit({ actor: user, action: actions['note.deleted'], subject }, when),
		deleted: db().delete(memberNotes).where(canDelete).returning({ id: memberNotes.id }),
	})
	if (deleted.length > 0) return undefined
	const [present] = await noteStatement(userId, noteId)
	throw httpError(present ? errors.notAdmin : errors.unknown)
}

import { and, asc, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { coachingSessions, coachingTopics } from '#db/schema/coaching.ts'
import { write } from '#db/write.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { notifyMany } from '#src/features/notifications/server/notify.ts'
import { httpError, justDeleted } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { failsIf, onceByKey } from '#src/platform/endpoint/idempotency.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/endpoint/version.ts'
import { moveToTrash } from '#src/platform/trash.ts'
import * as contracts from '../contract.ts'
import { isLastOfMonth, localDay, occurrencesOf, shiftedTime } from '../repeats.ts'
import { actions } from './audit-actions.ts'
import { findSession, isNotCancelled } from './sessions.ts'

export const notifyMembers = (
	id: string,
	change: 'planned' | 'moved' | 'cancelled',
	actor: Pick<CurrentUser, 'id'>,
	when: SQL,
) => notifyMany({ kind: 'session', subjectId: id, change, actorId: actor.id, seq: 0 }, when)

type Row = typeof coachingSessions.$inferSelect
type Fields = Parameters<Service<typeof contracts.createSession>>[0]['body']
type Change = Parameters<Service<typeof contracts.updateSession>>[0]['body']

const columns = (body: Fields) => ({
	title: body.title,
	description: body.description || null,
	scheduledAt: new Date(body.scheduledAt),
	zoomLink: body.zoomLink,
	durationMinutes: body.durationMinutes,
	timeZone: body.timeZone,
})

/** Returns the times of the sessions to create. @throws {ApiError} 400 */
function timesOf({ scheduledAt, timeZone, repeats }: Fields): Date[] {
	const { errors } = contracts.createSession
	if (!repeats) return [new Date(scheduledAt)]
	if (repeats.every === 'lastOfMonth' && !isLastOfMonth(localDay({ scheduledAt, timeZone })))
		throw httpError(errors.notLast)
	const occurrences = occurrencesOf({ scheduledAt, timeZone }, repeats)
	if (!occurrences) throw httpError(errors.noDate)
	return occurrences.map(({ at }) => at)
}

export const createSession: Service<typeof contracts.createSession> = async ({ body }, { user }) => {
	const sent = columns(body)
	const times = timesOf(body)
	const make = async (id: string) => {
		const now = new Date()
		const isUpcoming = sql`exists (select 1 from ${coachingSessions} where id = ${id} and scheduled_at > ${now.getTime()})`
		const all = { ...sent, seriesId: body.repeats ? id : null, createdAt: now, updatedAt: now }
		await write(
			db()
				.insert(coachingSessions)
				.values(times.map((scheduledAt, index) => ({ ...all, id: index === 0 ? id : newId(), scheduledAt }))),
			recordAudit({
				actor: user,
				action: actions['session.created'],
				subject: { type: 'session', id, name: sent.title },
				detail: { time: sent.scheduledAt, ...(body.repeats ? { sessions: times.length } : {}) },
			}),
			...notifyMembers(id, 'planned', user, isUpcoming),
		)
		const session = await findSession(id, user)
		if (!session) throw justDeleted()
		return session
	}
	const { sentBefore } = contracts.createSession.errors
	// A deleted session keeps its row, so its id stays taken.
	return onceByKey({ idempotencyKey: body.idempotencyKey, sent, make, find: (id) => findSession(id, user), sentBefore })
}

/** Reads a session and the later ones of its series, in time order. Reads nothing for the scope `this`. */
async function readSeries(id: string, scope: contracts.Scope): Promise<Row[]> {
	if (scope === 'this') return []
	const columnOf = (column: string) => sql`(select ${sql.raw(column)} from ${coachingSessions} where id = ${id})`
	const isLater = sql`series_id = ${columnOf('series_id')} and scheduled_at > ${columnOf('scheduled_at')}`
	return db()
		.select()
		.from(coachingSessions)
		.where(and(isNotCancelled, sql`(id = ${id} or ${isLater})`))
		.orderBy(asc(coachingSessions.scheduledAt))
}

/** Omits unchanged columns: Drizzle skips undefined ones. */
const changedColumns = ({ description, scheduledAt, version: _, scope: __, ...rest }: Change) => ({
	...rest,
	description: description === '' ? null : description,
	scheduledAt: scheduledAt === undefined ? undefined : new Date(scheduledAt),
})

/** Returns a later session's values: the fields that `change` alters in `from`, and a time shifted the same way. */
function laterValues(change: Change, from: Row, later: Row) {
	const { scheduledAt = from.scheduledAt, timeZone = from.timeZone, ...rest } = changedColumns(change)
	const changed = Object.entries(rest).filter(
		([name, value]) => value !== undefined && value !== from[name as keyof typeof rest],
	)
	const values: Partial<Row> = Object.fromEntries(changed)
	if (scheduledAt.getTime() === from.scheduledAt.getTime() && timeZone === from.timeZone) return values
	const shifted = shiftedTime(later, from, { scheduledAt, timeZone })
	if (!shifted) throw httpError(contracts.updateSession.errors.noDate)
	return { ...values, scheduledAt: shifted, timeZone }
}

const updateStatement = (values: Partial<Row>, when: SQL | undefined) =>
	db()
		.update(coachingSessions)
		.set({
			...values,
			updatedAt: new Date(),
			version: nextVersion(coachingSessions.version),
			sequence: sql`${coachingSessions.sequence} + 1`,
		})
		.where(when)

const isStale = ({ id, version }: Row) =>
	and(eq(coachingSessions.id, id), or(ne(coachingSessions.version, version), isNotNull(coachingSessions.cancelledAt)))

/**
 * Returns the statements that change the later sessions of a series like the edited one, or fail if any of them
 * changed after it was read.
 */
function laterUpdates(change: Change, [first, ...later]: readonly Row[], when: SQL | undefined) {
	if (!first || later.length === 0) return []
	return [
		failsIf(coachingSessions, or(...[first, ...later].map(isStale)) ?? sql`false`),
		...later.map((row) =>
			updateStatement(
				laterValues(change, first, row),
				and(eq(coachingSessions.id, row.id), sql`exists (select 1 from ${coachingSessions} where ${when})`),
			),
		),
	]
}

const instant = (milliseconds: SQL) => sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${milliseconds} / 1000.0, 'unixepoch')`

/** Returns the audit entries of an edit: one for a move, one for other changes. @param count number of sessions. */
function editEntries(actor: CurrentUser, id: string, change: Change, count: number, isEditable: SQL | undefined) {
	const { scheduledAt, ...others } = changedColumns(change)
	const sessions = count > 1 ? sql`, 'sessions', ${count}` : sql``
	const entry = (name: 'session.moved' | 'session.edited', condition: SQL, detail: SQL) => {
		const row = sql`from ${coachingSessions} where ${isEditable} and ${condition}`
		const subject = { type: 'session', id, name: sql`(select title ${row})` }
		return recordAudit(
			{ actor, action: actions[name], subject, detail: sql`(select json_object(${detail}${sessions}) ${row})` },
			sql`exists (select 1 ${row})`,
		)
	}
	const changed = Object.entries(others)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => sql`${coachingSessions[name as keyof typeof others]} is not ${value}`)
	const at = scheduledAt?.getTime()
	return [
		...(at === undefined
			? []
			: [
					entry(
						'session.moved',
						sql`scheduled_at <> ${at}`,
						sql`'time', json_array(${instant(sql`scheduled_at`)}, ${instant(sql`${at}`)})`,
					),
				]),
		...(changed.length === 0
			? []
			: [
					entry(
						'session.edited',
						sql`(${sql.join(changed, sql` or `)})`,
						sql`'title', json_array(title, ${others.title ?? sql`title`})`,
					),
				]),
	]
}

export const updateSession: Service<typeof contracts.updateSession> = async (input, context) => {
	const { params, body } = input
	const { user } = context
	const series = await readSeries(params.id, body.scope)
	const at = body.scheduledAt === undefined ? null : Date.parse(body.scheduledAt)
	const isEditable = and(
		eq(coachingSessions.id, params.id),
		isNotCancelled,
		isVersion(coachingSessions.version, body.version),
	)
	const isMoved = sql`exists (select 1 from ${coachingSessions} where ${isEditable} and scheduled_at <> ${at}
		and ${at} > ${Date.now()})`
	const result = await write({
		// First, because it reads the old time of the session.
		notices: notifyMembers(params.id, 'moved', user, isMoved),
		audit: editEntries(user, params.id, body, series.length, isEditable),
		later: laterUpdates(body, series, isEditable),
		change: updateStatement(changedColumns(body), isEditable).returning({ id: coachingSessions.id }),
	}).catch((error: unknown) => {
		if (isUniqueViolation(error, '.id')) return undefined
		throw error
	})
	// A session of the series changed between reading and writing.
	if (!result) return updateSession(input, context)
	const session = await findSession(params.id, user)
	if (!session) throw httpError(contracts.updateSession.errors.notFound)
	if (result.change.length > 0) return session
	throw changedSince(contracts.updateSession, body.version, session) ?? justDeleted()
}

/** Returns the statements that cancel a session and move its topics to the trash. */
function cancellation(id: string, actor: CurrentUser, now: Date, when: SQL) {
	const name = sql`(select title from ${coachingSessions} where id = ${id})`
	const rows = sql`session_id = ${id}`
	const isDeletable = and(eq(coachingSessions.id, id), isNotCancelled, when)
	return [
		...moveToTrash(
			{ kind: 'session', id, name, actor, table: coachingTopics, rows },
			sql`exists (select 1 from ${coachingSessions} where ${isDeletable})`,
		),
		db()
			.delete(coachingTopics)
			.where(and(eq(coachingTopics.sessionId, id), when)),
		db()
			.update(coachingSessions)
			.set({ cancelledAt: now, updatedAt: now, sequence: sql`${coachingSessions.sequence} + 1` })
			.where(isDeletable),
	]
}

export const deleteSession: Service<typeof contracts.deleteSession> = async ({ params, query }, { user }) => {
	const { id } = params
	const now = new Date()
	const later = (await readSeries(id, query.scope)).map((row) => row.id).filter((other) => other !== id)
	const isDeletable = sql`id = ${id} and cancelled_at is null`
	const canDelete = sql`exists (select 1 from ${coachingSessions} where ${isDeletable})`
	const isUpcoming = sql`exists (select 1 from ${coachingSessions} where ${isDeletable} and scheduled_at > ${now.getTime()})`
	const sessions = later.length > 0 ? sql`, 'sessions', ${later.length + 1}` : sql``
	const { audit } = await write({
		// First, because it reads the session before the deletion.
		notices: notifyMembers(id, 'cancelled', user, isUpcoming),
		audit: recordAudit(
			{
				actor: user,
				action: actions['session.deleted'],
				subject: { type: 'session', id, name: sql`(select title from ${coachingSessions} where ${isDeletable})` },
				detail: sql`json_object('topics', (select count(*) from ${coachingTopics} where session_id in ${[id, ...later]})${sessions})`,
			},
			canDelete,
		),
		// Cancel the given session last: the statements for the others require that it is not canceled yet.
		cancelled: [...later, id].flatMap((one) => cancellation(one, user, now, canDelete)),
	})
	if (audit.rowsAffected === 0) throw httpError(contracts.deleteSession.errors.notFound)
}

import { and, asc, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { coachingSessions, coachingTopics } from '#db/schema/coaching.ts'
import { write } from '#db/write.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { notifyMany } from '#src/features/notifications/server/notify.ts'
import { httpError, justDeleted } from '#src/lib/api/errors.ts'
import { knownZone } from '#src/lib/dates/known-zone.ts'
import { isSafeLink } from '#src/lib/site/links.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { onceByKey } from '#src/platform/endpoint/idempotency.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/endpoint/version.ts'
import { moveToTrash } from '#src/platform/trash.ts'
import type { Session, SessionDetail } from '../contract.ts'
import * as contracts from '../contract.ts'
import { actions } from './audit-actions.ts'
import { findTopics } from './topics.ts'

const isAdmin = (viewer: CurrentUser) => viewer.role === 'admin'
const isThere = isNull(coachingSessions.cancelledAt)

/** Returns the list's statement, sorted by time. A test checks its query plan. */
export const sessionsStatement = (viewer: CurrentUser) =>
	db()
		.select({
			id: coachingSessions.id,
			title: coachingSessions.title,
			description: coachingSessions.description,
			scheduledAt: coachingSessions.scheduledAt,
			durationMinutes: coachingSessions.durationMinutes,
			timeZone: coachingSessions.timeZone,
			zoomLink: coachingSessions.zoomLink,
			version: coachingSessions.version,
			ownTopic: coachingTopics.topic,
			ownTopicId: coachingTopics.id,
			ownTopicVersion: coachingTopics.version,
			// Only admins may learn how many others there are.
			topicCount: isAdmin(viewer)
				? sql<number | null>`(select count(*) from ${coachingTopics} t where t.session_id = ${coachingSessions.id})`
				: sql<number | null>`null`,
		})
		.from(coachingSessions)
		.leftJoin(
			coachingTopics,
			and(eq(coachingTopics.sessionId, coachingSessions.id), eq(coachingTopics.userId, viewer.id)),
		)
		.where(isThere)
		.orderBy(asc(coachingSessions.scheduledAt))
		.$dynamic()

type Row = Awaited<ReturnType<typeof sessionsStatement>>[number]
/** Converts a row. An imported row may have an invalid link or zone. */
const toSession = (row: Row): Session => ({
	...row,
	zoomLink: isSafeLink(row.zoomLink) ? row.zoomLink : '',
	timeZone: knownZone(row.timeZone) ?? 'UTC',
	scheduledAt: row.scheduledAt.toISOString(),
})

export async function listSessionsFor(viewer: CurrentUser): Promise<Session[]> {
	return (await sessionsStatement(viewer)).map(toSession)
}

async function findSession(id: string, viewer: CurrentUser): Promise<Session | undefined> {
	const [row] = await sessionsStatement(viewer).where(and(isThere, eq(coachingSessions.id, id)))
	return row && toSession(row)
}

const endsAt = sql`${coachingSessions.scheduledAt} + ${coachingSessions.durationMinutes} * 60000`

/** The first condition uses the index: no session is longer. */
const upcomingStatement = (viewer: CurrentUser, now: number) =>
	sessionsStatement(viewer).where(
		and(
			isThere,
			gt(coachingSessions.scheduledAt, new Date(now - contracts.MAX_MINUTES * 60_000)),
			sql`${endsAt} > ${now}`,
		),
	)

/** Returns the statement of the current and next sessions. A test checks its query plan. */
export const nextSessionsStatement = (viewer: CurrentUser, now: number, limit: number) =>
	upcomingStatement(viewer, now).limit(limit)

/**
 * Lists the initial sessions of the page as `viewer` sees them: current, upcoming and the last `PAST_STEP` past ones.
 * @returns the sessions by time, and the number of older ones.
 */
export async function listRecentSessionsFor(
	viewer: CurrentUser,
	now = Date.now(),
): Promise<{ sessions: Session[]; older: number }> {
	const isPast = and(isThere, sql`${endsAt} <= ${now}`)
	const [upcoming, past, total] = await Promise.all([
		upcomingStatement(viewer, now),
		sessionsStatement(viewer).where(isPast).orderBy(desc(coachingSessions.scheduledAt)).limit(contracts.PAST_STEP),
		db().$count(coachingSessions, isPast),
	])
	return {
		sessions: [...past.reverse(), ...upcoming].map(toSession),
		older: Math.max(0, total - past.length),
	}
}

/** Lists the current and next sessions, up to `limit`. */
export async function listNextSessionsFor(viewer: CurrentUser, now: number, limit: number): Promise<Session[]> {
	return (await nextSessionsStatement(viewer, now, limit)).map(toSession)
}

export async function findNextSessionFor(viewer: CurrentUser, now = Date.now()): Promise<Session | undefined> {
	const [next] = await listNextSessionsFor(viewer, now, 1)
	return next
}

/** Returns the start of the next session, which visitors may know. */
export async function findNextCall(now = new Date()): Promise<string | null> {
	const [row] = await db()
		.select({ startsAt: coachingSessions.scheduledAt })
		.from(coachingSessions)
		.where(and(isThere, gt(coachingSessions.scheduledAt, now)))
		.orderBy(asc(coachingSessions.scheduledAt))
		.limit(1)
	return row?.startsAt.toISOString() ?? null
}

export const listSessions: Service<typeof contracts.listSessions> = (_, { user }) => listSessionsFor(user)

export const getSession: Service<typeof contracts.getSession> = async (
	{ params },
	{ user },
): Promise<SessionDetail> => {
	const [session, topics] = await Promise.all([findSession(params.id, user), findTopics(params.id, user)])
	if (!session) throw httpError(contracts.getSession.errors.notFound)
	return { ...session, topics }
}

export const notifyMembers = (
	id: string,
	change: 'planned' | 'moved' | 'cancelled',
	actor: Pick<CurrentUser, 'id'>,
	when: SQL,
) => notifyMany({ kind: 'session', subjectId: id, change, actorId: actor.id, seq: 0 }, when)

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

export const createSession: Service<typeof contracts.createSession> = async ({ body }, { user }) => {
	const sent = columns(body)
	const make = async (id: string) => {
		const now = new Date()
		const isUpcoming = sql`exists (select 1 from ${coachingSessions} where id = ${id} and scheduled_at > ${now.getTime()})`
		await write(
			db()
				.insert(coachingSessions)
				.values({ id, ...sent, createdAt: now, updatedAt: now }),
			recordAudit({
				actor: user,
				action: actions['session.created'],
				subject: { type: 'session', id, name: sent.title },
				detail: { time: sent.scheduledAt },
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

/** Omits unchanged columns: Drizzle skips undefined ones. */
const changedColumns = ({ description, scheduledAt, version: _, ...rest }: Change) => ({
	...rest,
	description: description === '' ? null : description,
	scheduledAt: scheduledAt === undefined ? undefined : new Date(scheduledAt),
})

const instant = (milliseconds: SQL) => sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${milliseconds} / 1000.0, 'unixepoch')`

/** Returns the audit entries of an edit: one for a move, one for other changes. */
function editEntries(actor: CurrentUser, id: string, change: Change, isTheirs: SQL | undefined) {
	const { scheduledAt, ...others } = changedColumns(change)
	const entry = (name: 'session.moved' | 'session.edited', what: SQL, detail: SQL) => {
		const row = sql`from ${coachingSessions} where ${isTheirs} and ${what}`
		const subject = { type: 'session', id, name: sql`(select title ${row})` }
		return recordAudit(
			{ actor, action: actions[name], subject, detail: sql`(select ${detail} ${row})` },
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
						sql`json_object('time', json_array(${instant(sql`scheduled_at`)}, ${instant(sql`${at}`)}))`,
					),
				]),
		...(changed.length === 0
			? []
			: [
					entry(
						'session.edited',
						sql`(${sql.join(changed, sql` or `)})`,
						sql`json_object('title', json_array(title, ${others.title ?? sql`title`}))`,
					),
				]),
	]
}

export const updateSession: Service<typeof contracts.updateSession> = async ({ params, body }, { user }) => {
	const at = body.scheduledAt === undefined ? null : Date.parse(body.scheduledAt)
	const isTheirs = and(eq(coachingSessions.id, params.id), isThere, isVersion(coachingSessions.version, body.version))
	const isMoved = sql`exists (select 1 from ${coachingSessions} where ${isTheirs} and scheduled_at <> ${at} and ${at} > ${Date.now()})`
	const { change } = await write({
		// First, because it reads the old time.
		notices: notifyMembers(params.id, 'moved', user, isMoved),
		audit: editEntries(user, params.id, body, isTheirs),
		change: db()
			.update(coachingSessions)
			.set({
				...changedColumns(body),
				updatedAt: new Date(),
				version: nextVersion(coachingSessions.version),
				sequence: sql`${coachingSessions.sequence} + 1`,
			})
			.where(isTheirs)
			.returning({ id: coachingSessions.id }),
	})
	const session = await findSession(params.id, user)
	if (!session) throw httpError(contracts.updateSession.errors.notFound)
	if (change.length > 0) return session
	throw changedSince(contracts.updateSession, body.version, session) ?? justDeleted()
}

export const deleteSession: Service<typeof contracts.deleteSession> = async ({ params }, { user }) => {
	const now = new Date()
	const isDeletable = sql`id = ${params.id} and cancelled_at is null`
	const isThereToDelete = sql`exists (select 1 from ${coachingSessions} where ${isDeletable})`
	const name = sql`(select title from ${coachingSessions} where ${isDeletable})`
	const isUpcoming = sql`exists (select 1 from ${coachingSessions} where ${isDeletable} and scheduled_at > ${now.getTime()})`
	const { cancelled } = await write({
		// First, because it reads the session before the deletion.
		notices: notifyMembers(params.id, 'cancelled', user, isUpcoming),
		audit: recordAudit(
			{
				actor: user,
				action: actions['session.deleted'],
				subject: {
					type: 'session',
					id: params.id,
					name,
				},
				detail: sql`json_object('topics', (select count(*) from ${coachingTopics} where session_id = ${params.id}))`,
			},
			isThereToDelete,
		),
		trash: moveToTrash(
			{
				kind: 'session',
				id: params.id,
				name,
				actor: user,
				table: coachingTopics,
				rows: sql`session_id = ${params.id}`,
			},
			isThereToDelete,
		),
		cancelled: db()
			.update(coachingSessions)
			.set({ cancelledAt: now, updatedAt: now, sequence: sql`${coachingSessions.sequence} + 1` })
			.where(and(eq(coachingSessions.id, params.id), isThere)),
		topics: db().delete(coachingTopics).where(eq(coachingTopics.sessionId, params.id)),
	})
	if (cancelled.rowsAffected === 0) throw httpError(contracts.deleteSession.errors.notFound)
}

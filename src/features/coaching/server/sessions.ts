import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { coachingSessions, coachingTopics } from '#db/schema/coaching.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { knownZone } from '#src/lib/dates/known-zone.ts'
import { isSafeLink } from '#src/lib/site/links.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import type { Session, SessionDetail } from '../contract.ts'
import * as contracts from '../contract.ts'
import { findTopics } from './topics.ts'

const isAdmin = (viewer: CurrentUser) => viewer.role === 'admin'
export const isNotCancelled = isNull(coachingSessions.cancelledAt)

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
			seriesId: coachingSessions.seriesId,
			version: coachingSessions.version,
			ownTopic: coachingTopics.topic,
			ownTopicId: coachingTopics.id,
			ownTopicVersion: coachingTopics.version,
			// Only admins may learn the number of topics.
			topicCount: isAdmin(viewer)
				? sql<number | null>`(select count(*) from ${coachingTopics} t where t.session_id = ${coachingSessions.id})`
				: sql<number | null>`null`,
		})
		.from(coachingSessions)
		.leftJoin(
			coachingTopics,
			and(eq(coachingTopics.sessionId, coachingSessions.id), eq(coachingTopics.userId, viewer.id)),
		)
		.where(isNotCancelled)
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

export async function findSession(id: string, viewer: CurrentUser): Promise<Session | undefined> {
	const [row] = await sessionsStatement(viewer).where(and(isNotCancelled, eq(coachingSessions.id, id)))
	return row && toSession(row)
}

const endsAt = sql`${coachingSessions.scheduledAt} + ${coachingSessions.durationMinutes} * 60000`

/** The condition on the start time uses the index: no session is longer than `MAX_MINUTES`. */
const upcomingStatement = (viewer: CurrentUser, now: number) =>
	sessionsStatement(viewer).where(
		and(
			isNotCancelled,
			gt(coachingSessions.scheduledAt, new Date(now - contracts.MAX_MINUTES * 60_000)),
			sql`${endsAt} > ${now}`,
		),
	)

/** Returns the statement for the current and next sessions. A test checks its query plan. */
export const nextSessionsStatement = (viewer: CurrentUser, now: number, limit: number) =>
	upcomingStatement(viewer, now).limit(limit)

/**
 * Lists the initial sessions of the page as `viewer` sees them: current, upcoming and the last `PAST_STEP` past ones.
 * @returns the sessions in time order, and the number of older ones.
 */
export async function listRecentSessionsFor(
	viewer: CurrentUser,
	now = Date.now(),
): Promise<{ sessions: Session[]; older: number }> {
	const isPast = and(isNotCancelled, sql`${endsAt} <= ${now}`)
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

/** Returns the start of the next session. Visitors may see it. */
export async function findNextCall(now = new Date()): Promise<string | null> {
	const [row] = await db()
		.select({ startsAt: coachingSessions.scheduledAt })
		.from(coachingSessions)
		.where(and(isNotCancelled, gt(coachingSessions.scheduledAt, now)))
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

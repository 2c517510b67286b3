import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { coachingSessions, coachingTopics } from '#db/schema/coaching.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { type ApiError, httpError, justDeleted } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/endpoint/version.ts'
import type { Topic } from '../contract.ts'
import * as contracts from '../contract.ts'

const topicsWhere = (condition: SQL | undefined) =>
	db()
		.select({
			id: coachingTopics.id,
			topic: coachingTopics.topic,
			userId: coachingTopics.userId,
			user: { name: users.name },
			editedAt: coachingTopics.editedAt,
			version: coachingTopics.version,
			idempotencyKey: coachingTopics.idempotencyKey,
		})
		.from(coachingTopics)
		.innerJoin(users, eq(users.id, coachingTopics.userId))
		.where(condition)
		.orderBy(asc(coachingTopics.id))

type Row = Awaited<ReturnType<typeof topicsWhere>>[number]
const toTopic = ({ id, topic, user, editedAt, version }: Row): Topic => ({
	id,
	topic,
	user,
	isEdited: editedAt !== null,
	version,
})

const ofSession = (sessionId: string) => eq(coachingTopics.sessionId, sessionId)
const ofAuthor = (sessionId: string, userId: string) => and(ofSession(sessionId), eq(coachingTopics.userId, userId))

const isAdmin = (viewer: CurrentUser) => viewer.role === 'admin'

export const findTopics = async (sessionId: string, viewer: CurrentUser): Promise<Topic[]> =>
	(await topicsWhere(isAdmin(viewer) ? ofSession(sessionId) : ofAuthor(sessionId, viewer.id))).map(toTopic)

const findSessionTimes = async (sessionId: string) => {
	const [session] = await db()
		.select({ scheduledAt: coachingSessions.scheduledAt, cancelledAt: coachingSessions.cancelledAt })
		.from(coachingSessions)
		.where(eq(coachingSessions.id, sessionId))
	return session
}

export const suggestTopic: Service<typeof contracts.suggestTopic> = async ({ params, body }, { user }) => {
	const { sessionId } = params
	const { notFound, calledOff, already, past } = contracts.suggestTopic.errors
	const now = Date.now()
	// A session accepts topics until it ends; the unique index allows one per member.
	const {
		inserted,
		topics: [own],
	} = await write({
		inserted: db().run(sql`
			insert into ${coachingTopics} (id, session_id, user_id, topic, created_at, send_key)
			select ${newId()}, id, ${user.id}, ${body.topic}, ${now}, ${body.idempotencyKey ?? null} from ${coachingSessions}
			where id = ${sessionId} and cancelled_at is null and scheduled_at + duration_minutes * 60000 > ${now}
			on conflict (session_id, user_id) do nothing`),
		topics: topicsWhere(ofAuthor(sessionId, user.id)),
	})
	const isSentAgain =
		body.idempotencyKey !== undefined && own?.idempotencyKey === body.idempotencyKey && own.topic === body.topic
	if (own && (inserted.rowsAffected > 0 || isSentAgain)) return toTopic(own)
	const session = await findSessionTimes(sessionId)
	if (!session) throw httpError(notFound)
	if (session.cancelledAt) throw httpError(calledOff)
	throw httpError(own ? already : past)
}

/** Returns the condition under which an author may change a topic. */
const isOpen = (sessionId: string) => sql`exists (select 1 from ${coachingSessions}
	where id = ${sessionId} and cancelled_at is null and scheduled_at > ${Date.now()})`

type OwnTopic = { sessionId: string; id: string }

/** Explains why a change of a topic wrote nothing, or returns the row if only its version differs. */
async function explainConflict({ sessionId, id }: OwnTopic, user: CurrentUser): Promise<ApiError | Row> {
	const { notFound, notAuthor, begun, calledOff } = contracts.deleteTopic.errors
	const [session, [row]] = await Promise.all([
		findSessionTimes(sessionId),
		topicsWhere(and(ofSession(sessionId), eq(coachingTopics.id, id))),
	])
	if (session?.cancelledAt) return httpError(calledOff)
	if (row && row.userId !== user.id) return httpError(isAdmin(user) ? notAuthor : notFound)
	if (!row) return httpError(notFound)
	if (session && session.scheduledAt.getTime() <= Date.now()) return httpError(begun)
	return row
}

const isEditable = ({ sessionId, id }: OwnTopic, user: CurrentUser) =>
	and(ofAuthor(sessionId, user.id), eq(coachingTopics.id, id), isOpen(sessionId))

export const updateTopic: Service<typeof contracts.updateTopic> = async ({ params, body }, { user }) => {
	const {
		change,
		topics: [current],
	} = await write({
		change: db()
			.update(coachingTopics)
			.set({ topic: body.topic, editedAt: new Date(), version: nextVersion(coachingTopics.version) })
			.where(and(isEditable(params, user), isVersion(coachingTopics.version, body.version))),
		topics: topicsWhere(and(ofAuthor(params.sessionId, user.id), eq(coachingTopics.id, params.id))),
	})
	if (current && change.rowsAffected > 0) return toTopic(current)
	const conflict = await explainConflict(params, user)
	if ('status' in conflict) throw conflict
	throw changedSince(contracts.updateTopic, body.version, toTopic(conflict)) ?? justDeleted()
}

export const deleteTopic: Service<typeof contracts.deleteTopic> = async ({ params }, { user }) => {
	const deleted = await db().delete(coachingTopics).where(isEditable(params, user))
	if (deleted.rowsAffected > 0) return undefined
	const conflict = await explainConflict(params, user)
	throw 'status' in conflict ? conflict : justDeleted()
}

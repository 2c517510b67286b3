import { and, eq, inArray, isNull } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { idsAfter } from '#db/rows.ts'
import { coachingSessions } from '#db/schema/coaching.ts'
import type { PartSource } from '#src/platform/search/search-source.ts'

const isNotCancelled = isNull(coachingSessions.cancelledAt)

/** Coaching sessions: title and description. Topics are private to their author and the coach. */
export const searchableSessions: PartSource = {
	kind: 'session',
	tab: 'coaching',
	idsAfter: (after, limit) => idsAfter(coachingSessions, after, limit),
	async audiencesOf(ids) {
		const rows = await db()
			.select({ id: coachingSessions.id })
			.from(coachingSessions)
			.where(and(isNotCancelled, inArray(coachingSessions.id, [...ids])))
		return new Map(rows.map(({ id }) => [id, 'members']))
	},
	async read(id) {
		const [session] = await db()
			.select({ title: coachingSessions.title, description: coachingSessions.description })
			.from(coachingSessions)
			.where(and(isNotCancelled, eq(coachingSessions.id, id)))
		if (!session) return undefined
		const { title, description } = session
		const about = { part: 'about', heading: title, text: description ?? '', anchor: `session-${id}` } as const
		return { audience: 'members', parts: [about] }
	},
	async show(ids, reader) {
		if (!reader) return new Map()
		const rows = await db()
			.select({
				id: coachingSessions.id,
				title: coachingSessions.title,
				scheduledAt: coachingSessions.scheduledAt,
			})
			.from(coachingSessions)
			.where(and(isNotCancelled, inArray(coachingSessions.id, [...ids])))
		return new Map(
			rows.map(({ id, title, scheduledAt }) => [
				id,
				{ title, context: 'Coaching session', path: '/coaching', at: scheduledAt },
			]),
		)
	},
}

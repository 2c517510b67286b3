import { and, eq, exists, or, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { attendances } from '#db/schema/attendance.ts'
import { cleActivities } from '#db/schema/cle.ts'
import { coachingSessions } from '#db/schema/coaching.ts'
import { modules } from '#db/schema/modules.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import type { listOffers as contract, Offer } from '../offers-contract.ts'

const stateOf = (userId: string) => sql<Offer['state']>`(
	select ${attendances.state} from ${attendances}
	where ${attendances.activityId} = ${cleActivities}.id and ${attendances.userId} = ${userId}
	order by ${attendances.id} desc limit 1)`

const isOffered = (condition: SQL | undefined) => and(eq(cleActivities.offered, true), condition)

/** Offers of all sessions. */
const ofSessions = (userId: string): Promise<Offer[]> =>
	db()
		.select({
			...{ kind: cleActivities.kind, refId: cleActivities.refId, moduleId: sql<null>`null` },
			state: stateOf(userId),
		})
		.from(cleActivities)
		.where(
			isOffered(
				and(
					eq(cleActivities.kind, 'session'),
					exists(
						db().select({ one: sql`1` }).from(coachingSessions).where(eq(coachingSessions.id, cleActivities.refId)),
					),
				),
			),
		)

/** Offers of a course, of its modules, and of the recordings that its modules show. */
async function ofCourse(courseId: string, userId: string): Promise<Offer[]> {
	const shows = sql`instr(${modules.additionalContent}, '/media/' || ${cleActivities.refId} || '/') > 0`
	const [course, ofModules] = await Promise.all([
		db()
			.select({
				...{ kind: cleActivities.kind, refId: cleActivities.refId, moduleId: sql<null>`null` },
				state: stateOf(userId),
			})
			.from(cleActivities)
			.where(isOffered(and(eq(cleActivities.kind, 'course'), eq(cleActivities.refId, courseId)))),
		db()
			.select({
				...{ kind: cleActivities.kind, refId: cleActivities.refId, moduleId: modules.id },
				state: stateOf(userId),
			})
			.from(modules)
			.innerJoin(
				cleActivities,
				or(
					and(eq(cleActivities.kind, 'module'), eq(cleActivities.refId, modules.id)),
					and(eq(cleActivities.kind, 'recording'), shows),
				),
			)
			.where(isOffered(eq(modules.courseId, courseId))),
	])
	return [...course, ...ofModules]
}

export const listOffers: Service<typeof contract> = ({ query }, { user }) =>
	query.course === undefined ? ofSessions(user.id) : ofCourse(query.course, user.id)

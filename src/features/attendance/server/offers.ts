import { and, eq, exists, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { attendances } from '#db/schema/attendance.ts'
import { cleActivities } from '#db/schema/cle.ts'
import { coachingSessions } from '#db/schema/coaching.ts'
import { mediaUses } from '#db/schema/media.ts'
import { modules } from '#db/schema/modules.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import type { listCreditCourses as coursesContract } from '../credit-courses-contract.ts'
import type { listOffers as contract, Offer } from '../offers-contract.ts'

const stateOf = (userId: string) => sql<Offer['state']>`(
	select ${attendances.state} from ${attendances}
	where ${attendances.activityId} = ${cleActivities}.id and ${attendances.userId} = ${userId}
	order by ${attendances.id} desc limit 1)`

const offered = (kind: Offer['kind'], condition?: SQL) =>
	and(eq(cleActivities.kind, kind), eq(cleActivities.offered, true), condition)

const ofWhole = (userId: string) => ({
	...{ kind: cleActivities.kind, refId: cleActivities.refId, moduleId: sql<null>`null` },
	state: stateOf(userId),
})
const ofModule = (userId: string) => ({
	...{ kind: cleActivities.kind, refId: cleActivities.refId, moduleId: modules.id },
	state: stateOf(userId),
})

/** SQL condition: a module uses the recording. */
const isUsedByModule = and(eq(mediaUses.subjectType, 'module'), eq(mediaUses.mediaId, cleActivities.refId))

/** Returns the offers of all sessions. */
const ofSessions = (userId: string): Promise<Offer[]> =>
	db()
		.select(ofWhole(userId))
		.from(cleActivities)
		.where(
			offered(
				'session',
				exists(db().select({ one: sql`1` }).from(coachingSessions).where(eq(coachingSessions.id, cleActivities.refId))),
			),
		)

/** Returns the offers of a course, of its modules, and of the recordings that its modules show. */
async function ofCourse(courseId: string, userId: string): Promise<Offer[]> {
	const isInCourse = eq(modules.courseId, courseId)
	const found = await Promise.all([
		db()
			.select(ofWhole(userId))
			.from(cleActivities)
			.where(offered('course', eq(cleActivities.refId, courseId))),
		db()
			.select(ofModule(userId))
			.from(modules)
			.innerJoin(cleActivities, eq(cleActivities.refId, modules.id))
			.where(offered('module', isInCourse)),
		db()
			.select(ofModule(userId))
			.from(cleActivities)
			.innerJoin(mediaUses, isUsedByModule)
			.innerJoin(modules, eq(modules.id, mediaUses.subjectId))
			.where(offered('recording', isInCourse)),
	])
	return found.flat()
}

export const listOffers: Service<typeof contract> = ({ query }, { user }) =>
	query.course === undefined ? ofSessions(user.id) : ofCourse(query.course, user.id)

export const listCreditCourses: Service<typeof coursesContract> = async () => {
	const found = await Promise.all([
		db().select({ id: cleActivities.refId }).from(cleActivities).where(offered('course')),
		db()
			.selectDistinct({ id: modules.courseId })
			.from(cleActivities)
			.innerJoin(modules, eq(modules.id, cleActivities.refId))
			.where(offered('module')),
		db()
			.selectDistinct({ id: modules.courseId })
			.from(cleActivities)
			.innerJoin(mediaUses, isUsedByModule)
			.innerJoin(modules, eq(modules.id, mediaUses.subjectId))
			.where(offered('recording')),
	])
	return [...new Set(found.flat().map(({ id }) => id))]
}

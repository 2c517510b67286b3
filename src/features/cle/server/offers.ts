import { and, eq, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { cleAccreditations, cleActivities } from '#db/schema/cle.ts'
import { coachingSessions } from '#db/schema/coaching.ts'
import { courses, enrollments } from '#db/schema/courses.ts'
import { modules } from '#db/schema/modules.ts'
import type { CreditFacts } from '../engine/types.ts'
import type { Requirement } from '../rules-schema.ts'
import { totalOf } from './credit-rows.ts'

/** An accredited club activity that a member can take. */
export interface Offer {
	activityId: string
	title: string
	jurisdiction: string
	credits: Record<string, number>
	format: CreditFacts['format']
	href: string
	/** Whether the member is enrolled in its course. */
	isEnrolled: boolean
}

/** SQL expression: id of the course of an activity. */
const courseId = sql`case ${cleActivities.kind} when 'course' then ${cleActivities.refId}
	when 'module' then (select course_id from ${modules} where ${modules.id} = ${cleActivities.refId}) end`

/** SQL condition: the activity belongs to a published course, or is an upcoming session or a recording. */
const isOpen = (now: number) => sql`case ${cleActivities.kind} when 'recording' then 1
	when 'session' then exists (select 1 from ${coachingSessions} as s where s.id = ${cleActivities.refId}
		and s.cancelled_at is null and s.scheduled_at > ${now})
	else ${courses.isPublished} end`

function hrefOf(kind: string, refId: string, course: string | null): string {
	if (kind === 'session') return '/coaching'
	return course === null ? '' : `/courses/${course}${kind === 'module' ? `#module-${refId}` : ''}`
}

/** Returns the club's activities that give credit in these jurisdictions on a day, by title. */
export async function offersIn(jurisdictions: readonly string[], userId: string, on: string): Promise<Offer[]> {
	const rows = await db()
		.select({
			activityId: cleActivities.id,
			title: cleActivities.title,
			kind: cleActivities.kind,
			refId: cleActivities.refId,
			format: cleActivities.format,
			jurisdiction: cleAccreditations.jurisdiction,
			credits: cleAccreditations.credits,
			formats: cleAccreditations.formats,
			course: courses.id,
			isEnrolled: sql<number>`exists (select 1 from ${enrollments}
				where ${enrollments.courseId} = ${courses.id} and ${enrollments.userId} = ${userId})`,
		})
		.from(cleAccreditations)
		.innerJoin(cleActivities, eq(cleActivities.id, cleAccreditations.activityId))
		.leftJoin(courses, eq(courses.id, courseId))
		.where(
			and(
				inArray(cleAccreditations.jurisdiction, [...jurisdictions]),
				eq(cleActivities.offered, true),
				lte(cleAccreditations.validFrom, on),
				or(isNull(cleAccreditations.validTo), gte(cleAccreditations.validTo, on)),
				isOpen(Date.now()),
			),
		)
		.orderBy(cleActivities.title, cleAccreditations.id)
	return rows
		.filter(({ format, formats }) => formats.includes(format))
		.map(({ kind, refId, course, isEnrolled, formats: _, ...row }) => ({
			...row,
			href: hrefOf(kind, refId, course),
			isEnrolled: isEnrolled === 1,
		}))
}

/** Returns how many credits of an activity count toward a requirement. */
export function creditsFor({ credits, format }: Offer, { from, formats }: Requirement): number {
	if (!from) return formats && !formats.includes(format) ? 0 : totalOf(credits)
	return from
		.filter((entry) => entry.formats?.includes(format) ?? true)
		.reduce((sum, { category }) => sum + (credits[category] ?? 0), 0)
}

/** Returns the activities in progress as planned credits. */
export const plannedOf = (offers: readonly Offer[], on: string): CreditFacts[] =>
	offers
		.filter(({ isEnrolled }) => isEnrolled)
		.map(({ activityId, format, credits }) => ({ id: `planned-${activityId}`, date: on, format, credits }))

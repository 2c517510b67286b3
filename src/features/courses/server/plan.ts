import { type SQL, sql } from 'drizzle-orm'
import type { CourseRow } from '#db/schema/courses.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { type AuditEntry, recordAudit } from '#src/platform/audit.ts'
import type { Course } from '../contract.ts'
import { SCHEDULE_ERRORS } from '../contract.ts'
import { actions } from './audit-actions.ts'

// When a course is published and taken back by itself, and for whom it is, as admins set it. `schedule.ts` does it.

/** What admins are told of it. */
export const toSchedule = (row: Pick<CourseRow, 'membersOnly' | 'publishAt' | 'unpublishAt' | 'publishRefusal'>) => ({
	membersOnly: row.membersOnly,
	publishAt: row.publishAt?.toISOString() ?? null,
	unpublishAt: row.unpublishAt?.toISOString() ?? null,
	publishRefusal: row.publishRefusal,
})

/** What of a change is about the schedule. */
interface Plan {
	isPublished?: boolean | undefined
	publishAt?: string | null | undefined
	unpublishAt?: string | null | undefined
	membersOnly?: boolean | undefined
}

const instant = (text: string | null | undefined) => (text == null ? null : Date.parse(text))
/** What a change names, else what stands there. */
const either = (given: string | null | undefined, before: string | null | undefined) =>
	instant(given === undefined ? before : given)

/**
 * The columns of the schedule after a change. A time is named once and used up by what it was for, by hand or by the job:
 * who publishes a course by hand need not remember that it was to be published next week.
 * @param before the course as it is; undefined for a new one.
 * @throws {ApiError} 400 for a time that has passed, unless it stood there already, or that makes no sense.
 */
export function scheduleOf(change: Plan, before: Course | undefined, now = Date.now()) {
	const isPublished = change.isPublished ?? before?.isPublished ?? false
	const publishesNow = isPublished && !before?.isPublished
	const takesBackNow = !isPublished && before?.isPublished === true
	const publishAt = publishesNow ? null : either(change.publishAt, before?.publishAt)
	const unpublishAt =
		takesBackNow && change.unpublishAt === undefined ? null : either(change.unpublishAt, before?.unpublishAt)
	const isNew = (at: number | null, stood: string | null | undefined) => at !== null && at !== instant(stood)
	const setsPublishing = isNew(publishAt, before?.publishAt)
	if (setsPublishing && isPublished) throw httpError(SCHEDULE_ERRORS.isPublished)
	if (
		(setsPublishing && (publishAt ?? 0) <= now) ||
		(isNew(unpublishAt, before?.unpublishAt) && (unpublishAt ?? 0) <= now)
	)
		throw httpError(SCHEDULE_ERRORS.passed)
	if (publishAt !== null && unpublishAt !== null && unpublishAt <= publishAt) throw httpError(SCHEDULE_ERRORS.order)
	const column = (at: number | null) => (at === null ? null : new Date(at))
	// What stays is not written: the job may be at it.
	return {
		...(publishAt === instant(before?.publishAt) ? {} : { publishAt: column(publishAt), publishRefusal: null }),
		...(unpublishAt === instant(before?.unpublishAt) ? {} : { unpublishAt: column(unpublishAt) }),
	}
}

/** Statements that record who scheduled what, and for whom a course is, where a change says so. */
export function recordPlan(
	actor: AuditEntry['actor'],
	course: Pick<Course, 'id' | 'title'> & Partial<Course>,
	change: Plan,
	when: SQL,
) {
	const subject = { type: 'course', id: course.id, name: course.title }
	const differs = (given: string | null | undefined, stood: string | null | undefined) =>
		given !== undefined && instant(given) !== instant(stood)
	const entries: Array<ReturnType<typeof recordAudit>> = []
	const times = {
		...(differs(change.publishAt, course.publishAt) ? { publish: change.publishAt ?? 'no time' } : {}),
		...(differs(change.unpublishAt, course.unpublishAt) ? { unpublish: change.unpublishAt ?? 'no time' } : {}),
	}
	if (Object.keys(times).length > 0)
		entries.push(recordAudit({ actor, action: actions['course.scheduled'], subject, detail: times }, when))
	if (change.membersOnly !== undefined && change.membersOnly !== (course.membersOnly ?? false)) {
		const detail = { readers: change.membersOnly ? 'members' : 'everybody' }
		entries.push(recordAudit({ actor, action: actions['course.audience'], subject, detail }, when))
	}
	return entries
}

/** Why a course was not published by its schedule, in the words that admins read. */
export const PUBLISH_ERRORS = { noModules: 'it had no modules' } as const

/**
 * A course that comes back after its time has passed waits for somebody to decide: one whose end passed meanwhile is a
 * draft, as it would be by now had nobody deleted it.
 */
export const forgetPassedTimes = (id: string) => sql`
	update courses set is_published = case when unpublish_at <= ${Date.now()} then 0 else is_published end,
		publish_at = case when publish_at > ${Date.now()} then publish_at end,
		unpublish_at = case when unpublish_at > ${Date.now()} then unpublish_at end,
		publish_refusal = case when publish_at > ${Date.now()} then publish_refusal end
	where id = ${id}`

import { type SQL, sql } from 'drizzle-orm'
import { type CourseRow, courses } from '#db/schema/courses.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { type AuditEntry, recordAudit } from '#src/platform/audit.ts'
import type { Course } from '../contract.ts'
import { SCHEDULE_ERRORS } from '../contract.ts'
import { actions } from './audit-actions.ts'

// Publishing schedule and readers of a course, as admins set them. `schedule.ts` runs the schedule.

export const toSchedule = (row: Pick<CourseRow, 'membersOnly' | 'publishAt' | 'unpublishAt' | 'publishRefusal'>) => ({
	membersOnly: row.membersOnly,
	publishAt: row.publishAt?.toISOString() ?? null,
	unpublishAt: row.unpublishAt?.toISOString() ?? null,
	publishRefusal: row.publishRefusal,
})

interface Plan {
	isPublished?: boolean | undefined
	publishAt?: string | null | undefined
	unpublishAt?: string | null | undefined
	membersOnly?: boolean | undefined
}

const instant = (text: string | null | undefined) => (text == null ? null : Date.parse(text))
/** Returns the time from the change, or else the current one. */
const newOrCurrent = (next: string | null | undefined, before: string | null | undefined) =>
	instant(next === undefined ? before : next)

/**
 * Returns the schedule columns after a change. Publishing clears the publish time, so that a course published manually
 * is not published again later. Unpublishing clears the unpublish time.
 * @param before the course before the change; undefined for a new course.
 * @throws {ApiError} 400 for a new time in the past, or for times in the wrong order.
 */
export function scheduleOf(change: Plan, before: Course | undefined, now = Date.now()) {
	const isPublished = change.isPublished ?? before?.isPublished ?? false
	const publishesNow = isPublished && !before?.isPublished
	const unpublishesNow = !isPublished && before?.isPublished === true
	const publishAt = publishesNow ? null : newOrCurrent(change.publishAt, before?.publishAt)
	const unpublishAt =
		unpublishesNow && change.unpublishAt === undefined ? null : newOrCurrent(change.unpublishAt, before?.unpublishAt)
	const isNew = (at: number | null, previous: string | null | undefined) => at !== null && at !== instant(previous)
	const setsPublishing = isNew(publishAt, before?.publishAt)
	if (setsPublishing && isPublished) throw httpError(SCHEDULE_ERRORS.isPublished)
	if (
		(setsPublishing && (publishAt ?? 0) <= now) ||
		(isNew(unpublishAt, before?.unpublishAt) && (unpublishAt ?? 0) <= now)
	)
		throw httpError(SCHEDULE_ERRORS.passed)
	if (publishAt !== null && unpublishAt !== null && unpublishAt <= publishAt) throw httpError(SCHEDULE_ERRORS.order)
	const column = (at: number | null) => (at === null ? null : new Date(at))
	// Unchanged columns are left out, because the job may be writing them.
	return {
		...(publishAt === instant(before?.publishAt) ? {} : { publishAt: column(publishAt), publishRefusal: null }),
		...(unpublishAt === instant(before?.unpublishAt) ? {} : { unpublishAt: column(unpublishAt) }),
	}
}

export function recordPlan(
	actor: AuditEntry['actor'],
	course: Pick<Course, 'id' | 'title'> & Partial<Course>,
	change: Plan,
	when: SQL,
) {
	const subject = { type: 'course', id: course.id, name: course.title }
	const isChanged = (next: string | null | undefined, previous: string | null | undefined) =>
		next !== undefined && instant(next) !== instant(previous)
	const entries: Array<ReturnType<typeof recordAudit>> = []
	const times = {
		...(isChanged(change.publishAt, course.publishAt) ? { publish: change.publishAt ?? 'no time' } : {}),
		...(isChanged(change.unpublishAt, course.unpublishAt) ? { unpublish: change.unpublishAt ?? 'no time' } : {}),
	}
	if (Object.keys(times).length > 0)
		entries.push(recordAudit({ actor, action: actions['course.scheduled'], subject, detail: times }, when))
	if (change.membersOnly !== undefined && change.membersOnly !== (course.membersOnly ?? false)) {
		const detail = { readers: change.membersOnly ? 'members' : 'everybody' }
		entries.push(recordAudit({ actor, action: actions['course.audience'], subject, detail }, when))
	}
	return entries
}

/** Why a scheduled course was not published, as shown to admins. */
export const PUBLISH_ERRORS = { noModules: 'it had no modules' } as const

/**
 * Clears scheduled times that passed while the course was in the trash, so that an admin decides. If the unpublish time
 * passed, the course becomes a draft, as it would have if it had not been deleted.
 */
export const forgetPassedTimes = (id: string) => sql`
	update ${courses} set is_published = case when unpublish_at <= ${Date.now()} then 0 else is_published end,
		publish_at = case when publish_at > ${Date.now()} then publish_at end,
		unpublish_at = case when unpublish_at > ${Date.now()} then unpublish_at end,
		publish_refusal = case when publish_at > ${Date.now()} then publish_refusal end
	where id = ${id}`

import { and, asc, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { type CourseRow, courses } from '#db/schema/courses.ts'
import { modules } from '#db/schema/modules.ts'
import { write } from '#db/write.ts'
import { publishCourse } from '#src/features/modules/server/service.ts'
import { recordAudit } from '#src/platform/audit.ts'
import { nextVersion } from '#src/platform/endpoint/version.ts'
import { job } from '#src/platform/jobs/job.ts'
import { CLOCKS_MS, releaseLease, takeLease } from '#src/platform/jobs/lease.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { nodeId } from '#src/platform/nodes/node-id.ts'
import { publishEverywhere } from '#src/platform/publish/publish-queue.ts'
import { actions } from './audit-actions.ts'
import { purgeFilesOfCourse } from './course-files.ts'

// Scheduled changes of courses and modules. Each change is conditional in its own write, so it happens once even if
// several nodes try; the lease only keeps them from trying at the same time.

const LEASE = 'course-schedule'
/** Lease in milliseconds, longer than any run. After a crash, another node takes over when the lease expires. */
const LEASE_MS = 60_000
/** Changes due sooner than this, in milliseconds, are scheduled with a timer. */
const SOON_MS = 5 * 60_000
/** Batch size. The driver is synchronous, so a large batch would block other requests. */
const BATCH = 100

const isToPublish = (before: Date) =>
	and(isNotNull(courses.publishAt), lte(courses.publishAt, before), isNull(courses.publishRefusal))
const isToUnpublish = (before: Date) => and(isNotNull(courses.unpublishAt), lte(courses.unpublishAt, before))
const isToOpen = (before: Date) =>
	and(eq(modules.isOpen, false), isNotNull(modules.availableFrom), lte(modules.availableFrom, before))

/** Modules that a fast clock opened too early. The literal 1 lets SQLite use the partial index. */
const isToClose = (now: Date) =>
	and(
		sql`${modules.isOpen} = 1`,
		isNotNull(modules.availableFrom),
		gt(modules.availableFrom, new Date(now.getTime() + CLOCKS_MS)),
	)

/** Time in milliseconds that means that nothing is due soon. */
export const NEVER = 9e15

/** Returns a statement for the time of the next due change, or `NEVER`; part of the query for all due work. */
export function dueSchedule(now = Date.now()) {
	const soon = new Date(now + SOON_MS)
	return db()
		.select({
			at: sql<number | null>`min(
				coalesce((select min(${courses.publishAt}) from ${courses} where ${isToPublish(soon)}), ${NEVER}),
				coalesce((select min(${courses.unpublishAt}) from ${courses} where ${isToUnpublish(soon)}), ${NEVER}),
				coalesce((select min(${modules.availableFrom}) from ${modules} where ${isToOpen(soon)}), ${NEVER}),
				case when exists (select 1 from ${modules} where ${isToClose(new Date(now))}) then ${now} else ${NEVER} end)`,
		})
		.from(sql`(select 1)`)
}

type Due = Pick<CourseRow, 'id' | 'title' | 'publishAt' | 'unpublishAt'>

const bySchedule = (name: 'course.published' | 'course.unpublished', { id, title }: Due) => ({
	...{ actor: undefined, action: actions[name], subject: { type: 'course', id, name: title } },
	detail: { by: 'schedule' },
})

/** SQL for whether the course still meets the condition of the change. */
const isUnchanged = (where: ReturnType<typeof and>) => sql`exists (select 1 from ${courses} where ${where})`
const hasModules = sql`exists (select 1 from ${modules} where ${modules.courseId} = ${courses.id})`

/** Publishes a due course. If it has no modules, it stays a draft, and the time and the reason are kept. */
async function publishDue(due: Due): Promise<void> {
	const isStillDue = and(
		...[eq(courses.id, due.id), eq(courses.publishAt, due.publishAt ?? new Date(0)), isNull(courses.publishRefusal)],
	)
	const isDraft = and(isStillDue, eq(courses.isPublished, false), hasModules)
	await write(
		recordAudit(bySchedule('course.published', due), isUnchanged(isDraft)),
		...publishCourse(due.id, { when: isDraft }),
		db()
			.update(courses)
			.set({ isPublished: true, publishAt: null, version: nextVersion(courses.version) })
			.where(isDraft),
		db()
			.update(courses)
			.set({ publishRefusal: 'noModules', version: nextVersion(courses.version) })
			.where(and(isStillDue, eq(courses.isPublished, false))),
		// If an admin has already published it, only the time is cleared.
		db()
			.update(courses)
			.set({ publishAt: null })
			.where(and(isStillDue, eq(courses.isPublished, true))),
	)
}

async function unpublishDue(due: Due): Promise<void> {
	const isStillDue = and(eq(courses.id, due.id), eq(courses.unpublishAt, due.unpublishAt ?? new Date(0)))
	const isShown = and(isStillDue, eq(courses.isPublished, true))
	await write(
		recordAudit(bySchedule('course.unpublished', due), isUnchanged(isShown)),
		...publishCourse(due.id, { when: isShown }),
		...purgeFilesOfCourse(isShown),
		db()
			.update(courses)
			.set({ isPublished: false, unpublishAt: null, version: nextVersion(courses.version) })
			.where(isShown),
		db().update(courses).set({ unpublishAt: null }).where(isStillDue),
	)
}

/** Opens or closes modules, and republishes the pages of their courses. @returns the number of courses. */
async function setOpen(isOpen: boolean, condition: SQL | undefined, now: Date): Promise<number> {
	const due = await db().selectDistinct({ id: modules.courseId }).from(modules).where(condition).limit(BATCH)
	for (const { id } of due) {
		const ofCourse = and(eq(modules.courseId, id), condition)
		await write(
			...publishCourse(id, { now, when: sql`exists (select 1 from ${modules} where ${ofCourse})` }),
			db().update(modules).set({ isOpen }).where(ofCourse),
		)
	}
	return due.length
}

const dueCourses = (now: Date) =>
	db()
		.select({
			...{ id: courses.id, title: courses.title, publishAt: courses.publishAt, unpublishAt: courses.unpublishAt },
			publishRefusal: courses.publishRefusal,
		})
		.from(courses)
		.where(or(isToPublish(now), isToUnpublish(now)))
		.orderBy(asc(courses.id))
		.limit(BATCH)

/**
 * Runs all due changes: publishes and unpublishes courses, opens modules, and closes those that opened too early.
 * @param holder id of the lease holder.
 * @returns the number of courses checked; undefined if another node has the lease.
 */
export async function runSchedule(holder: string, now = Date.now()): Promise<number | undefined> {
	if (!(await takeLease(LEASE, holder, LEASE_MS, now))) return undefined
	try {
		const at = new Date(now)
		const due = await dueCourses(at)
		const isDue = (when: Date | null) => when !== null && when <= at
		for (const course of due) {
			// Both times may have passed while the server was off. Both changes run, so that the audit log is complete.
			if (isDue(course.publishAt) && course.publishRefusal === null) await publishDue(course)
			if (isDue(course.unpublishAt)) await unpublishDue(course)
		}
		const opened = await setOpen(true, isToOpen(at), at)
		const closed = await setOpen(false, isToClose(at), at)
		const isHidden = closed > 0 || due.some(({ unpublishAt }) => isDue(unpublishAt))
		const checked = due.length + opened + closed
		if (isHidden) await publishEverywhere()
		else if (checked > 0) wake('publisher')
		return checked
	} finally {
		await releaseLease(LEASE, holder)
	}
}

/** Returns courses whose scheduled publishing failed, earliest first. */
export const refusedCourses = () =>
	db()
		.select({ id: courses.id, title: courses.title, publishRefusal: courses.publishRefusal })
		.from(courses)
		.where(isNotNull(courses.publishRefusal))
		.orderBy(asc(courses.publishAt))
		.limit(10)

export const scheduleJob = job({
	name: 'course-schedule',
	due: dueSchedule,
	every: 15_000,
	run: () => runSchedule(nodeId),
})

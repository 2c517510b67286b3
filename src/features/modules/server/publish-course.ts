import { and, eq, type SQL } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { enqueuePublish } from '#src/platform/publish-queue.ts'

/**
 * Statements that belong into the write of whatever changes a course or one of its modules: the course's new date, and
 * its public page, with which those that list it change. After the write call `nudgePublisher`.
 * @param options.when the condition of the change, where it can still be seen: a course that stays as it is keeps its date.
 */
export const publishCourse = (courseId: string, { now = new Date(), when }: { now?: Date; when?: SQL } = {}) => [
	db()
		.update(courses)
		.set({ updatedAt: now })
		.where(and(eq(courses.id, courseId), when)),
	...enqueuePublish([`/courses/${courseId}`]),
]

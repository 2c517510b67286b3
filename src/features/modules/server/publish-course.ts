import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { enqueuePublish } from '#src/platform/publish-queue.ts'

/**
 * Statements that belong into the write of whatever changes a course or one of its modules: the course's new date, and
 * its public page, with which those that list it change. After the write call `nudgePublisher`.
 */
export const publishCourse = (courseId: string, now = new Date()) => [
	db().update(courses).set({ updatedAt: now }).where(eq(courses.id, courseId)),
	...enqueuePublish([`/courses/${courseId}`]),
]

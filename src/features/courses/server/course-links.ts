import { sql } from 'drizzle-orm'
import { courses } from '#db/schema/courses.ts'
import { linkedTexts, publishLinked } from '#src/platform/publish/content-links.ts'

export const courseTexts = linkedTexts('course', courses, { description: courses.description })

/**
 * Returns statements for the write that replaces the description or deletes the course: they republish the pages of
 * episodes that the description links to.
 */
export const publishLinkedByCourse = (courseId: string) =>
	publishLinked(sql`from_kind = 'course' and from_id = ${courseId}`)

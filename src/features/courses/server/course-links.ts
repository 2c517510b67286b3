import { asc, gt, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import {
	type LinkSource,
	type LinkSources,
	linkStatements,
	publishLinked,
} from '#src/platform/publish/content-links.ts'

const courseSource = ({ id, description }: { id: string; description: string }): LinkSource => ({
	...{ kind: 'course', id, text: description },
	isStored: sql`exists (select 1 from ${courses} where id = ${id} and description = ${description})`,
})

/**
 * Returns statements that store the links of a course's description. They follow the statement that stores the text.
 */
export const courseLinks = (course: { id: string; description: string }) => linkStatements(courseSource(course))

/**
 * Returns statements for the write that replaces the description or deletes the course: they republish the pages of
 * episodes that the description links to.
 */
export const publishLinkedByCourse = (courseId: string) =>
	publishLinked(sql`from_kind = 'course' and from_id = ${courseId}`)

/** All courses, to store links of texts from before links were stored. */
export const courseSources: LinkSources = async (after, limit) => {
	const rows = await db()
		.select({ id: courses.id, description: courses.description })
		.from(courses)
		.where(gt(courses.id, String(after ?? '')))
		.orderBy(asc(courses.id))
		.limit(limit)
	return rows.map((row) => ({ ...courseSource(row), place: row.id }))
}

import { sql } from 'drizzle-orm'
import { modules } from '#db/schema/modules.ts'
import { linkedTexts, publishLinked } from '#src/platform/publish/content-links.ts'

const { description, content, additionalContent } = modules
export const moduleTexts = linkedTexts('module', modules, { description, content, additionalContent })

/**
 * Returns statements for the write that replaces or deletes these modules: they republish the pages of episodes that
 * the modules link to.
 */
export const publishLinkedOf = (moduleIds: readonly string[]) =>
	publishLinked(sql`from_kind = 'module' and from_id in (select value from json_each(${JSON.stringify(moduleIds)}))`)

/** Returns the statements of `publishLinkedOf` for all modules of a course, for the write that deletes the course. */
export const publishLinkedOfCourse = (courseId: string) =>
	publishLinked(sql`from_kind = 'module' and from_id in (select id from ${modules} where course_id = ${courseId})`)

import { asc, gt, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { type ModuleRow, modules } from '#db/schema/modules.ts'
import {
	type LinkSource,
	type LinkSources,
	linkStatements,
	publishLinked,
} from '#src/platform/publish/content-links.ts'

/** The parts of a module that may contain links. */
type LinkedText = Pick<ModuleRow, 'id' | 'description' | 'content' | 'additionalContent'>

const moduleSource = ({ id, description, content, additionalContent }: LinkedText): LinkSource => ({
	...{ kind: 'module', id, text: `${description}\n${content}\n${additionalContent}` },
	isStored: sql`exists (select 1 from ${modules} where ${modules.id} = ${id}
		and ${modules.description} = ${description} and ${modules.content} = ${content}
		and ${modules.additionalContent} = ${additionalContent})`,
})

/** Returns statements that store the links of a module. They follow the statement that stores the module. */
export const moduleLinks = (module: LinkedText) => linkStatements(moduleSource(module))

/**
 * Returns statements for the write that replaces or deletes these modules: they republish the pages of episodes that
 * the modules link to.
 */
export const publishLinkedOf = (moduleIds: readonly string[]) =>
	publishLinked(sql`from_kind = 'module' and from_id in (select value from json_each(${JSON.stringify(moduleIds)}))`)

/** Returns the same statements for the write that deletes a course. */
export const publishLinkedOfCourse = (courseId: string) =>
	publishLinked(sql`from_kind = 'module' and from_id in (select id from ${modules} where course_id = ${courseId})`)

/** All modules, to store links of texts from before links were stored. */
export const moduleSources: LinkSources = async (after, limit) => {
	const rows = await db()
		.select({
			id: modules.id,
			description: modules.description,
			content: modules.content,
			additionalContent: modules.additionalContent,
		})
		.from(modules)
		.where(gt(modules.id, String(after ?? '')))
		.orderBy(asc(modules.id))
		.limit(limit)
	return rows.map((row) => ({ ...moduleSource(row), place: row.id }))
}

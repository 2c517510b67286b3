import { asc, gt, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { modules } from '#db/schema/modules.ts'
import {
	type LinkSource,
	type LinkSources,
	linkStatements,
	publishLinked,
} from '#src/platform/publish/content-links.ts'

/** What of a module may hold links. */
interface ModuleText {
	id: string
	description: string
	content: string
	additionalContent: string
}

const moduleSource = ({ id, description, content, additionalContent }: ModuleText): LinkSource => ({
	...{ kind: 'module', id, text: `${description}\n${content}\n${additionalContent}` },
	isStored: sql`exists (select 1 from ${modules} where ${modules.id} = ${id}
		and ${modules.description} = ${description} and ${modules.content} = ${content}
		and ${modules.additionalContent} = ${additionalContent})`,
})

/** The statements that keep what a module links, behind the one that stores it. */
export const moduleLinks = (module: ModuleText) => linkStatements(moduleSource(module))

/** Statements for the write that replaces or deletes these modules: pages of episodes that name them are published anew. */
export const publishLinkedOf = (moduleIds: readonly string[]) =>
	publishLinked(sql`from_kind = 'module' and from_id in (select value from json_each(${JSON.stringify(moduleIds)}))`)

/** The same for the write that deletes a course. */
export const publishLinkedOfCourse = (courseId: string) =>
	publishLinked(sql`from_kind = 'module' and from_id in (select id from modules where course_id = ${courseId})`)

/** All modules, for links that were there before they were kept. */
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

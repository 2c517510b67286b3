import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { modules, moduleVersions } from '#db/schema/modules.ts'

/**
 * Versions per module. A rich text may have half a megabyte, and an author may save dozens of times a day: fifty
 * versions are some weeks of published changes, and limit the storage.
 */
export const MAX_VERSIONS = 50

interface VersionText {
	title: string
	description: string
	type: string
	content: string
	additionalContent: string
}

/** A module to replace, the id of the version to keep, and the new fields. */
interface Replaced {
	id: string
	keptAs: string
	words: Partial<VersionText>
}

const COLUMNS = {
	title: modules.title,
	description: modules.description,
	type: modules.type,
	content: modules.content,
	additionalContent: modules.additionalContent,
} as const

/** SQL for whether a field that members read changes. */
const isOther = (words: Partial<VersionText>): SQL => {
	const parts = Object.entries(words).flatMap(([name, value]) =>
		value !== undefined && name in COLUMNS ? [sql`${COLUMNS[name as keyof VersionText]} <> ${value}`] : [],
	)
	return parts.length === 0 ? sql`0` : sql`(${sql.join(parts, sql` or `)})`
}

/**
 * Returns statements that keep the published state of modules as versions, for the `write` that replaces it. They
 * come first, while `when`, a condition on the row of `modules`, is still true. Without a difference they store
 * nothing.
 * @param by name of the editor.
 */
export function keepVersions(replaced: readonly Replaced[], by: string, when: SQL) {
	return replaced.flatMap(({ id, keptAs, words }) => [
		db().run(sql`
			insert into ${moduleVersions} (id, module_id, title, description, type, content, additional_content,
				shown_from, replaced_at, replaced_by_name)
			select ${keptAs}, ${modules.id}, ${modules.title}, ${modules.description}, ${modules.type}, ${modules.content},
				${modules.additionalContent},
				coalesce((select max(v.replaced_at) from ${moduleVersions} as v where v.module_id = ${id}), ${modules.updatedAt}),
				${Date.now()}, ${by}
			from ${modules} where ${modules.id} = ${id} and ${when} and ${isOther(words)}`),
		db().run(sql`
			delete from ${moduleVersions} where module_id = ${id} and id not in (
				select v.id from ${moduleVersions} as v where v.module_id = ${id} order by v.id desc limit ${MAX_VERSIONS})`),
	])
}

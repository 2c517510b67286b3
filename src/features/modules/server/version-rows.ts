import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { type ModuleRow, moduleDrafts, modules, moduleVersions } from '#db/schema/modules.ts'

/**
 * Maximum number of versions per module. Rich text may be half a megabyte, and an author may save dozens of times a
 * day: fifty versions cover some weeks of published changes and limit the storage.
 */
export const MAX_VERSIONS = 50

/** The fields that members read. Drafts and versions have them too. */
export type ModuleText = Pick<ModuleRow, 'title' | 'description' | 'type' | 'content' | 'additionalContent'>

export const textOf = <Text extends Record<keyof ModuleText, unknown>>({
	title,
	description,
	type,
	content,
	additionalContent,
}: Text): Pick<Text, keyof ModuleText> => ({ title, description, type, content, additionalContent })

/** A module to replace, the id of the version that keeps its current state, and the new fields. */
interface ReplacedModule {
	id: string
	versionId: string
	text: Partial<ModuleText>
}

/** SQL for whether a field that members read changes. */
const differs = (text: Partial<ModuleText>): SQL => {
	const parts = Object.entries(textOf(modules)).flatMap(([name, column]) => {
		const value = text[name as keyof ModuleText]
		return value === undefined ? [] : [sql`${column} <> ${value}`]
	})
	return sql`(${sql.join([...parts, sql`0`], sql` or `)})`
}

/**
 * Returns statements that keep the published state of modules as versions, for the `write` that replaces it. Put them
 * before the change, while `when`, a condition on the row of `modules`, still holds. If no field changes, they store
 * nothing.
 * @param by name of the editor.
 */
export function keepVersions(replaced: readonly ReplacedModule[], by: string, when: SQL) {
	const now = Date.now()
	return replaced.flatMap(({ id, versionId, text }) => [
		db().run(sql`
			insert into ${moduleVersions} (id, module_id, title, description, type, content, additional_content,
				shown_from, replaced_at, replaced_by_name)
			select ${versionId}, ${modules.id}, ${modules.title}, ${modules.description}, ${modules.type}, ${modules.content},
				${modules.additionalContent},
				coalesce((select max(v.replaced_at) from ${moduleVersions} as v where v.module_id = ${id}), ${modules.updatedAt}),
				${now}, ${by}
			from ${modules} where ${modules.id} = ${id} and ${when} and ${differs(text)}`),
		// If a clock ran ahead, the draft may seem to start after this version, but it is always older.
		db().run(sql`
			update ${moduleDrafts} set begun_at = min(begun_at, ${now})
			where id = ${id} and exists (select 1 from ${moduleVersions} as v where v.id = ${versionId})`),
		db().run(sql`
			delete from ${moduleVersions} where module_id = ${id} and id not in (
				select v.id from ${moduleVersions} as v where v.module_id = ${id} order by v.id desc limit ${MAX_VERSIONS})`),
	])
}

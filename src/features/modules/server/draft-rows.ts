import { eq, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { type ModuleDraftRow, moduleDrafts, modules, moduleVersions } from '#db/schema/modules.ts'
import type { ModuleText } from './version-rows.ts'

export async function findDraft(id: string): Promise<ModuleDraftRow | undefined> {
	const [row] = await db().select().from(moduleDrafts).where(eq(moduleDrafts.id, id))
	return row
}

/**
 * SQL for the start time of a draft: later than every version of the module, even one replaced while a clock ran ahead.
 */
const startTime = (now: number) => sql`max(${now}, coalesce(
	(select max(v.replaced_at) + 1 from ${moduleVersions} as v where v.module_id = ${modules.id}), 0))`

/**
 * Returns the upsert of an existing module's draft.
 * @param when condition on the row of `modules`.
 */
export const insertDraftOf = (id: string, text: ModuleText, by: string, when: SQL) =>
	db().run(sql`
		insert into ${moduleDrafts} (id, module_id, course_id, title, description, type, content, additional_content,
			begun_at, saved_at, saved_by_name)
		select ${modules.id}, ${modules.id}, ${modules.courseId}, ${text.title}, ${text.description}, ${text.type},
			${text.content}, ${text.additionalContent}, ${startTime(Date.now())}, ${Date.now()}, ${by}
		from ${modules} where ${modules.id} = ${id} and ${when}
		on conflict (id) do update set title = excluded.title, description = excluded.description, type = excluded.type,
			content = excluded.content, additional_content = excluded.additional_content,
			saved_at = excluded.saved_at, saved_by_name = excluded.saved_by_name`)

import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { modules } from '#db/schema/modules.ts'
import type { Restorable } from '#src/platform/trash.ts'
import { publishCourse } from './service.ts'

/** Restores a deleted module at its position, and moves later modules down. */
export const restorableModule: Restorable = {
	table: modules,
	exists: (id) => sql`exists (select 1 from ${modules} where id = ${id})`,
	afterRestore: (id, _, row) => [
		db().run(sql`
			update ${modules} set order_index = ranked.place
			from (select id, row_number() over (order by order_index, id <> ${id}) - 1 as place from ${modules}
				where course_id = ${row.course_id}) as ranked
			where ${modules}.id = ranked.id and ${modules}.order_index <> ranked.place`),
		...publishCourse(String(row.course_id)),
	],
	href: (_, row) => `/admin/courses/${row.course_id}/modules`,
}

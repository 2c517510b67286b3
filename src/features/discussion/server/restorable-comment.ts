import { sql } from 'drizzle-orm'
import { comments } from '#db/schema/discussion.ts'
import type { Restorable } from '#src/platform/trash.ts'

/** A comment below a module, with its replies. */
export const restorableCourseComment: Restorable = {
	table: comments,
	exists: (id) => sql`exists (select 1 from ${comments} where id = ${id})`,
	// Links to the moderation list, which links to the comment: the row does not contain the course.
	href: () => '/admin/moderation?kind=courseComment',
}

import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { contains } from '#db/rows.ts'
import { courses } from '#db/schema/courses.ts'

/** Maximum number of courses to search, newest first: more than any club has. */
const MAX_SCANNED = 2_000

/** Returns the courses whose title contains all words, newest first. For admins: includes drafts. */
export const findCoursesByTitle = async (words: readonly string[], limit: number) => {
	const rows = await db().all<{ id: string; title: string; is_published: number }>(sql`
		select id, title, is_published from (select id, title, is_published from ${courses} order by id desc limit ${MAX_SCANNED})
		where ${sql.join(
			words.slice(0, 10).map((word) => contains(sql`title`, word)),
			sql` and `,
		)}
		limit ${limit}`)
	return rows.map(({ id, title, is_published }) => ({ id, title, isPublished: is_published === 1 }))
}

import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { contains } from '#db/rows.ts'
import { courses } from '#db/schema/courses.ts'

/** Courses to search, newest first: an upper bound beyond any club's number. */
const MAX_LOOKED_THROUGH = 2_000

/** Returns courses, including drafts, with all words in the title, newest first: for admins. */
export const findCoursesByTitle = async (words: readonly string[], limit: number) => {
	const rows = await db().all<{ id: string; title: string; is_published: number }>(sql`
		select id, title, is_published from (select id, title, is_published from ${courses} order by id desc limit ${MAX_LOOKED_THROUGH})
		where ${sql.join(
			words.slice(0, 10).map((word) => contains(sql`title`, word)),
			sql` and `,
		)}
		limit ${limit}`)
	return rows.map(({ id, title, is_published }) => ({ id, title, isPublished: is_published === 1 }))
}

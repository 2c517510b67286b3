import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db } from '#db/client.ts'
import { courseSlugs, courses } from '#db/schema/courses.ts'
import { write } from '#db/write.ts'
import { slugOf } from '../course-slug.ts'
import { isVisible } from './visibility.ts'

/** SQL for a course's newest slug, for a `select` from `courses`; null if it has none. */
export const currentSlug = sql<string | null>`(select s.slug from ${courseSlugs} as s
	where s.course_id = ${courses}."id" order by s.turn desc limit 1)`

/** Highest number to append to a slug that is taken. */
const MAX_NUMBER = 10_000

/**
 * Returns statements that give a course the slug of its title, for the `write` that sets the title. Old slugs still
 * lead to the course and are never reused. Concurrent writes with the same title get different slugs, because the
 * database picks a free one.
 * @param when SQL condition of the change. Run the statements while it still holds.
 */
export function chooseSlug(courseId: string, title: string, when: SQL = sql`1`): BatchItem<'sqlite'>[] {
	const base = slugOf(title)
	const turn = sql`(select coalesce(max(turn), 0) + 1 from ${courseSlugs} where course_id = ${courseId})`
	const hasBase = sql`exists (select 1 from ${courseSlugs} where course_id = ${courseId} and base = ${base})`
	return [
		db().run(
			sql`update ${courseSlugs} set turn = ${turn} where course_id = ${courseId} and base = ${base} and ${when}`,
		),
		db().run(sql`
			with recursive numbered (n, name) as (
				select 1, ${base}
				union all select n + 1, ${base} || '-' || (n + 1) from numbered
				where n < ${MAX_NUMBER} and (exists (select 1 from ${courseSlugs} where slug = name)
					or exists (select 1 from ${courses} where id = name))
			)
			insert into ${courseSlugs} (slug, course_id, base, turn)
			select name, ${courseId}, ${base}, ${turn} from numbered
			where ${when} and not ${hasBase} and not exists (select 1 from ${courseSlugs} where slug = name)
				and not exists (select 1 from ${courses} where id = name)
			order by n limit 1`),
	]
}

/** Returns the id of the published course with this slug, whether current or from an earlier title. */
export async function courseOfSlug(slug: string): Promise<string | undefined> {
	const [row] = await db()
		.select({ id: courses.id })
		.from(courseSlugs)
		.innerJoin(courses, eq(courses.id, courseSlugs.courseId))
		.where(and(eq(courseSlugs.slug, slug), isVisible(undefined)))
	return row?.id
}

/** Returns every slug of these courses, even of deleted ones. */
export async function slugsOf(courseIds: string[]): Promise<string[]> {
	const rows = await db()
		.select({ slug: courseSlugs.slug })
		.from(courseSlugs)
		.where(inArray(courseSlugs.courseId, courseIds))
	return rows.map(({ slug }) => slug)
}

/** Courses per write. One write per course would take almost a millisecond and a round trip each. */
const BATCH_SIZE = 50

/** Gives slugs to courses that have none. */
export async function ensureSlugs(): Promise<void> {
	const rows = await db()
		.select({ id: courses.id, title: courses.title })
		.from(courses)
		.where(sql`not exists (select 1 from ${courseSlugs} where course_id = ${courses.id})`)
	for (let from = 0; from < rows.length; from += BATCH_SIZE)
		await write(...rows.slice(from, from + BATCH_SIZE).flatMap(({ id, title }) => chooseSlug(id, title)))
}

import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db, write } from '#db/client.ts'
import { courseSlugs, courses } from '#db/schema/courses.ts'
import { slugOf } from '../course-slug.ts'
import { isVisible } from './visibility.ts'

/** A course's own readable address: the one that was chosen last. For a `select` from `courses`; null where it has none. */
export const currentSlug = sql<string | null>`(select s.slug from ${courseSlugs} as s
	where s.course_id = ${courses}."id" order by s.turn desc limit 1)`

/** Numbers that are tried after a name that is taken. */
const MANY = 10_000

/**
 * Statements that give a course the readable address of its title, in the `write` that gives it the title. The address
 * it had goes on leading to it, and is never another course's. Two that take the same title at once get two addresses:
 * the database looks for one that is free.
 * @param when an SQL condition of the change, where it can still be seen.
 */
export function chooseSlug(courseId: string, title: string, when: SQL = sql`1`): BatchItem<'sqlite'>[] {
	const base = slugOf(title)
	const turn = sql`(select coalesce(max(turn), 0) + 1 from course_slugs where course_id = ${courseId})`
	const hasIt = sql`exists (select 1 from course_slugs where course_id = ${courseId} and base = ${base})`
	return [
		db().run(sql`update course_slugs set turn = ${turn} where course_id = ${courseId} and base = ${base} and ${when}`),
		db().run(sql`
			with recursive numbered (n, name) as (
				select 1, ${base}
				union all select n + 1, ${base} || '-' || (n + 1) from numbered
				where n < ${MANY} and (exists (select 1 from course_slugs where slug = name)
					or exists (select 1 from courses where id = name))
			)
			insert into course_slugs (slug, course_id, base, turn)
			select name, ${courseId}, ${base}, ${turn} from numbered
			where ${when} and not ${hasIt} and not exists (select 1 from course_slugs where slug = name)
				and not exists (select 1 from courses where id = name)
			order by n limit 1`),
	]
}

/** The published course that a readable address leads to, also one from before its title changed. */
export async function courseOfSlug(slug: string): Promise<string | undefined> {
	const [row] = await db()
		.select({ id: courses.id })
		.from(courseSlugs)
		.innerJoin(courses, eq(courses.id, courseSlugs.courseId))
		.where(and(eq(courseSlugs.slug, slug), isVisible(undefined)))
	return row?.id
}

/** Every readable address of these courses, also of courses that were deleted. */
export async function slugsOf(courseIds: string[]): Promise<string[]> {
	const rows = await db()
		.select({ slug: courseSlugs.slug })
		.from(courseSlugs)
		.where(inArray(courseSlugs.courseId, courseIds))
	return rows.map(({ slug }) => slug)
}

/** Courses that get their addresses in one write: each write of its own takes most of a millisecond, and a round trip. */
const AT_ONCE = 50

/** Gives an address to courses without one: those from before there were any. */
export async function ensureSlugs(): Promise<void> {
	const rows = await db()
		.select({ id: courses.id, title: courses.title })
		.from(courses)
		.where(sql`not exists (select 1 from course_slugs where course_id = ${courses.id})`)
	for (let from = 0; from < rows.length; from += AT_ONCE)
		await write(...rows.slice(from, from + AT_ONCE).flatMap(({ id, title }) => chooseSlug(id, title)))
}

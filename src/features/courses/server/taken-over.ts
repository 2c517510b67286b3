import { desc, inArray, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses, enrollments } from '#db/schema/courses.ts'
import { modules } from '#db/schema/modules.ts'
import { takeOverProgress } from '#src/features/modules/server/taken-over.ts'

/** Reads courses with the number of their first modules that are done: `id:3,other:0`. */
const given = (text: string) =>
	text === ''
		? []
		: text.split(',').map((one) => {
				const [id = '', done = '0'] = one.split(':')
				return { id, done: Number(done) }
			})

const moduleCount = sql<number>`(select count(*) from ${modules} where ${modules}."course_id" = ${courses}."id")`

/** Number of courses that are offered, the newest. */
const OFFERED = 100

/** Lists courses with modules, for the choice of those that a list gives. */
export async function listCoursesToGive() {
	const rows = await db()
		.select({ id: courses.id, title: courses.title, modules: moduleCount })
		.from(courses)
		.orderBy(desc(courses.id))
		.limit(OFFERED)
	return rows.filter((course) => course.modules > 0)
}

/** Checks whether all of these courses exist and have that many modules. */
export async function areCourses(text: string): Promise<boolean> {
	const all = given(text)
	const rows = await db()
		.select({ id: courses.id, modules: moduleCount })
		.from(courses)
		.where(
			inArray(
				courses.id,
				all.map(({ id }) => id),
			),
		)
	return all.every(({ id, done }) => rows.some((row) => row.id === id && row.modules >= Math.max(1, done)))
}

/** Returns the statements that enroll a new member in courses whose first modules they did elsewhere. */
export const giveCourses = (text: string, userId: string, when: SQL) =>
	given(text).flatMap(({ id, done }) => [
		db().run(sql`
			insert into ${enrollments} (user_id, course_id, created_at)
			select ${userId}, ${courses.id}, ${Date.now()} from ${courses} where ${courses.id} = ${id} and ${when}
			on conflict do nothing`),
		takeOverProgress({ userId, courseId: id, done }, when),
	])

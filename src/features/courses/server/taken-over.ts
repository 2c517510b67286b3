import { desc, inArray, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses, enrollments } from '#db/schema/courses.ts'
import { modules } from '#db/schema/modules.ts'
import { takeOverProgress } from '#src/features/modules/server/taken-over.ts'

/** Parses course ids, each with the number of leading modules completed elsewhere: `id:3,other:0`. */
const parseCourses = (text: string) =>
	text === ''
		? []
		: text.split(',').map((entry) => {
				const [id = '', done = '0'] = entry.split(':')
				return { id, done: Number(done) }
			})

const moduleCount = sql<number>`(select count(*) from ${modules} where ${modules}."course_id" = ${courses}."id")`

/** Maximum number of courses to offer, newest first. */
const MAX_COURSES = 100

/** Lists courses that have modules, to choose those in which imported members are enrolled. */
export async function listCoursesToGive() {
	const rows = await db()
		.select({ id: courses.id, title: courses.title, modules: moduleCount })
		.from(courses)
		.orderBy(desc(courses.id))
		.limit(MAX_COURSES)
	return rows.filter((course) => course.modules > 0)
}

/** Checks whether all of these courses exist and have enough modules. */
export async function coursesExist(text: string): Promise<boolean> {
	const all = parseCourses(text)
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

/** Returns statements that enroll a new member in courses, and mark the first modules as completed elsewhere. */
export const giveCourses = (text: string, userId: string, when: SQL) =>
	parseCourses(text).flatMap(({ id, done }) => [
		db().run(sql`
			insert into ${enrollments} (user_id, course_id, created_at)
			select ${userId}, ${courses.id}, ${Date.now()} from ${courses} where ${courses.id} = ${id} and ${when}
			on conflict do nothing`),
		takeOverProgress({ userId, courseId: id, done }, when),
	])

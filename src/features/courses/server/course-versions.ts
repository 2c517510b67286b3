import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { type CourseRow, courses, courseVersions } from '#db/schema/courses.ts'
import { COURSE_NOT_FOUND } from '#src/features/modules/contract.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import type * as contracts from '../workspace-contract.ts'

/** Maximum number of versions per course. Details are short and rarely change. */
const MAX_VERSIONS = 50

/**
 * Returns statements that keep the current details of a course, for the `write` that replaces them. Put them before the
 * change, while `when`, a condition on the row of `courses`, still holds. If nothing changes, they store nothing.
 * @param by name of the editor.
 */
export function storeVersion(id: string, next: Partial<CourseRow>, by: string, when: SQL | undefined) {
	const changes = (['title', 'description', 'difficulty', 'imageUrl'] as const).flatMap((name) =>
		next[name] === undefined ? [] : [sql`${courses[name]} is not ${next[name]}`],
	)
	const isChanged = sql.join([...changes, sql`0`], sql` or `)
	return [
		db().run(sql`
			insert into ${courseVersions} (id, course_id, title, description, difficulty, image_url, replaced_at, replaced_by_name)
			select ${newId()}, ${courses.id}, ${courses.title}, ${courses.description}, ${courses.difficulty}, ${courses.imageUrl},
				${Date.now()}, ${by}
			from ${courses} where ${courses.id} = ${id} and ${when ?? sql`1`} and (${isChanged})`),
		db().run(sql`
			delete from ${courseVersions} where course_id = ${id} and id not in (
				select v.id from ${courseVersions} as v where v.course_id = ${id} order by v.id desc limit ${MAX_VERSIONS})`),
	]
}

export const listCourseVersions: Service<typeof contracts.listCourseVersions> = async ({ params }) => {
	const [course] = await db().select({ id: courses.id }).from(courses).where(eq(courses.id, params.id))
	if (!course) throw httpError(COURSE_NOT_FOUND)
	const rows = await db()
		.select()
		.from(courseVersions)
		.where(eq(courseVersions.courseId, params.id))
		.orderBy(desc(courseVersions.id))
	return rows.map(({ id, title, description, difficulty, imageUrl, replacedAt, replacedBy }) => ({
		...{ id, title, description, difficulty, imageUrl, replacedBy },
		replacedAt: replacedAt.toISOString(),
	}))
}

import { eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses, enrollments } from '#db/schema/courses.ts'
import { moduleProgress, modules } from '#db/schema/modules.ts'
import { memberRecords, rowNumber } from '#src/platform/member-records.ts'

// By the enrollment's user, not the caller: the page is about another member.
const completed = sql<number>`(select count(*) from ${moduleProgress}
	join ${modules} on ${modules}."id" = ${moduleProgress}."module_id"
	where ${moduleProgress}."user_id" = ${enrollments}."user_id" and ${modules}."course_id" = ${enrollments}."course_id"
		and ${moduleProgress}."is_completed" = 1)`
const total = sql<number>`(select count(*) from ${modules} where ${modules}."course_id" = ${enrollments}."course_id")`

/** A member's courses and progress, by enrollment date. */
export const courseRecords = memberRecords({
	table: enrollments,
	owner: enrollments.userId,
	async read(where, order, limit) {
		const rows = await db()
			.select({
				row: rowNumber(enrollments),
				at: enrollments.createdAt,
				id: courses.id,
				title: courses.title,
				isPublished: courses.isPublished,
				completed,
				total,
			})
			.from(enrollments)
			.innerJoin(courses, eq(courses.id, enrollments.courseId))
			.where(where)
			.orderBy(order)
			.limit(limit)
		return rows.map((each) => ({
			...{ row: each.row, at: each.at, title: each.title, text: null },
			facts: [
				`${each.completed} of ${each.total} ${each.total === 1 ? 'module' : 'modules'} complete`,
				...(each.total > 0 && each.completed === each.total ? ['Finished'] : []),
				...(each.isPublished ? [] : ['Draft']),
			],
			href: `/admin/courses/${each.id}/modules`,
		}))
	},
})

import { eq, sql } from 'drizzle-orm'
import { courses, enrollments } from '#db/schema/courses.ts'
import { moduleProgress, modules } from '#db/schema/modules.ts'
import { shownTitles } from '#src/features/course-access/server/visibility.ts'
import { type MemberRows, memberRecords, ownData } from '#src/platform/member-data.ts'

const enrolled: MemberRows = {
	table: enrollments,
	owner: enrollments.userId,
	joins: [[courses, eq(courses.id, enrollments.courseId)]],
}

/** A member's enrollments. */
export const courseData = [
	ownData({
		...enrolled,
		name: 'enrollments',
		title: 'Courses',
		about: 'The courses you are enrolled in.',
		cursor: enrollments.courseId,
		fields: {
			courseId: enrollments.courseId,
			course: shownTitles.ofCourse,
			isCoursePublished: shownTitles.isCoursePublished,
			enrolledAt: enrollments.createdAt,
		},
	}),
]

// By the enrollment's user, not the caller: the page is about another member.
const completed = sql<number>`(select count(*) from ${moduleProgress}
	join ${modules} on ${modules}."id" = ${moduleProgress}."module_id"
	where ${moduleProgress}."user_id" = ${enrollments}."user_id" and ${modules}."course_id" = ${enrollments}."course_id"
		and ${moduleProgress}."is_completed" = 1)`
const total = sql<number>`(select count(*) from ${modules} where ${modules}."course_id" = ${enrollments}."course_id")`

/** A member's courses and progress, by enrollment date. */
export const courseRecords = memberRecords({
	...enrolled,
	fields: {
		at: enrollments.createdAt,
		id: courses.id,
		title: courses.title,
		isPublished: courses.isPublished,
		completed,
		total,
	},
	toRecord: (row) => ({
		...{ at: row.at, title: row.title, text: null },
		facts: [
			`${row.completed} of ${row.total} ${row.total === 1 ? 'module' : 'modules'} complete`,
			...(row.total > 0 && row.completed === row.total ? ['Finished'] : []),
			...(row.isPublished ? [] : ['Draft']),
		],
		href: `/admin/courses/${row.id}/modules`,
	}),
})

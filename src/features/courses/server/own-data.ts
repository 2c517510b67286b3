import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses, enrollments } from '#db/schema/courses.ts'
import { shownTitles } from '#src/features/course-access/server/visibility.ts'
import { ownData } from '#src/platform/own-data.ts'

/** A member's enrollments. */
export const courseData = [
	ownData({
		name: 'enrollments',
		title: 'Courses',
		about: 'The courses you are enrolled in.',
		table: enrollments,
		owner: enrollments.userId,
		cursor: enrollments.courseId,
		read: (where, order, limit) =>
			db()
				.select({
					cursor: enrollments.courseId,
					courseId: enrollments.courseId,
					course: shownTitles.ofCourse,
					isCoursePublished: shownTitles.isCoursePublished,
					enrolledAt: enrollments.createdAt,
				})
				.from(enrollments)
				.innerJoin(courses, eq(courses.id, enrollments.courseId))
				.where(where)
				.orderBy(order)
				.limit(limit),
	}),
]

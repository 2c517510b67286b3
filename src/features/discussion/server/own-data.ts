import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { comments } from '#db/schema/discussion.ts'
import { modules } from '#db/schema/modules.ts'
import { shownTitles } from '#src/features/course-access/server/visibility.ts'
import { ownData, rowOf } from '#src/platform/own-data.ts'

/** A member's comments in course discussions. */
export const discussionData = [
	ownData({
		name: 'comments',
		title: 'Comments in courses',
		about: 'Your comments and replies in the discussions of courses.',
		table: comments,
		owner: comments.userId,
		cursor: rowOf(comments),
		read: (where, order, limit) =>
			db()
				.select({
					cursor: rowOf(comments),
					id: comments.id,
					moduleId: comments.moduleId,
					course: shownTitles.ofCourse,
					module: shownTitles.ofModule,
					isCoursePublished: shownTitles.isCoursePublished,
					parentId: comments.parentId,
					content: comments.content,
					isPinned: comments.isPinned,
					createdAt: comments.createdAt,
				})
				.from(comments)
				.innerJoin(modules, eq(modules.id, comments.moduleId))
				.innerJoin(courses, eq(courses.id, modules.courseId))
				.where(where)
				.orderBy(order)
				.limit(limit),
	}),
]

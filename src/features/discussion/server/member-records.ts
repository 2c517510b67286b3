import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { comments } from '#db/schema/discussion.ts'
import { modules } from '#db/schema/modules.ts'
import { memberRecords, rowNumber } from '#src/platform/member-records.ts'

/** A member's comments below modules. */
export const commentRecords = memberRecords({
	table: comments,
	owner: comments.userId,
	async read(where, order, limit) {
		const rows = await db()
			.select({
				row: rowNumber(comments),
				at: comments.createdAt,
				text: comments.content,
				isPinned: comments.isPinned,
				parentId: comments.parentId,
				module: modules.title,
				moduleId: modules.id,
				course: courses.title,
				courseId: courses.id,
				isPublished: courses.isPublished,
			})
			.from(comments)
			.innerJoin(modules, eq(modules.id, comments.moduleId))
			.innerJoin(courses, eq(courses.id, modules.courseId))
			.where(where)
			.orderBy(order)
			.limit(limit)
		return rows.map((each) => ({
			...{ row: each.row, at: each.at, text: each.text },
			title: `${each.course}: ${each.module}`,
			facts: [...(each.parentId === null ? [] : ['Reply']), ...(each.isPinned ? ['Pinned'] : [])],
			href: `${each.isPublished ? `/courses/${each.courseId}` : `/admin/courses/${each.courseId}/preview`}#module-${each.moduleId}`,
		}))
	},
})

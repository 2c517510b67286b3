import { eq } from 'drizzle-orm'
import { courses } from '#db/schema/courses.ts'
import { commentMentions, comments, discussionReads } from '#db/schema/discussion.ts'
import { modules } from '#db/schema/modules.ts'
import { discussionHref } from '#src/features/course-access/module-href.ts'
import { shownTitles } from '#src/features/course-access/server/visibility.ts'
import { type MemberRows, memberRecords, ownData, rowOf } from '#src/platform/member-data.ts'

const ownComments: MemberRows = {
	table: comments,
	owner: comments.userId,
	joins: [
		[modules, eq(modules.id, comments.moduleId)],
		[courses, eq(courses.id, modules.courseId)],
	],
}

/** A member's comments in course discussions, mentions there and read positions. */
export const discussionData = [
	ownData({
		...ownComments,
		name: 'comments',
		title: 'Comments in courses',
		about: 'Your comments and replies in the discussions of courses.',
		cursor: rowOf(comments),
		fields: {
			id: comments.id,
			moduleId: comments.moduleId,
			course: shownTitles.ofCourse,
			module: shownTitles.ofModule,
			isCoursePublished: shownTitles.isCoursePublished,
			parentId: comments.parentId,
			content: comments.content,
			isPinned: comments.isPinned,
			isHelpful: comments.isHelpful,
			createdAt: comments.createdAt,
			editedAt: comments.editedAt,
			deletedAt: comments.deletedAt,
			hiddenAt: comments.hiddenAt,
			hiddenReason: comments.hiddenReason,
		},
	}),
	ownData({
		table: commentMentions,
		owner: commentMentions.userId,
		name: 'courseMentions',
		title: 'Mentions in courses',
		about:
			'Comments in courses that mention you. The comments themselves belong to their authors and are not included.',
		cursor: commentMentions.commentId,
		fields: { commentId: commentMentions.commentId },
	}),
	ownData({
		table: discussionReads,
		owner: discussionReads.userId,
		name: 'discussionReads',
		title: 'Discussions you opened',
		about: 'How far you have read: the newest comment at your last visit.',
		cursor: discussionReads.moduleId,
		fields: { moduleId: discussionReads.moduleId, newestComment: discussionReads.seenId },
	}),
]

/** A member's comments below modules. */
export const commentRecords = memberRecords({
	...ownComments,
	fields: {
		at: comments.createdAt,
		id: comments.id,
		text: comments.content,
		isPinned: comments.isPinned,
		parentId: comments.parentId,
		module: modules.title,
		moduleId: modules.id,
		course: courses.title,
		courseId: courses.id,
		isPublished: courses.isPublished,
		hiddenAt: comments.hiddenAt,
	},
	toRecord: (row) => ({
		...{ at: row.at, text: row.text },
		title: `${row.course}: ${row.module}`,
		facts: [
			...(row.parentId === null ? [] : ['Reply']),
			...(row.isPinned ? ['Pinned'] : []),
			...(row.hiddenAt ? ['Hidden'] : []),
		],
		href: discussionHref(row, row.id),
	}),
})

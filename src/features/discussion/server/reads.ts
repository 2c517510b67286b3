import { and, eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { comments, discussionReads } from '#db/schema/discussion.ts'
import { modules } from '#db/schema/modules.ts'
import { write } from '#db/write.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { isOpenTo, isVisible, requireOpenModule } from '#src/features/course-access/server/visibility.ts'
import { readDiscussionNotices } from '#src/features/notifications/server/notification-reads.ts'
import { notify } from '#src/features/notifications/server/notify.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import { requireOpenComment } from './comment-rows.ts'

const DAY_MS = 24 * 60 * 60_000

/** Returns the statement that lists the discussions of a course. A test checks its query plan. */
export function discussionsStatement(courseId: string, user: CurrentUser, now = Date.now()) {
	const byOther = sql`d.module_id = ${modules.id} and d.user_id <> ${user.id} and d.hidden_at is null`
	return db()
		.select({
			moduleId: modules.id,
			count: sql<number>`(select count(*) from ${comments} d where d.module_id = ${modules.id})`,
			isUnread: sql`case when ${discussionReads.seenId} is null
				then exists (select 1 from ${comments} d where ${byOther} and d.created_at > ${now - contracts.UNREAD_DAYS * DAY_MS})
				else exists (select 1 from ${comments} d where ${byOther} and d.id > ${discussionReads.seenId}) end`.mapWith(
				Boolean,
			),
		})
		.from(modules)
		.innerJoin(courses, eq(courses.id, modules.courseId))
		.leftJoin(discussionReads, and(eq(discussionReads.moduleId, modules.id), eq(discussionReads.userId, user.id)))
		.where(and(eq(modules.courseId, courseId), isVisible(user), isOpenTo(user)))
}

export const listDiscussions: Service<typeof contracts.listDiscussions> = ({ params }, { user }) =>
	discussionsStatement(params.id, user)

export const readDiscussion: Service<typeof contracts.readDiscussion> = async ({ params }, { user }) => {
	await requireOpenModule(params.id, user)
	await write(
		db().run(sql`
			insert into ${discussionReads} (user_id, module_id, seen_id)
			select ${user.id}, m.id, coalesce((select max(id) from ${comments} where module_id = m.id), '')
			from ${modules} m where m.id = ${params.id}
			on conflict (user_id, module_id) do update set seen_id = max(seen_id, excluded.seen_id)`),
		readDiscussionNotices(user.id, params.id),
	)
	return undefined
}

export const markHelpful: Service<typeof contracts.markHelpful> = async ({ params, body }, { user }) => {
	const { id } = params
	await requireOpenComment(id, user)
	const mayMark = sql`exists (select 1 from ${comments} p where p.id = ${comments.parentId} and p.user_id = ${user.id}
		and p.deleted_at is null)`
	const { marked } = await write({
		others: db().run(sql`
			update ${comments} set is_helpful = 0 where is_helpful = 1
			and parent_id = (select parent_id from ${comments} where id = ${id} and ${mayMark})`),
		marked: db().run(
			sql`update ${comments} set is_helpful = ${body.isHelpful ? 1 : 0} where id = ${id} and ${mayMark}`,
		),
		notified: notify(
			{ kind: 'helpful', subjectId: id, isOnce: true },
			sql`select user_id from ${comments} where id = ${id} and is_helpful = 1 and user_id <> ${user.id} and ${mayMark}`,
		),
	})
	if (marked.rowsAffected === 0) throw httpError(contracts.markHelpful.errors.notAsker)
	return undefined
}

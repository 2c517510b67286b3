import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { commentMentions, comments } from '#db/schema/discussion.ts'
import { modules } from '#db/schema/modules.ts'
import { users } from '#db/schema/users.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { isInGoodStanding } from '#src/features/auth/server/standing.ts'
import { isOpenToEach } from '#src/features/course-access/server/visibility.ts'
import { notify, notifyMany } from '#src/features/notifications/server/notify.ts'
import { MAX_MENTIONS, mentionedNames } from '#src/lib/text/mentions.ts'

const member = { id: sql`u.id`, role: sql`u.role` }

/** Returns SQL for active members who can read a comment, except its author; `d` is the comment. */
const readersOf = (id: string, condition: SQL) => sql`
	select u.id as user_id from ${comments} d
	join ${modules} on ${modules.id} = d.module_id join ${courses} on ${courses.id} = ${modules.courseId}
	join ${users} u on ${condition}
	where d.id = ${id} and u.id <> d.user_id and u.status = 'active' and ${isInGoodStanding(sql`u.id`)}
		and ${isOpenToEach(member)}`

const mentionsOf = (id: string) => sql`select user_id from ${commentMentions} where comment_id = ${id}`

/**
 * Returns the statements that notify and store the members mentioned in a comment, each only once across all edits.
 * @param when SQL for whether the change to the comment takes effect.
 */
export function mentionStatements(id: string, text: string, when = sql`1`) {
	const names = JSON.stringify(mentionedNames(text).slice(0, MAX_MENTIONS))
	const isNewMention = sql`u.username in (select value from json_each(${names})) and u.id not in (${mentionsOf(id)})`
	const mentioned = sql`select user_id from (${readersOf(id, isNewMention)}) where ${when} order by user_id
		limit max(0, ${MAX_MENTIONS} - (select count(*) from (${mentionsOf(id)})))`
	return {
		notified: notify({ kind: 'mention', subjectId: id, isOnce: true, isMailed: true }, mentioned),
		stored: db().run(
			sql`insert into ${commentMentions} (comment_id, user_id) select ${id}, user_id from (${mentioned})`,
		),
	}
}

/**
 * Returns the statements that notify about a new comment: a reply notifies the author of the parent comment, and an
 * admin's top-level comment notifies the members of the course. Run them after `mentionStatements`, because they do
 * not notify mentioned members again.
 */
export function commentNotices(id: string, user: CurrentUser) {
	const isParent = sql`u.id = (select p.user_id from ${comments} p where p.id = d.parent_id and p.deleted_at is null)
		and u.id not in (${mentionsOf(id)})`
	const isTopLevel = sql`exists (select 1 from ${comments} where id = ${id} and parent_id is null)`
	return {
		replied: notify({ kind: 'reply', subjectId: id, isOnce: true, isMailed: true }, readersOf(id, isParent)),
		announced:
			user.role === 'admin'
				? notifyMany({ kind: 'instructor', subjectId: id, actorId: user.id, change: null, seq: 0 }, isTopLevel)
				: [],
	}
}

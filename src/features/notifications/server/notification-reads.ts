import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { comments } from '#db/schema/discussion.ts'
import { notifications } from '#db/schema/notifications.ts'
import { questionComments, questionFollows, questionReads, questions } from '#db/schema/questions.ts'

/**
 * SQL condition for the unread notifications (`n`) to mark as read, given the stored read position of a question:
 * - answers, if the question has no new comments;
 * - mentions, helpful marks and offers, if the read position has reached them;
 * - new questions of its category or the parent category, if all of them were opened or muted.
 * The last check stops at the first unread question, so it reads only questions that the member has read or muted.
 */
function readWith(userId: string | Placeholder, questionId: string | Placeholder): SQL {
	const unopened = sql`x.seq >= n.since_seq and x.author_id is not n.user_id
		and not exists (select 1 from ${questionReads} r where r.user_id = n.user_id and r.question_id = x.id)
		and not exists (select 1 from ${questionFollows} h
			where h.question_id = x.id and h.user_id = n.user_id and h.state = 'muted')`
	return sql`n.user_id = ${userId} and n.read_at is null and case
		when n.kind in ('answer', 'mention', 'helpful', 'offer') then n.subject_id = ${questionId}
			and (select r.seen_seq from ${questionReads} r where r.user_id = ${userId} and r.question_id = ${questionId}) >=
				case n.kind when 'answer'
					then coalesce((select max(c.seq) from ${questionComments} c where c.question_id = ${questionId}), 0)
					else n.since_seq end
		when n.kind = 'question' then exists (select 1 from ${questions} o
				where o.id = ${questionId} and n.subject_id in (o.category_id, o.group_id))
			and not exists (select 1 from ${questions} x where x.group_id = n.subject_id and ${unopened})
			and not exists (select 1 from ${questions} x where x.category_id = n.subject_id and ${unopened})
		end`
}

/** Returns the statement for `readWith`. Run it after the statement that stores the read position. */
export const readQuestionNotices = (userId: string, questionId: string) =>
	db().run(readNoticesStatement(userId, questionId))

/** Returns the SQL of `readQuestionNotices`. A test checks its query plan. */
export const readNoticesStatement = (userId: string, questionId: string): SQL =>
	sql`update ${notifications} as n set read_at = ${Date.now()} where ${readWith(userId, questionId)}`

/**
 * SQL for whether a question has unread notifications although it has no new comments, such as for a mark or mention
 * that was added after the comment was read. Reading the question marks them as read.
 */
export const hasReadNotices = (userId: string | Placeholder, questionId: string | Placeholder): SQL =>
	sql`exists (select 1 from ${notifications} n where ${readWith(userId, questionId)})`

/**
 * Returns the statement that marks notifications of answers and new questions as read, unless some are newer than
 * `until`. Mentions and marks are addressed to this member, so they stay unread until opened.
 */
export const readAllQuestionNotices = (userId: string, until: { comment: number; question: number }) =>
	db().run(sql`
		update ${notifications} as n set read_at = ${Date.now()}
		where n.user_id = ${userId} and n.read_at is null and case n.kind
			when 'answer' then not exists (select 1 from ${questionComments} c
				where c.question_id = n.subject_id and c.seq > ${until.comment})
			when 'question' then not exists (select 1 from ${questions} x
				where x.group_id = n.subject_id and x.seq > ${until.question})
				and not exists (select 1 from ${questions} x
				where x.category_id = n.subject_id and x.seq > ${until.question})
			end`)

/** Returns the statement that marks the notifications of a module's discussion as read. */
export const readDiscussionNotices = (userId: string, moduleId: string) =>
	db().run(sql`
		update ${notifications} as n set read_at = ${Date.now()}
		where n.user_id = ${userId} and n.read_at is null
			and exists (select 1 from ${comments} d where d.id = n.subject_id and d.module_id = ${moduleId})`)

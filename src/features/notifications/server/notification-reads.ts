import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'

/**
 * The statement, for the write that notes how far a member has read a question and after that, which marks what told of
 * it as read: an answer once nothing of the question is new to them, a mention or a mark once they came that far.
 */
export const readQuestionNotices = (userId: string, questionId: string) =>
	db().run(sql`
		update notifications set read_at = ${Date.now()}
		where user_id = ${userId} and read_at is null and kind in ('answer', 'mention', 'helpful') and subject_id = ${questionId}
			and (select r.seen_seq from question_reads r where r.user_id = ${userId} and r.question_id = ${questionId}) >=
				case kind when 'answer'
					then coalesce((select max(c.seq) from question_comments c where c.question_id = ${questionId}), 0)
					else since_seq end`)

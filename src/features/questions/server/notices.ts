import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { pendingNotices, questionComments, questionFollows, questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { composeNotice, getsMails, quoted, quotesOf, wantsMails } from '#src/features/notifications/server/compose.ts'
import { unsubscribeToken } from '#src/features/notifications/server/unsubscribe-tokens.ts'
import { isolate } from '#src/lib/direction.ts'
import { env } from '#src/platform/env/env.ts'
import { job } from '#src/platform/jobs/job.ts'
import { CLOCKS_MS } from '#src/platform/jobs/lease.ts'
import { isEnqueued } from '#src/platform/jobs/outbox.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'

/** Minimum pause between two emails to a follower about one question, in milliseconds. */
export const MAIL_PAUSE_MS = 5 * 60_000
/** Maximum number of comments quoted in an email; the rest are only counted. */
const MAX_QUOTED = 10
const MAILS_PER_RUN = 200

interface DueFollower {
	questionId: string
	userId: string
}

/** Selects followers with unannounced comments and no recent email. Ignores times in the future: a clock was ahead. */
const dueFollowers = (now: number, limit = MAILS_PER_RUN) =>
	db().all<DueFollower>(sql`
		select distinct n.question_id as questionId, n.user_id as userId from ${pendingNotices} n
		left join ${questionFollows} f on f.question_id = n.question_id and f.user_id = n.user_id
		where coalesce(f.last_mailed_at, 0) not between ${now - MAIL_PAUSE_MS + 1} and ${now + CLOCKS_MS}
		limit ${limit}`)

/** Selects one row if `sendNotices` has work: part of the poll for due work. */
const dueNotice = (now = Date.now()) => dueFollowers(now, 1)

const isFor = ({ questionId, userId }: DueFollower) =>
	and(eq(pendingNotices.questionId, questionId), eq(pendingNotices.userId, userId))

function findPendingComments(due: DueFollower) {
	return db()
		.select({
			id: questionComments.id,
			body: questionComments.body,
			author: users.name,
			isHidden: sql`${questionComments.hiddenAt} is not null or ${questions.hiddenAt} is not null`.mapWith(Boolean),
		})
		.from(pendingNotices)
		.innerJoin(questionComments, eq(questionComments.id, pendingNotices.commentId))
		.innerJoin(questions, eq(questions.id, pendingNotices.questionId))
		.leftJoin(users, eq(users.id, questionComments.authorId))
		.where(isFor(due))
		.orderBy(asc(pendingNotices.commentId))
		.limit(500)
}

async function mailFollower(due: DueFollower, now: number): Promise<void> {
	const { questionId, userId } = due
	const [pending, [question], [member]] = await Promise.all([
		findPendingComments(due),
		db().select({ title: questions.title }).from(questions).where(eq(questions.id, questionId)),
		db()
			.select({ name: users.name, email: users.email, quotes: quotesOf(sql`${users}.id`) })
			.from(users)
			.where(eq(users.id, userId)),
	])
	const ids = pending.map(({ id }) => id)
	const deletePending = db()
		.delete(pendingNotices)
		.where(and(isFor(due), inArray(pendingNotices.commentId, ids)))
	const news = pending.filter(({ isHidden }) => !isHidden)
	const [first] = news
	if (!first || !question || !member) {
		await deletePending
		return
	}
	const id = `comments-${first.id}-${userId}`
	const count = news.length === 1 ? '1 new comment' : `${news.length} new comments`
	const quotes = news
		.slice(0, MAX_QUOTED)
		.flatMap(({ author, body }) => quoted(body, member.quotes, author ?? 'Former member'))
	const rest = quotes.length > 0 ? news.length - MAX_QUOTED : 0
	// The batch checks everything again: another node may have sent it, or the member may have changed their settings.
	const when = sql`
		exists (select 1 from ${questionComments} where id = ${first.id} and hidden_at is null)
		and exists (select 1 from ${pendingNotices} where question_id = ${questionId} and user_id = ${userId} and comment_id = ${first.id})
		and exists (select 1 from ${questionFollows} where question_id = ${questionId} and user_id = ${userId} and state = 'following')
		and exists (select 1 from ${users} u where u.id = ${userId} and ${getsMails(sql`u`)})
		and ${wantsMails(userId, 'comments')}`
	const { token, row } = unsubscribeToken(userId, 'question', { questionId, when })
	const mail = composeNotice({
		to: member.email,
		name: member.name,
		subject: `${count}: ${isolate(question.title)}`,
		blocks: [
			{ kind: 'text', text: `There ${news.length === 1 ? 'is' : 'are'} ${count} on “${isolate(question.title)}”.` },
			...quotes,
			...(rest > 0 ? [{ kind: 'text', text: `And ${rest} more.` } as const] : []),
			{
				kind: 'button',
				label: 'Read and answer',
				href: `${env().publicUrl}/questions/${questionId}#comment-${first.id}`,
			},
		],
		unsubscribe: { token, what: 'emails about this question' },
	})
	await write(
		row,
		enqueueMail(mail, { id, when }),
		db().run(sql`
			update ${questionFollows} set last_mailed_at = ${now}
			where question_id = ${questionId} and user_id = ${userId} and ${isEnqueued(id)}`),
		deletePending,
	)
}

/**
 * Enqueues due emails about new comments: one per member and question, with all new comments.
 * @returns the number of followers processed.
 */
export async function sendNotices(now = Date.now()): Promise<number> {
	const due = await dueFollowers(now)
	for (const each of due) await mailFollower(each, now)
	return due.length
}

export const noticesJob = job({ name: 'question-notices', due: dueNotice, every: 15_000, run: () => sendNotices() })

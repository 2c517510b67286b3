import { and, eq, inArray, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { questionComments, questionFollows, questionMentions, questions } from '#db/schema/questions.ts'
import { type UserRow, users } from '#db/schema/users.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { composeNotice, getsMails, quoted, quotesOf, wantsMails } from '#src/features/notifications/server/compose.ts'
import { notifyMember } from '#src/features/notifications/server/notify.ts'
import { unsubscribeToken } from '#src/features/notifications/server/unsubscribe-tokens.ts'
import { isolate } from '#src/lib/direction.ts'
import type { MailQuotes } from '#src/lib/forms/mail-quotes.ts'
import { MAX_MENTION_MAILS_PER_HOUR, MAX_MENTIONS, mentionedNames } from '#src/lib/text/mentions.ts'
import { env } from '#src/platform/env/env.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'

const HOUR_MS = 60 * 60_000

/** The mentioning post: a question or a comment. */
export interface MentioningPost {
	id: string
	questionId: string
	title: string
	body: string
	/** SQL condition: the same batch wrote the post. A rejected post notifies nobody. */
	isWritten: SQL
}

/** Finds the active members mentioned in the text, except its author, for `mentionStatements`. */
export function findMentioned(text: string, authorId: string): Promise<MentionedMember[]> {
	const names = mentionedNames(text).slice(0, MAX_MENTIONS)
	if (names.length === 0) return Promise.resolve([])
	return db()
		.select({ id: users.id, name: users.name, email: users.email, quotes: quotesOf(sql`${users}.id`) })
		.from(users)
		.where(and(inArray(users.username, names), eq(users.status, 'active'), sql`${users.id} <> ${authorId}`))
}

type MentionedMember = Pick<UserRow, 'id' | 'name' | 'email'> & { quotes: MailQuotes }

const hasNotMuted = (userId: string, questionId: string) => sql`
	not exists (select 1 from ${questionFollows} where question_id = ${questionId} and user_id = ${userId} and state = 'muted')`

const wantsMail = (userId: string, questionId: string) => sql`
	exists (select 1 from ${users} u where u.id = ${userId} and ${getsMails(sql`u`)})
	and ${wantsMails(userId, 'mentions')}
	and ${hasNotMuted(userId, questionId)}`

/** Returns an SQL condition: the author is below the email limit for this member. Reads only the last mentions. */
const isBelowMailLimit = (userId: string, authorId: string) => sql`
	(select count(*) from (select post_id from ${questionMentions} where user_id = ${userId} order by rowid desc limit 50) as last
		left join ${questionComments} as c on c.id = last.post_id
		left join ${questions} as q on q.id = last.post_id
		where coalesce(c.author_id, q.author_id) = ${authorId}
			and coalesce(c.created_at, q.created_at) > ${Date.now() - HOUR_MS}) < ${MAX_MENTION_MAILS_PER_HOUR}`

/**
 * Returns the statements that store mentions, and notify and email the members: once per post and member, across all
 * edits, including concurrent ones.
 */
export function mentionStatements(post: MentioningPost, author: CurrentUser, members: MentionedMember[]) {
	const seq = sql`coalesce((select seq from ${questionComments} where id = ${post.id}), 0)`
	const anchor = post.id === post.questionId ? '' : `#comment-${post.id}`
	return members.flatMap((member) => {
		const isNew = sql`not exists (select 1 from ${questionMentions} where post_id = ${post.id} and user_id = ${member.id})`
		// Across all versions: otherwise repeated edits of a post could mention the whole club.
		const hasRoom = sql`(select count(*) from ${questionMentions} where post_id = ${post.id}) < ${MAX_MENTIONS}`
		const isNotified = sql`${post.isWritten} and ${isNew} and ${hasRoom}`
		const when = sql`${isNotified} and ${isBelowMailLimit(member.id, author.id)}
			and ${wantsMail(member.id, post.questionId)}`
		const { token, row } = unsubscribeToken(member.id, 'mentions', { when })
		const id = `mention-${post.id}-${member.id}`
		const mail = composeNotice({
			to: member.email,
			name: member.name,
			subject: `${isolate(author.name)} mentioned you: ${isolate(post.title)}`,
			blocks: [
				{ kind: 'text', text: `${isolate(author.name)} mentioned you in “${isolate(post.title)}”.` },
				...quoted(post.body, member.quotes),
				{ kind: 'button', label: 'Read it', href: `${env().publicUrl}/questions/${post.questionId}${anchor}` },
			],
			unsubscribe: { token, what: 'emails about mentions' },
		})
		return [
			row,
			enqueueMail(mail, { id, when }),
			notifyMember(
				member.id,
				{ kind: 'mention', subjectId: post.questionId, groupId: post.id, seq },
				sql`${isNotified} and ${hasNotMuted(member.id, post.questionId)}`,
			),
			db().run(sql`
				insert into ${questionMentions} (post_id, user_id, question_id)
				select ${post.id}, ${member.id}, ${post.questionId} where ${post.isWritten} and ${hasRoom}
				on conflict do nothing`),
		]
	})
}

/** Returns the statement of the mentions in posts. @param posts their ids, or a query for them. */
export const mentionsStatement = (posts: (string | Placeholder)[] | SQLWrapper) =>
	db()
		.select({ postId: questionMentions.postId, username: users.username })
		.from(questionMentions)
		.innerJoin(users, eq(users.id, questionMentions.userId))
		.where(inArray(questionMentions.postId, posts))

export function mentionsByPost(rows: readonly { postId: string; username: string }[]): Map<string, string[]> {
	const byPost = new Map<string, string[]>()
	for (const { postId, username } of rows) byPost.set(postId, [...(byPost.get(postId) ?? []), username])
	return byPost
}

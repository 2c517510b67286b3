import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { categoryWatches } from '#db/schema/notifications.ts'
import { questionCategories, questionFollows, questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { isolate } from '#src/lib/direction.ts'
import type { MailQuotes } from '#src/lib/forms/mail-quotes.ts'
import { env } from '#src/platform/env/env.ts'
import { isEnqueued } from '#src/platform/jobs/outbox.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'
import { composeNotice, getsMails, quoted, quotesOf } from './compose.ts'
import { unsubscribeToken } from './unsubscribe-tokens.ts'

/** Maximum number of questions per author and hour that are mailed to watchers. Any more only create notifications. */
const MAX_MAILED = 10
const HOUR_MS = 60 * 60_000

interface Question {
	id: string
	title: string
	body: string
	author: string | null
	category: string
}

/**
 * Returns statements that mail watchers of a category about a new question.
 * @param audience a `select` of members (`user_id`).
 * @param when condition of all statements.
 */
export async function watchMails({ subjectId, seq }: { subjectId: string; seq: number }, audience: SQL, when: SQL) {
	const [[question], readers] = await Promise.all([
		db().all<Question>(sql`
			select q.id, q.title, q.body, u.name as author, c.name as category from ${questions} q
			join ${questionCategories} c on c.id = ${subjectId} left join ${users} u on u.id = q.author_id where q.seq = ${seq}
				and q.hidden_at is null`),
		db().all<{ id: string; name: string; email: string; quotes: MailQuotes }>(sql`
			select u.id, u.name, u.email, ${quotesOf(sql`u.id`)} as quotes from (${audience}) a
			join ${users} u on u.id = a.user_id`),
	])
	if (!question) return []
	// Checks that the question still exists, and that the author asked fewer than `MAX_MAILED` in the hour before. Instead
	// of counting, reads only the author's question at that offset.
	const isMailed = sql`exists (select 1 from ${questions} q where q.seq = ${seq} and q.hidden_at is null and q.created_at - ${HOUR_MS} >=
		coalesce((select e.created_at from ${questions} e where e.author_id = q.author_id and e.seq < q.seq
			order by e.seq desc limit 1 offset ${MAX_MAILED - 1}), 0))`
	const asker = question.author ?? 'Former member'
	return readers.flatMap((reader) => {
		// Repeated in the write: the member may have unwatched or muted it, or a mention may have sent an email already.
		const wants = sql`${when} and ${isMailed} and exists (select 1 from ${categoryWatches} where user_id = ${reader.id} and category_id = ${subjectId})
			and exists (select 1 from ${users} u where u.id = ${reader.id} and ${getsMails(sql`u`)})
			and not exists (select 1 from ${questionFollows}
				where question_id = ${question.id} and user_id = ${reader.id} and state = 'muted')
			and not ${isEnqueued(`mention-${question.id}-${reader.id}`)}`
		const { token, row } = unsubscribeToken(reader.id, 'category', { categoryId: subjectId, when: wants })
		const mail = composeNotice({
			to: reader.email,
			name: reader.name,
			subject: `New question: ${isolate(question.title)}`,
			blocks: [
				{ kind: 'text', text: `${isolate(asker)} asked in “${isolate(question.category)}”, a category you watch.` },
				...quoted(question.body, reader.quotes, question.title),
				{ kind: 'button', label: 'Read and answer', href: `${env().publicUrl}/questions/${question.id}` },
			],
			unsubscribe: { token, what: 'emails about this category' },
		})
		return [row, enqueueMail(mail, { id: `question-${question.id}-${reader.id}`, when: wants })]
	})
}

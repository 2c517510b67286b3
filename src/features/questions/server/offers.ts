import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { categoryWatches } from '#db/schema/notifications.ts'
import {
	questionCategories,
	questionComments,
	questionFollows,
	questionOffers,
	questions,
} from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { composeNotice, getsMails, quoted, quotesOf, wantsMails } from '#src/features/notifications/server/compose.ts'
import { notifyMember } from '#src/features/notifications/server/notify.ts'
import { unsubscribeToken } from '#src/features/notifications/server/unsubscribe-tokens.ts'
import { isolate } from '#src/lib/direction.ts'
import type { MailQuotes } from '#src/lib/forms/mail-quotes.ts'
import { env } from '#src/platform/env/env.ts'
import { job } from '#src/platform/jobs/job.ts'
import { CLOCKS_MS } from '#src/platform/jobs/lease.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'

// If a question has no answer for a day, asks a few members who may know the answer.

const DAY_MS = 24 * 60 * 60_000
const WEEK_MS = 7 * DAY_MS
/** Older questions, for example after an outage, are not offered: nobody expects an answer by then. */
const MAX_AGE_DAYS = 3
/** Maximum number of members asked about one question. */
const MAX_MEMBERS = 5
/** Maximum number of questions that a member is asked about in seven days. */
const MAX_A_WEEK = 2
/** Number of most recently active questions of a category whose answers are searched for members to ask. */
const SEARCHED_QUESTIONS = 200

const isUnanswered = (from: number, to: number) => sql`q.answer_count = 0 and q.created_at between ${from} and ${to}
	and q.deleted_at is null and q.is_locked = 0 and q.hidden_at is null`

const isDue = (now: number) => sql`${isUnanswered(now - MAX_AGE_DAYS * DAY_MS, now - DAY_MS)} and q.offered_at is null`

interface Question {
	id: string
	title: string
	body: string
	categoryId: string
	groupId: string
	authorId: string | null
	author: string | null
	category: string
}

/** The query plan is tested. */
export const dueQuestions = (now: number, limit: number): SQL => sql`
	select q.id, q.title, q.body, q.category_id as categoryId, q.group_id as groupId, q.author_id as authorId,
		u.name as author, c.name as category
	from ${questions} q join ${questionCategories} c on c.id = q.category_id left join ${users} u on u.id = q.author_id
	where ${isDue(now)} order by q.created_at limit ${limit}`

/** SQL condition: a member was asked in the last week. Ignores rows in the future, from a clock that was ahead. */
const isRecent = (now: number) =>
	sql`o.user_id = u.id and o.offered_at between ${now - WEEK_MS + 1} and ${now + CLOCKS_MS}`

/** SQL condition: a member may be asked about a question. The table of members must have the alias `u`. */
const mayBeAsked = (
	{ id, authorId }: Question,
	now: number,
) => sql`${getsMails(sql`u`, now)} and u.id is not ${authorId}
	and ${wantsMails(sql`u.id`, 'offers')}
	and not exists (select 1 from ${questionFollows} f
		where f.question_id = ${id} and f.user_id = u.id and f.state = 'muted')
	and (select count(*) from ${questionOffers} o where ${isRecent(now)}) < ${MAX_A_WEEK}`

interface Candidate {
	id: string
	name: string
	email: string
	quotes: MailQuotes
	hasAnswered: number
}

/** Selects members to ask: those asked least this week, then those who answered in the category. The plan is tested. */
export const candidatesQuery = (question: Question, now: number): SQL => sql`
	select u.id, u.name, u.email, ${quotesOf(sql`u.id`)} as quotes, max(a.answered) as hasAnswered
	from (
		select user_id, 0 as answered from ${categoryWatches}
			where category_id in (${question.categoryId}, ${question.groupId})
		union all
		select c.author_id, 1 from (select r.id from ${questions} r
			where r.category_id = ${question.categoryId} order by r.last_activity_at desc limit ${SEARCHED_QUESTIONS}) r
			join ${questionComments} c on c.question_id = r.id
	) a cross join ${users} u on u.id = a.user_id
	where ${mayBeAsked(question, now)}
	group by u.id
	order by (select count(*) from ${questionOffers} o where ${isRecent(now)}),
		hasAnswered desc, u.last_seen_at desc, u.id
	limit ${MAX_MEMBERS}`

/** Returns the statements that ask one member, unless the member or the question has changed since it was read. */
function offerTo(question: Question, reader: Candidate, now: number) {
	const { id, title } = question
	const when = sql`exists (select 1 from ${questions} q where q.id = ${id} and ${isDue(now)})
		and exists (select 1 from ${users} u where u.id = ${reader.id} and ${mayBeAsked(question, now)})`
	const { token, row } = unsubscribeToken(reader.id, 'offers', { when })
	const reason = reader.hasAnswered ? 'in which you have answered before' : 'a category you watch'
	const mail = composeNotice({
		to: reader.email,
		name: reader.name,
		subject: `Can you answer? ${isolate(title)}`,
		blocks: [
			{
				kind: 'text',
				text: `${isolate(question.author ?? 'Former member')} asked in “${isolate(question.category)}”, ${reason}, and has no answer yet.`,
			},
			...quoted(question.body, reader.quotes, title),
			{ kind: 'button', label: 'Read and answer', href: `${env().publicUrl}/questions/${id}` },
		],
		unsubscribe: { token, what: 'emails about questions without an answer' },
	})
	return [
		row,
		enqueueMail({ ...mail, until: now + DAY_MS }, { id: `offer-${id}-${reader.id}`, when }),
		notifyMember(reader.id, { kind: 'offer', subjectId: id }, when),
		// Must be last, since the conditions above count these rows.
		db().run(sql`
			insert into ${questionOffers} (user_id, question_id, offered_at)
			select ${reader.id}, ${id}, ${now} where ${when} on conflict do nothing`),
	]
}

/** Offers questions that are a day old and have no answer. @returns their number. */
export async function offerQuestions(now = Date.now(), signal?: AbortSignal): Promise<number> {
	for (let offered = 0; ; offered++) {
		const [question] = await db().all<Question>(dueQuestions(now, 1))
		if (!question || signal?.aborted) return offered
		const candidates = await db().all<Candidate>(candidatesQuery(question, now))
		await write(
			db().run(
				sql`delete from ${questionOffers} where offered_at not between ${now - WEEK_MS + 1} and ${now + CLOCKS_MS}`,
			),
			...candidates.flatMap((reader) => offerTo(question, reader, now)),
			db().run(sql`update ${questions} as q set offered_at = ${now} where q.id = ${question.id} and ${isDue(now)}`),
		)
		// Yields to waiting requests.
		await new Promise((resolve) => setImmediate(resolve))
	}
}

export const offersJob = job({
	name: 'question-offers',
	due: (now) => db().all(dueQuestions(now, 1)),
	every: 60_000,
	run: (signal) => offerQuestions(Date.now(), signal),
})

/** Ages in days between which the admin home lists a question without an answer. */
const SHOWN_DAYS = 30
const SHOWN_AFTER_DAYS = 2
const MAX_SHOWN = 5

export interface Unanswered {
	id: string
	title: string
	createdAt: number
}

/** The query plan is tested. */
export const unansweredQuery = (now: number): SQL => sql`
	select q.id, q.title, q.created_at as createdAt from ${questions} q
	where ${isUnanswered(now - SHOWN_DAYS * DAY_MS, now - SHOWN_AFTER_DAYS * DAY_MS)}
	order by q.created_at desc limit ${MAX_SHOWN}`

/** Lists the newest questions that have had no answer for two days. */
export const listUnanswered = (now = Date.now()) => db().all<Unanswered>(unansweredQuery(now))

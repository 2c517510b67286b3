import { and, desc, eq, isNull, ne, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { db, prepared } from '#db/client.ts'
import { questionComments, questionReadMarks, questionReads, questions } from '#db/schema/questions.ts'
import { write } from '#db/write.ts'
import { readAllQuestionNotices } from '#src/features/notifications/server/notification-reads.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { UNREAD_DAYS } from '../contract.ts'
import type * as contracts from '../unread-contract.ts'
import { MAX_LOOKED_AT, MAX_UNREAD_QUESTIONS } from '../unread-contract.ts'
import { newestSeq } from './reads.ts'

const DAY_MS = 24 * 60 * 60_000

/** The viewer, and the time before which unopened questions do not count as unread. */
export interface Viewer {
	viewerId: string | Placeholder
	since: number | Placeholder
}

export const viewerOf = ({ id }: { id: string }, now = Date.now()) => ({
	viewerId: id,
	since: now - UNREAD_DAYS * DAY_MS,
})

/** Returns the condition for joining `question_reads` to a query of `questions`. */
export const readsOf = ({ viewerId }: Pick<Viewer, 'viewerId'>) =>
	and(eq(questionReads.questionId, questions.id), eq(questionReads.userId, viewerId))

const markOf = (column: SQL, { viewerId }: Viewer) =>
	sql`coalesce((select ${column} from ${questionReadMarks} m where m.user_id = ${viewerId}), 0)`

/** SQL condition: a question has posts that are new to the viewer, inside a query joined with `readsOf`. */
export function isUnread(viewer: Viewer) {
	const readUpTo = markOf(sql`m.comment_seq`, viewer)
	return sql`case
		when ${questionReads.seenSeq} is not null then ${newestSeq} > max(${questionReads.seenSeq}, ${readUpTo})
		when ${questions.lastActivityAt} <= ${viewer.since} then 0
		when ${questions.answerCount} > 0 then ${newestSeq} > ${readUpTo}
		else ${questions.authorId} is not ${viewer.viewerId} and ${questions.seq} > ${markOf(sql`m.question_seq`, viewer)}
		end`.mapWith(Boolean)
}

/** SQL condition: a question is among the most recently active ones, of all or of the matching questions. */
export const isLastActive = (matching?: SQL) => sql`${questions.lastActivityAt} >= coalesce((
	select ${questions.lastActivityAt} from ${questions} ${matching ? sql`where ${matching}` : sql``}
	order by ${questions.lastActivityAt} desc limit 1 offset ${sql.raw(String(MAX_LOOKED_AT - 1))}), 0)`

/** Returns the statement of unread questions, by last activity. A test checks its query plan. */
export const unreadStatement = (
	viewer: Viewer,
	{ limit, except = '' }: { limit: number; except?: string | Placeholder },
) =>
	db()
		.select({ id: questions.id, title: questions.title })
		.from(questions)
		.leftJoin(questionReads, readsOf(viewer))
		.where(and(isLastActive(), ne(questions.id, except), isNull(questions.hiddenAt), isUnread(viewer)))
		.orderBy(desc(questions.lastActivityAt), desc(questions.seq))
		.limit(limit)

const VIEWER = { viewerId: sql.placeholder('viewerId'), since: sql.placeholder('since') }
const nextUnread = prepared(() => unreadStatement(VIEWER, { limit: 1, except: sql.placeholder('except') }).prepare())

/** Finds the most recently active question that this member has not read, other than the open one. */
export async function findNextUnread(
	user: { id: string },
	openId: string,
): Promise<{ id: string; title: string } | undefined> {
	return nextUnread().get({ ...viewerOf(user), except: openId })
}

const newest = (table: typeof questions | typeof questionComments) =>
	sql<number>`(select coalesce(max(seq), 0) from ${table})`

const unreadCount = prepared(() => {
	const unread = unreadStatement(VIEWER, { limit: MAX_UNREAD_QUESTIONS }).as('unread')
	return db()
		.select({ count: sql<number>`count(*)`, comment: newest(questionComments), question: newest(questions) })
		.from(unread)
		.prepare()
})

/** Counts a member's unread questions, up to `MAX_UNREAD_QUESTIONS`. */
export async function countUnreadQuestions(user: { id: string }): Promise<contracts.UnreadQuestions> {
	const { count = 0, ...until } = (await unreadCount().get(viewerOf(user))) ?? { comment: 0, question: 0 }
	return { count, until }
}

export const getUnreadQuestions: Service<typeof contracts.getUnreadQuestions> = (_, { user }) =>
	countUnreadQuestions(user)

export const readAllQuestions: Service<typeof contracts.readAllQuestions> = async ({ body: { until } }, { user }) => {
	// Never beyond the existing posts: otherwise later posts would count as read before anyone sees them.
	const upTo = (seq: number, table: typeof questions | typeof questionComments) => sql`min(${seq}, ${newest(table)})`
	await write(
		db().run(sql`
			insert into ${questionReadMarks} (user_id, comment_seq, question_seq)
			values (${user.id}, ${upTo(until.comment, questionComments)}, ${upTo(until.question, questions)})
			on conflict (user_id) do update set comment_seq = max(comment_seq, excluded.comment_seq),
				question_seq = max(question_seq, excluded.question_seq)`),
		readAllQuestionNotices(user.id, until),
	)
	return undefined
}

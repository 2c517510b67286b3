import { and, desc, eq, inArray, lt, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'
import {
	postCounts,
	questionCategories,
	questionComments,
	questionFollows,
	questionReads,
	questions,
} from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { type ListOrder, MAX_COUNTED, type ShownKind } from '../contract.ts'
import { newCount } from './reads.ts'
import { isLastActive, isUnread, readsOf, type Viewer } from './unread.ts'

/** Number of characters of the body in a list. */
export const PREVIEW = 280

const newest = alias(questionComments, 'newest')
const lastAuthor = alias(users, 'last_author')

const summary = {
	seq: questions.seq,
	id: questions.id,
	title: questions.title,
	preview: sql<string>`substr(${questions.body}, 1, ${PREVIEW})`,
	categoryId: questions.categoryId,
	category: { name: questionCategories.name },
	author: { name: users.name, username: users.username },
	// Counts only comments that members can read. A question's own page also counts hidden ones, which keep their place.
	commentCount: questions.answerCount,
	isLocked: questions.isLocked,
	createdAt: questions.createdAt,
	lastActivityAt: questions.lastActivityAt,
	lastAuthor: { name: lastAuthor.name, username: lastAuthor.username },
}

const hasHelpful = sql`exists (select 1 from ${questionComments} h
	where h.question_id = ${questions.id} and h.is_helpful = 1 and h.hidden_at is null)`.mapWith(Boolean)

/** SQL for the number of questions hidden from a viewer. The unary plus forces the small index of hidden questions. */
export const hiddenCountFor = ({ viewerId }: Pick<Viewer, 'viewerId'>, category?: SQLWrapper) => sql`(select count(*)
	from ${questions} as h where h.hidden_at is not null and +h.author_id is not ${viewerId}
	${category ? sql`and +h.category_id = ${category}` : sql``})`

/** Selects the number of questions that a viewer sees: a count kept by triggers, minus the hidden questions. */
export const totalStatementOfAll = (viewer: Pick<Viewer, 'viewerId'>) =>
	db()
		.select({ total: sql<number>`${postCounts.total} - ${hiddenCountFor(viewer)}` })
		.from(postCounts)
		.where(eq(postCounts.kind, 'question'))

export const fromQuestions = (viewer: Viewer) =>
	db()
		.select({
			...summary,
			isUnread: isUnread(viewer),
			newCount,
			hasHelpful,
			// Computed once for all rows, without a separate statement.
			ofAll: sql<number>`(${totalStatementOfAll(viewer)})`,
		})
		.from(questions)
		.leftJoin(questionReads, readsOf(viewer))
		.leftJoin(
			newest,
			sql`${newest.seq} = (select max(n.seq) from ${questionComments} n where n.question_id = ${questions.id}
				and n.hidden_at is null)`,
		)
		.leftJoin(lastAuthor, eq(lastAuthor.id, newest.authorId))
		.innerJoin(questionCategories, eq(questionCategories.id, questions.categoryId))
		.leftJoin(users, eq(users.id, questions.authorId))

/** SQL condition: a list shows the question to its viewer. A hidden question is shown only to its author. */
export const isShownTo = ({ viewerId }: Pick<Viewer, 'viewerId'>) =>
	sql`(${questions.hiddenAt} is null or +${questions.authorId} = ${viewerId})`

interface ListFilter {
	category?: { id: string; isGroup: boolean } | undefined
	show?: ShownKind | undefined
}

/**
 * Returns the condition of a filtered list. A unary plus disables the category's index if another one is more
 * selective: the member's own or followed questions.
 */
function matchesFilter(options: ListFilter & Viewer): SQL | undefined {
	return and(matchesKind(options), isShownTo(options))
}

function matchesKind({ category, show, ...viewer }: ListFilter & Viewer): SQL | undefined {
	const column = category?.isGroup ? questions.groupId : questions.categoryId
	const inCategory = category && eq(column, category.id)
	if (show === undefined) return inCategory
	if (show === 'unread') return and(inCategory, isLastActive(inCategory), isUnread(viewer))
	if (show === 'unanswered') return and(inCategory, sql`${questions.answerCount} = 0`)
	const inCategoryUnindexed = category && sql`+${column} = ${category.id}`
	if (show === 'mine') return and(eq(questions.authorId, viewer.viewerId), inCategoryUnindexed)
	// Ids sort by time: the newest followed questions come first, without a scan of all.
	return and(
		sql`${questions.seq} in (select q.seq from ${questionFollows} f join ${questions} q on q.id = f.question_id
			where f.user_id = ${viewer.viewerId} and f.state = 'following' order by f.question_id desc limit ${MAX_COUNTED})`,
		inCategoryUnindexed,
	)
}

/**
 * Returns the order of a list. Unread questions are always sorted by activity. Unanswered questions have had no
 * activity since they were asked, so both orders are the same.
 */
export function orderOf(show: ShownKind | undefined, sort: ListOrder): ListOrder {
	if (show === 'unread') return 'activity'
	return show === 'unanswered' ? 'newest' : sort
}

/** The last question of a page: its activity and row number, or its id in a list sorted by newest. */
export type After = readonly [activity: number, seq: number] | readonly [id: string]

export type PageOptions = ListFilter &
	Viewer & {
		sort: ListOrder
		after?: After | undefined
		limit: number | Placeholder
	}

const isAfter = ([first, second]: After) =>
	second === undefined
		? lt(questions.seq, sql`(select seq from ${questions} where id = ${first})`)
		: sql`(${questions.lastActivityAt}, ${questions.seq}) < (${first}, ${second})`

/** Returns the statement of a page, plus the first row of the next. A test checks its query plan. */
export function pageStatement({ sort, after, limit, ...options }: PageOptions) {
	const byActivity = orderOf(options.show, sort) === 'activity'
	const { lastActivityAt, seq } = questions
	const where = and(matchesFilter(options), after && isAfter(after))
	const order = byActivity ? [desc(lastActivityAt), desc(seq)] : [desc(seq)]
	const rows = typeof limit === 'number' ? limit + 1 : limit
	if (!(byActivity && options.show === 'followed'))
		return fromQuestions(options)
			.where(where)
			.orderBy(...order)
			.limit(rows)
	// No index has the followed questions in this order: sorts their row numbers, and reads only the rows of the page.
	const seqs = db()
		.select({ seq })
		.from(questions)
		.where(where)
		.orderBy(...order)
		.limit(rows)
	return fromQuestions(options).where(inArray(seq, seqs)).orderBy(sql`+${lastActivityAt} desc`, desc(seq)).limit(rows)
}

/** Returns the statement of the newest questions of a kind. A search within that kind covers only them. */
export const newestSeqsStatement = (options: ListFilter & Viewer) =>
	db()
		.select({ seq: questions.seq })
		.from(questions)
		.leftJoin(questionReads, readsOf(options))
		.where(matchesFilter(options))
		.orderBy(...(options.show === 'unread' ? [desc(questions.lastActivityAt)] : []), desc(questions.seq))
		.limit(MAX_COUNTED)

/** Returns the statement of a filtered list's total, up to `MAX_COUNTED`. A test checks its query plan. */
export const totalStatement = (options: ListFilter & Viewer) =>
	db()
		.select({ total: sql<number>`count(*)` })
		.from(
			db()
				.select({ one: sql`1`.as('one') })
				.from(questions)
				.leftJoin(questionReads, readsOf(options))
				.where(matchesFilter(options))
				.limit(MAX_COUNTED)
				.as('counted'),
		)

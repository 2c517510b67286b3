import { and, desc, eq, inArray, lt, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { db, prepared } from '#db/client.ts'
import {
	postCounts,
	questionCategories,
	questionComments,
	questionFollows,
	questionReads,
	questions,
} from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import type { QueryOf } from '#src/lib/api/contract.ts'
import { isId } from '#src/lib/ids.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import { excerptAround, markWords } from '#src/platform/search/text-marks.ts'
import type { QuestionSummary } from '../contract.ts'
import * as contracts from '../contract.ts'
import { MAX_COUNTED } from '../contract.ts'
import { newCount, newestSeq, unreadSince } from './reads.ts'
import { rankMatches, searchExpressions } from './search.ts'

/** Characters of the body in a list. */
const PREVIEW = 280

const summary = {
	seq: questions.seq,
	id: questions.id,
	title: questions.title,
	preview: sql<string>`substr(${questions.body}, 1, ${PREVIEW})`,
	categoryId: questions.categoryId,
	category: { name: questionCategories.name },
	author: { name: users.name, username: users.username },
	commentCount: questions.commentCount,
	isLocked: questions.isLocked,
	createdAt: questions.createdAt,
}

/** The viewer, and the limit before which unopened questions do not count as unread. */
interface Viewer {
	viewerId: string | Placeholder
	since: number | Placeholder
}

const isUnread = ({ viewerId, since }: Viewer) =>
	sql`case when ${questionReads.seenSeq} is null
	then coalesce((select n.created_at from ${questionComments} n where n.question_id = ${questions.id} order by n.seq desc limit 1),
		case when ${questions.authorId} = ${viewerId} then 0 else ${questions.createdAt} end) > ${since}
	else ${newestSeq} > ${questionReads.seenSeq} end`.mapWith(Boolean)

const hasHelpful = sql`exists (select 1 from ${questionComments} h
	where h.question_id = ${questions.id} and h.is_helpful = 1)`.mapWith(Boolean)

/** Selects the number of all questions: one row, which triggers keep current. */
const totalStatementOfAll = () =>
	db().select({ total: postCounts.total }).from(postCounts).where(eq(postCounts.kind, 'question'))

const fromQuestions = (viewer: Viewer) =>
	db()
		.select({
			...summary,
			isUnread: isUnread(viewer),
			newCount,
			hasHelpful,
			// Computed once for all rows, without a separate statement.
			ofAll: sql<number>`(${totalStatementOfAll()})`,
		})
		.from(questions)
		.leftJoin(questionReads, and(eq(questionReads.questionId, questions.id), eq(questionReads.userId, viewer.viewerId)))
		.innerJoin(questionCategories, eq(questionCategories.id, questions.categoryId))
		.leftJoin(users, eq(users.id, questions.authorId))

/** Finds a category, and whether its children count too. */
async function findCategory(id: string) {
	const rows = await db()
		.select({
			id: questionCategories.id,
			parentCategoryId: questionCategories.parentCategoryId,
			questionCount: questionCategories.questionCount,
		})
		.from(questionCategories)
	const own = rows.find((row) => row.id === id)
	if (!own) return undefined
	const children = rows.filter((row) => row.parentCategoryId === id)
	const total = children.reduce((sum, row) => sum + row.questionCount, own.questionCount)
	return { id, isGroup: own.parentCategoryId === null, total }
}

/** Counts all questions for an empty page, whose rows cannot have the count. */
async function countAll(): Promise<number> {
	const [row] = await totalStatementOfAll()
	return row?.total ?? 0
}

/** Returns the statement of the newest questions of a kind, which a search within that kind covers. */
const newestSeqsStatement = (options: ListFilter & Pick<Viewer, 'viewerId'>) =>
	db()
		.select({ seq: questions.seq })
		.from(questions)
		.where(matchesFilter(options))
		.orderBy(desc(questions.seq))
		.limit(MAX_COUNTED)

/** The rows contain one more than a page if there is a next page. */
type Listing = { rows: QuestionSummary[]; total: number }
type Query = QueryOf<typeof contracts.listQuestions>

const findSeq = (id: string) => db().select({ seq: questions.seq }).from(questions).where(eq(questions.id, id))

/** Returns the statement of a page by time, plus the first row of the next. A test checks its query plan. */
export function pageStatement(
	options: ListFilter &
		Viewer & {
			before: string | undefined
			limit: number | Placeholder
		},
) {
	const { before, limit } = options
	return fromQuestions(options)
		.where(
			and(
				matchesFilter(options),
				before === undefined ? undefined : lt(questions.seq, sql`(select seq from ${questions} where id = ${before})`),
			),
		)
		.orderBy(desc(questions.seq))
		.limit(typeof limit === 'number' ? limit + 1 : limit)
}

interface ListFilter {
	category?: { id: string; isGroup: boolean } | undefined
	show?: contracts.ShownKind | undefined
}

/**
 * Returns the condition of a filtered list. A unary plus disables the category's index if another one is more
 * selective: the member's own or followed questions.
 */
function matchesFilter({ category, show, viewerId }: ListFilter & Pick<Viewer, 'viewerId'>): SQL | undefined {
	const column = category?.isGroup ? questions.groupId : questions.categoryId
	if (show === undefined) return category && eq(column, category.id)
	if (show === 'unanswered') return and(category && eq(column, category.id), sql`${questions.commentCount} = 0`)
	const within = category && sql`+${column} = ${category.id}`
	if (show === 'mine') return and(eq(questions.authorId, viewerId), within)
	// Ids sort by time: the newest followed questions come first, without a scan of all.
	return and(
		sql`${questions.seq} in (select q.seq from ${questionFollows} f join ${questions} q on q.id = f.question_id
			where f.user_id = ${viewerId} and f.state = 'following' order by f.question_id desc limit ${MAX_COUNTED})`,
		within,
	)
}

/** Returns the statement of a filtered list's total, up to `MAX_COUNTED`. A test checks its query plan. */
export const totalStatement = (options: ListFilter & Pick<Viewer, 'viewerId'>) =>
	db()
		.select({ total: sql<number>`count(*)` })
		.from(
			db()
				.select({ one: sql`1`.as('one') })
				.from(questions)
				.where(matchesFilter(options))
				.limit(MAX_COUNTED)
				.as('counted'),
		)

/** The most frequent statements, first page and total of each kind: built once. */
const firstPageOf = (show?: contracts.ShownKind) =>
	prepared(() =>
		pageStatement({
			show,
			before: undefined,
			limit: sql.placeholder('rows'),
			viewerId: sql.placeholder('viewer'),
			since: sql.placeholder('since'),
		}).prepare(),
	)
const allFirst = firstPageOf()
const firstPages = {
	unanswered: firstPageOf('unanswered'),
	mine: firstPageOf('mine'),
	followed: firstPageOf('followed'),
} satisfies Record<contracts.ShownKind, unknown>
const totalOf = (show: contracts.ShownKind) =>
	prepared(() => totalStatement({ show, viewerId: sql.placeholder('viewer') }).prepare())
const totals = {
	unanswered: totalOf('unanswered'),
	mine: totalOf('mine'),
	followed: totalOf('followed'),
} satisfies Record<contracts.ShownKind, unknown>

async function countOf(show: contracts.ShownKind, options: Parameters<typeof totalStatement>[0]): Promise<number> {
	const [row] = options.category
		? await totalStatement({ ...options, show })
		: await totals[show]().all({ viewer: options.viewerId })
	return row?.total ?? 0
}

async function newest(query: Query, before: string | undefined, viewer: Viewer): Promise<Listing> {
	const category = query.category === undefined ? undefined : await findCategory(query.category)
	if (query.category !== undefined && !category) return { rows: [], total: 0 }
	const { show } = query
	const [rows, narrowed] = await Promise.all([
		category || before !== undefined
			? pageStatement({ ...viewer, category, show, before, limit: query.limit })
			: (show ? firstPages[show] : allFirst)().all({
					rows: query.limit + 1,
					viewer: viewer.viewerId,
					since: viewer.since,
				}),
		show ? countOf(show, { ...viewer, category }) : category?.total,
	])
	const plain = { titleMarks: [], previewMarks: [] }
	return {
		rows: rows.map(({ ofAll: _, ...row }) => ({ ...row, ...plain, createdAt: row.createdAt.toISOString() })),
		total: narrowed ?? rows[0]?.ofAll ?? (await countAll()),
	}
}

async function best(query: Query, before: string | undefined, typed: string, viewer: Viewer): Promise<Listing> {
	// An invalid id matches no category, and must not become part of the expression.
	const isCategory = query.category === undefined || isId(query.category)
	const expressions = isCategory ? searchExpressions(typed, query.category) : undefined
	if (!expressions) return { rows: [], total: 0 }
	const within = query.show && newestSeqsStatement({ ...viewer, show: query.show })
	const [ranked, [last]] = await Promise.all([
		rankMatches(expressions, within),
		before === undefined ? [] : findSeq(before),
	])
	const start = before === undefined ? 0 : last ? ranked.indexOf(last.seq) + 1 : ranked.length
	const seqs = ranked.slice(start, start + query.limit + 1)
	if (seqs.length === 0) return { rows: [], total: ranked.length }
	const [unordered, bodies] = await Promise.all([
		fromQuestions(viewer).where(inArray(questions.seq, seqs)),
		db().select({ seq: questions.seq, body: questions.body }).from(questions).where(inArray(questions.seq, seqs)),
	])
	const rows = seqs.flatMap((seq): QuestionSummary[] => {
		const found = unordered.find((each) => each.seq === seq)
		const body = bodies.find((each) => each.seq === seq)?.body
		if (!found || body === undefined) return []
		const { ofAll: _, ...row } = found
		const { marks } = markWords(row.title, typed)
		const preview = excerptAround(body, typed, PREVIEW)
		return [
			{
				...row,
				createdAt: row.createdAt.toISOString(),
				titleMarks: marks,
				preview: preview.text,
				previewMarks: preview.marks,
			},
		]
	})
	return { rows, total: ranked.length }
}

export const listQuestions: Service<typeof contracts.listQuestions> = async ({ query }, context) => {
	const typed = query.search?.trimStart()
	const [before] = openCursor(query.cursor, 'id') ?? []
	const viewer = { viewerId: context.user.id, since: unreadSince() }
	const { rows, total } = await (typed?.trim() ? best(query, before, typed, viewer) : newest(query, before, viewer))
	return page(context, contracts.listQuestions, { query }, rows, { total, cursorOf: ({ id }) => [id] })
}

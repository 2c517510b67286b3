import { and, eq, inArray, sql } from 'drizzle-orm'
import { db, prepared } from '#db/client.ts'
import { questionCategories, questions } from '#db/schema/questions.ts'
import type { QueryOf } from '#src/lib/api/contract.ts'
import { isId } from '#src/lib/ids.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import { excerptAround, markWords } from '#src/platform/search/text-marks.ts'
import type { LastActive, ListOrder, QuestionSummary, ShownKind } from '../contract.ts'
import * as contracts from '../contract.ts'
import {
	type After,
	fromQuestions,
	hiddenCountFor,
	isShownTo,
	newestSeqsStatement,
	orderOf,
	PREVIEW,
	pageStatement,
	totalStatement,
	totalStatementOfAll,
} from './list-statements.ts'
import { rankMatches, searchExpressions } from './search.ts'
import { viewerOf } from './unread.ts'

type Viewer = ReturnType<typeof viewerOf>

/** Finds a category with the number of questions that a viewer sees, and whether its children are included. */
async function findCategory(id: string, viewer: Viewer) {
	const rows = await db()
		.select({
			id: questionCategories.id,
			parentCategoryId: questionCategories.parentCategoryId,
			count: sql<number>`${questionCategories.questionCount} - ${hiddenCountFor(viewer, sql`${questionCategories}."id"`)}`,
		})
		.from(questionCategories)
	const own = rows.find((row) => row.id === id)
	if (!own) return undefined
	const children = rows.filter((row) => row.parentCategoryId === id)
	const total = children.reduce((sum, row) => sum + row.count, own.count)
	return { id, isGroup: own.parentCategoryId === null, total }
}

/** Counts all questions for an empty page. On other pages, each row contains the count. */
async function countAll(viewer: Viewer): Promise<number> {
	const [row] = await totalStatementOfAll(viewer)
	return row?.total ?? 0
}

/** The rows contain one more than a page if there is a next page. */
type Row = QuestionSummary & { seq: number }
type Listing = { rows: Row[]; total: number }
type Query = QueryOf<typeof contracts.listQuestions>

const findSeq = (id: string) => db().select({ seq: questions.seq }).from(questions).where(eq(questions.id, id))

/** The most frequent statements, first page and total of each kind: built once. */
const VIEWER = { viewerId: sql.placeholder('viewerId'), since: sql.placeholder('since') }
const firstPageOf = (sort: ListOrder, show?: ShownKind) =>
	prepared(() => pageStatement({ ...VIEWER, sort, show, limit: sql.placeholder('rows') }).prepare())
const firstPagesBy = (sort: ListOrder) => ({
	all: firstPageOf(sort),
	unread: firstPageOf(sort, 'unread'),
	unanswered: firstPageOf(sort, 'unanswered'),
	mine: firstPageOf(sort, 'mine'),
	followed: firstPageOf(sort, 'followed'),
})
const firstPages = { activity: firstPagesBy('activity'), newest: firstPagesBy('newest') }
const totalOf = (show: ShownKind) => prepared(() => totalStatement({ show, ...VIEWER }).prepare())
const totals = {
	unread: totalOf('unread'),
	unanswered: totalOf('unanswered'),
	mine: totalOf('mine'),
	followed: totalOf('followed'),
} satisfies Record<ShownKind, unknown>

async function countOf(
	show: ShownKind,
	options: Viewer & Pick<Parameters<typeof totalStatement>[0], 'category'>,
): Promise<number> {
	const [row] = options.category
		? await totalStatement({ ...options, show })
		: await totals[show]().all({ viewerId: options.viewerId, since: options.since })
	return row?.total ?? 0
}

async function listInOrder(query: Query, sort: ListOrder, after: After | undefined, viewer: Viewer): Promise<Listing> {
	const category = query.category === undefined ? undefined : await findCategory(query.category, viewer)
	if (query.category !== undefined && !category) return { rows: [], total: 0 }
	const { show } = query
	const [rows, filteredTotal] = await Promise.all([
		category || after
			? pageStatement({ ...viewer, category, show, sort, after, limit: query.limit })
			: firstPages[sort][show ?? 'all']().all({ ...viewer, rows: query.limit + 1 }),
		show ? countOf(show, { ...viewer, category }) : category?.total,
	])
	return {
		rows: rows.map(({ ofAll: _, ...row }) => ({ ...row, ...timesOf(row), titleMarks: [], previewMarks: [] })),
		total: filteredTotal ?? rows[0]?.ofAll ?? (await countAll(viewer)),
	}
}

const timesOf = (row: { createdAt: Date; lastActivityAt: Date }) => ({
	createdAt: row.createdAt.toISOString(),
	lastActivityAt: row.lastActivityAt.toISOString(),
})

/** Lists the most recently active questions, up to `count`. */
export async function listLastActive(user: { id: string }, count: number): Promise<LastActive[]> {
	const rows = await firstPages.activity.all().all({ ...viewerOf(user), rows: count })
	return rows.map(({ id, title, commentCount, author, lastAuthor, lastActivityAt, isUnread, newCount: unseen }) => ({
		...{ id, title, isUnread, hasAnswers: commentCount > 0, newCount: unseen },
		lastAuthor: commentCount > 0 ? lastAuthor : author,
		lastActivityAt: lastActivityAt.toISOString(),
	}))
}

async function listBest(query: Query, before: string | undefined, search: string, viewer: Viewer): Promise<Listing> {
	// An invalid id matches no category, and must not become part of the expression.
	const isCategory = query.category === undefined || isId(query.category)
	const expressions = isCategory ? searchExpressions(search, query.category) : undefined
	if (!expressions) return { rows: [], total: 0 }
	const within = query.show && newestSeqsStatement({ ...viewer, show: query.show })
	const [ranked, [last]] = await Promise.all([
		rankMatches(expressions, viewer.viewerId, within),
		before === undefined ? [] : findSeq(before),
	])
	const start = before === undefined ? 0 : last ? ranked.indexOf(last.seq) + 1 : ranked.length
	const seqs = ranked.slice(start, start + query.limit + 1)
	if (seqs.length === 0) return { rows: [], total: ranked.length }
	const [unordered, bodies] = await Promise.all([
		fromQuestions(viewer).where(and(inArray(questions.seq, seqs), isShownTo(viewer))),
		db().select({ seq: questions.seq, body: questions.body }).from(questions).where(inArray(questions.seq, seqs)),
	])
	const rows = seqs.flatMap((seq): Row[] => {
		const questionRow = unordered.find((each) => each.seq === seq)
		const body = bodies.find((each) => each.seq === seq)?.body
		if (!questionRow || body === undefined) return []
		const { ofAll: _, ...row } = questionRow
		const { marks } = markWords(row.title, search)
		const preview = excerptAround(body, search, PREVIEW)
		return [{ ...row, ...timesOf(row), titleMarks: marks, preview: preview.text, previewMarks: preview.marks }]
	})
	return { rows, total: ranked.length }
}

export const listQuestions: Service<typeof contracts.listQuestions> = async ({ query }, context) => {
	const typed = query.search?.trimStart()
	const viewer = viewerOf(context.user)
	const sort = typed?.trim() ? 'best' : orderOf(query.show, query.sort ?? 'newest')
	const after = sort === 'activity' ? openCursor(query.cursor, 'number', 'number') : openCursor(query.cursor, 'id')
	const { rows, total } =
		sort === 'best'
			? await listBest(query, after?.[0] as string | undefined, typed ?? '', viewer)
			: await listInOrder(query, sort, after, viewer)
	return page(context, contracts.listQuestions, { query }, rows, {
		total,
		cursorOf: ({ id, lastActivityAt, seq }) => (sort === 'activity' ? [Date.parse(lastActivityAt), seq] : [id]),
	})
}

import { and, desc, eq, inArray, lt, type Placeholder, sql } from 'drizzle-orm'
import { type Db, db } from '#db/client.ts'
import { postCounts, questionCategories, questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import type { QueryOf } from '#src/lib/contract.ts'
import type { Service } from '#src/platform/create-handle.ts'
import { openCursor, page } from '#src/platform/paging.ts'
import type { QuestionSummary } from '../contract.ts'
import * as contracts from '../contract.ts'
import { excerptAround, markWords } from './highlight.ts'
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

const fromQuestions = () =>
	db()
		.select(summary)
		.from(questions)
		.innerJoin(questionCategories, eq(questionCategories.id, questions.categoryId))
		.leftJoin(users, eq(users.id, questions.authorId))

/** A category and whether its children count with it. */
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

async function countAll(): Promise<number> {
	const [row] = await db().select({ total: postCounts.total }).from(postCounts).where(eq(postCounts.kind, 'question'))
	return row?.total ?? 0
}

/** One more than a page, where there is more. */
type Listing = { rows: QuestionSummary[]; total: number }
type Query = QueryOf<typeof contracts.listQuestions>

const findSeq = (id: string) => db().select({ seq: questions.seq }).from(questions).where(eq(questions.id, id))

/** The statement of a page in the order of time, and of the first row of the next; its query plan is tested. */
export function pageStatement(options: {
	category: { id: string; isGroup: boolean } | undefined
	before: string | undefined
	limit: number | Placeholder
}) {
	const { category, before, limit } = options
	const own = category && eq(category.isGroup ? questions.groupId : questions.categoryId, category.id)
	return fromQuestions()
		.where(
			and(
				own,
				before === undefined ? undefined : lt(questions.seq, sql`(select seq from questions where id = ${before})`),
			),
		)
		.orderBy(desc(questions.seq))
		.limit(typeof limit === 'number' ? limit + 1 : limit)
}

/** The page that everybody opens, built once per database: building it anew costs as much as reading it. */
const firstPages = new WeakMap<Db, ReturnType<typeof prepareFirstPage>>()
const prepareFirstPage = () =>
	pageStatement({ category: undefined, before: undefined, limit: sql.placeholder('rows') }).prepare()

function firstPage(limit: number) {
	const statement = firstPages.get(db()) ?? prepareFirstPage()
	firstPages.set(db(), statement)
	return statement.all({ rows: limit + 1 })
}

async function newest(query: Query, before: string | undefined): Promise<Listing> {
	const category = query.category === undefined ? undefined : await findCategory(query.category)
	if (query.category !== undefined && !category) return { rows: [], total: 0 }
	const [rows, total] = await Promise.all([
		category || before !== undefined ? pageStatement({ category, before, limit: query.limit }) : firstPage(query.limit),
		category ? category.total : countAll(),
	])
	const plain = { titleMarks: [], previewMarks: [] }
	return { rows: rows.map((row) => ({ ...row, ...plain, createdAt: row.createdAt.toISOString() })), total }
}

async function best(query: Query, before: string | undefined, typed: string): Promise<Listing> {
	const category = query.category === undefined ? undefined : await findCategory(query.category)
	const tag = category && `${category.isGroup ? 'g' : 'c'}${category.id}`
	const expressions = searchExpressions(typed, tag)
	if (!expressions || (query.category !== undefined && !category)) return { rows: [], total: 0 }
	const ranked = await rankMatches(expressions)
	let start = 0
	if (before !== undefined) {
		const [last] = await findSeq(before)
		start = last ? ranked.indexOf(last.seq) + 1 : ranked.length
	}
	const seqs = ranked.slice(start, start + query.limit + 1)
	if (seqs.length === 0) return { rows: [], total: ranked.length }
	const [unordered, bodies] = await Promise.all([
		fromQuestions().where(inArray(questions.seq, seqs)),
		db().select({ seq: questions.seq, body: questions.body }).from(questions).where(inArray(questions.seq, seqs)),
	])
	const rows = seqs.flatMap((seq): QuestionSummary[] => {
		const row = unordered.find((each) => each.seq === seq)
		const body = bodies.find((each) => each.seq === seq)?.body
		if (!row || body === undefined) return []
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
	const { rows, total } = await (typed?.trim() ? best(query, before, typed) : newest(query, before))
	return page(context, contracts.listQuestions, { query }, rows, { total, cursorOf: ({ id }) => [id] })
}

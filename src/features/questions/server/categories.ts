import { and, asc, desc, eq, lt, ne, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { questionCategories, questions } from '#db/schema/questions.ts'
import { write } from '#db/write.ts'
import { httpError, justDeleted } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import { plainSlug } from '#src/lib/text/slug.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import { changedSince, isVersion, nextVersion } from '#src/platform/endpoint/version.ts'
import { moveToTrash } from '#src/platform/trash.ts'
import type { Category } from '../category-contract.ts'
import * as contracts from '../category-contract.ts'
import { actions } from './audit-actions.ts'
import { moveAllQuestions, moveChosenQuestions } from './moderate.ts'

/** Lists all categories in the order set by admins. */
export function listAllCategories(): Promise<Category[]> {
	return db().select().from(questionCategories).orderBy(asc(questionCategories.position), asc(questionCategories.id))
}

export const listCategories: Service<typeof contracts.listCategories> = () => listAllCategories()

const slugOf = (name: string) => plainSlug(name) || `category-${newId().slice(-6)}`

const errors = contracts.createCategory.errors
/** Returns the condition that `parentId` is a top-level category or null. */
const isValidParent = (parentId: string | null) =>
	parentId === null
		? sql`true`
		: sql`exists (select 1 from ${questionCategories} p where p.id = ${parentId} and p.parent_category_id is null)`

const throwNameTaken = (error: unknown): never => {
	throw isUniqueViolation(error, 'question_categories.slug') ? httpError(errors.nameTaken) : error
}

export const createCategory: Service<typeof contracts.createCategory> = async ({ body }) => {
	const id = newId()
	const { inserted } = await write({
		inserted: db().run(sql`
			insert into ${questionCategories} (id, name, slug, parent_category_id, titles_public, position)
			select ${id}, ${body.name}, ${slugOf(body.name)}, ${body.parentCategoryId}, ${body.titlesPublic ? 1 : 0},
				(select coalesce(max(position), 0) + 1 from ${questionCategories})
			where ${isValidParent(body.parentCategoryId)}`),
	}).catch(throwNameTaken)
	if (inserted.rowsAffected === 0) throw httpError(errors.badParent)
	const [row] = await db().select().from(questionCategories).where(eq(questionCategories.id, id))
	if (!row) throw justDeleted()
	return row
}

export const updateCategory: Service<typeof contracts.updateCategory> = async ({ params, body }) => {
	const { id } = params
	const { name, parentCategoryId, titlesPublic, version } = body
	if (parentCategoryId === id) throw httpError(contracts.updateCategory.errors.badParent)
	const children = alias(questionCategories, 'children')
	const mayMove =
		parentCategoryId === null
			? sql`true`
			: notExists(db().select({ one: sql`1` }).from(children).where(eq(children.parentCategoryId, id)))
	// The slug never changes: the list identifies "practice-specific" by it, and links stay valid.
	const { updated } = await write({
		updated: db()
			.update(questionCategories)
			.set({ name, parentCategoryId, titlesPublic, version: nextVersion(questionCategories.version) })
			.where(
				and(
					eq(questionCategories.id, id),
					isVersion(questionCategories.version, version),
					mayMove,
					isValidParent(parentCategoryId),
				),
			),
		// Only rows that the first statement moved: the group is the parent, or the category itself.
		groups: db()
			.update(questions)
			.set({ groupId: sql`(select coalesce(parent_category_id, id) from ${questionCategories} where id = ${id})` })
			.where(
				and(
					eq(questions.categoryId, id),
					ne(
						questions.groupId,
						sql`(select coalesce(parent_category_id, id) from ${questionCategories} where id = ${id})`,
					),
				),
			),
	})
	if (updated.rowsAffected > 0) return undefined
	const [row] = await db().select().from(questionCategories).where(eq(questionCategories.id, id))
	if (!row) throw httpError(contracts.updateCategory.errors.notFound)
	const changed = changedSince(contracts.updateCategory, version, row)
	if (changed) throw changed
	const [child] = await db()
		.select()
		.from(questionCategories)
		.where(eq(questionCategories.parentCategoryId, id))
		.limit(1)
	throw httpError(child ? contracts.updateCategory.errors.hasChildren : contracts.updateCategory.errors.badParent)
}

export const orderCategories: Service<typeof contracts.orderCategories> = async ({ body }) => {
	if (body.ids.length === 0) return undefined
	await write(
		...body.ids.map((id, position) =>
			db().update(questionCategories).set({ position }).where(eq(questionCategories.id, id)),
		),
	)
	return undefined
}

export const deleteCategory: Service<typeof contracts.deleteCategory> = async ({ params }, { user }) => {
	const { id } = params
	const isUnusedRow = sql`id = ${id} and not exists (select 1 from ${questions} where category_id = ${id})
		and not exists (select 1 from ${questionCategories} as child where child.parent_category_id = ${id})`
	const name = sql`(select name from ${questionCategories} where id = ${id})`
	const isUnused = sql`exists (select 1 from ${questionCategories} where ${isUnusedRow})`
	const { deleted } = await write({
		audit: recordAudit(
			{ actor: user, action: actions['category.deleted'], subject: { type: 'category', id, name } },
			isUnused,
		),
		trash: moveToTrash(
			{ kind: 'category', id, name, actor: user, table: questionCategories, rows: sql`id = ${id}` },
			isUnused,
		),
		deleted: db().run(sql`delete from ${questionCategories} where ${isUnusedRow}`),
	})
	if (deleted.rowsAffected > 0) return undefined
	const [row] = await db().select().from(questionCategories).where(eq(questionCategories.id, id))
	throw httpError(row ? contracts.deleteCategory.errors.inUse : contracts.deleteCategory.errors.notFound)
}

async function findCategory(id: string): Promise<Category | undefined> {
	const [row] = await db().select().from(questionCategories).where(eq(questionCategories.id, id))
	return row
}

/** Returns the statement of a page of a category's questions. A test checks its query plan. */
export function categoryQuestionsStatement(options: { id: string; before: string | undefined; limit: number }) {
	const { id, before, limit } = options
	const seq = before === undefined ? undefined : sql`(select seq from ${questions} where id = ${before})`
	return db()
		.select({ id: questions.id, title: questions.title, createdAt: questions.createdAt })
		.from(questions)
		.where(and(eq(questions.categoryId, id), seq && lt(questions.seq, seq)))
		.orderBy(desc(questions.seq))
		.limit(limit)
}

export const listCategoryQuestions: Service<typeof contracts.listCategoryQuestions> = async (
	{ params, query },
	context,
) => {
	const { id } = params
	const category = await findCategory(id)
	if (!category) throw httpError(contracts.listCategoryQuestions.errors.notFound)
	const [before] = openCursor(query.cursor, 'id') ?? []
	const rows = await categoryQuestionsStatement({ id, before, limit: query.limit + 1 })
	return page(context, contracts.listCategoryQuestions, { params, query }, rows, {
		total: category.questionCount,
		cursorOf: (row) => [row.id],
	}).map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

export const moveQuestions: Service<typeof contracts.moveQuestions> = async ({ params, body }, { user }) => {
	const { notFound, noSuchCategory, sameCategory } = contracts.moveQuestions.errors
	const move = { from: params.id, to: body.categoryId }
	if (!(await findCategory(move.from))) throw httpError(notFound)
	if (move.from === move.to) throw httpError(sameCategory)
	if (!(await findCategory(move.to))) throw httpError(noSuchCategory)
	const moved = body.questionIds
		? await moveChosenQuestions([...new Set(body.questionIds)], move, user)
		: await moveAllQuestions(move, user)
	return { moved }
}

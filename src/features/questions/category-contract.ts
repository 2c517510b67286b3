import * as z from 'zod/mini'
import { contract, pageQuery, timestamp } from '#src/lib/api/contract.ts'
import { lineBetween } from '#src/lib/api/fields.ts'
import { changedMeanwhile, versionField } from '#src/lib/api/version.ts'

export const category = z.object({
	id: z.string(),
	name: z.string(),
	slug: z.string(),
	parentCategoryId: z.nullable(z.string()),
	questionCount: z.number(),
	/** Visitors see the titles of its newest questions. */
	titlesPublic: z.boolean(),
	/** The version that an edit must send. */
	version: z.number(),
})
export type Category = z.output<typeof category>

export const categoryId = z.string('Please select a category').check(z.minLength(1, 'Please select a category'))

export const noSuchCategory = [400, 'Please select a category'] as const

export const listCategories = contract('GET /api/questions/categories', {
	access: 'member',
	response: z.array(category),
})

export const categoryBody = z.object({
	name: lineBetween('Name', 2, 60),
	/** Null for a top-level category. */
	parentCategoryId: z.nullable(z.string()),
	/** Omit to keep the current value; off in a new category. */
	titlesPublic: z.optional(z.boolean()),
})
export type CategoryBody = z.input<typeof categoryBody>
export const categoryChange = z.extend(categoryBody, versionField)

const categoryErrors = {
	notFound: [404, 'Category not found'],
	nameTaken: [409, 'A category with this name already exists'],
	badParent: [400, 'Please choose a top-level category as the parent'],
	hasChildren: [409, 'This category has subcategories, so it must stay at the top level'],
} as const

export const createCategory = contract('POST /api/admin/question-categories', {
	access: 'admin',
	body: categoryBody,
	response: category,
	status: 201,
	errors: categoryErrors,
})

export const updateCategory = contract('PUT /api/admin/question-categories/:id', {
	access: 'admin',
	body: categoryChange,
	errors: { ...categoryErrors, changed: changedMeanwhile('category') },
	current: category,
})

export const orderCategories = contract('PUT /api/admin/question-categories/order', {
	access: 'admin',
	body: z.object({ ids: z.array(z.string()).check(z.maxLength(500)) }),
})

export const deleteCategory = contract('DELETE /api/admin/question-categories/:id', {
	access: 'admin',
	errors: { ...categoryErrors, inUse: [409, 'Move its questions and subcategories first'] },
})

/** Lists only this category's questions, newest first, to choose from. The cursor is the id of the last question. */
export const listCategoryQuestions = contract('GET /api/admin/question-categories/:id/questions', {
	access: 'admin',
	query: z.object(pageQuery),
	response: z.array(z.object({ id: z.string(), title: z.string(), createdAt: timestamp })),
	errors: { notFound: categoryErrors.notFound },
})

/** Maximum number of questions chosen for one move. */
export const MAX_CHOSEN = 100

export const moveQuestions = contract('POST /api/admin/question-categories/:id/move', {
	access: 'admin',
	body: z.object({
		categoryId,
		/** Ids of the chosen questions; skips those no longer in this category. Omit to move all. */
		questionIds: z.optional(
			z
				.array(z.string(), 'Please choose questions')
				.check(
					z.minLength(1, 'Please choose questions'),
					z.maxLength(MAX_CHOSEN, 'Please choose at most 100 questions'),
				),
		),
	}),
	response: z.object({ moved: z.number() }),
	errors: {
		notFound: categoryErrors.notFound,
		noSuchCategory,
		sameCategory: [400, 'Please choose a different category'],
	},
})

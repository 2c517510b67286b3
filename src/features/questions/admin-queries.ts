import { type Mutation, mutation } from '#src/lib/api/query.ts'
import {
	type CategoryBody,
	createCategory,
	deleteCategory,
	moveQuestions,
	orderCategories,
	updateCategory,
} from './category-contract.ts'
import { QUESTIONS } from './queries.ts'

export const questionCountText = (count: number) => (count === 1 ? '1 question' : `${count} questions`)

/** Converts the form's empty parent to null. */
const bodyOf = <Body extends CategoryBody>(category: Body) => ({
	...category,
	parentCategoryId: category.parentCategoryId || null,
})

export const createCategoryMutation = mutation(createCategory, {
	input: (category: CategoryBody) => ({ body: bodyOf(category) }),
	done: 'Category created',
	fallback: 'Failed to save category',
	refreshes: QUESTIONS,
})

export const updateCategoryMutation = (id: string) =>
	mutation(updateCategory, {
		input: (category: CategoryBody & { version?: number | undefined }) => ({ params: { id }, body: bodyOf(category) }),
		done: 'Category updated',
		fallback: 'Failed to save category',
		refreshes: QUESTIONS,
	})

export const orderCategoriesMutation = mutation(orderCategories, {
	input: (ids: string[]) => ({ body: { ids } }),
	failed: ['Failed to change the order', ''],
	refreshes: QUESTIONS,
})

export const deleteCategoryMutation = (id: string) =>
	mutation(deleteCategory, {
		input: () => ({ params: { id } }),
		done: 'Category deleted',
		fallback: 'Failed to delete category',
		refreshes: QUESTIONS,
		// If the category is in use by now, the refetched list opens the other dialog.
		refreshesAfterFailure: QUESTIONS,
	})

export const moveQuestionsMutation = (id: string) =>
	mutation(moveQuestions, {
		input: (body: { categoryId: string; questionIds?: string[] }) => ({ params: { id }, body }),
		done: ({ moved }) => `${questionCountText(moved)} moved`,
		fallback: 'Failed to move questions',
		refreshes: QUESTIONS,
	})

export function deleteCategoryAfterMoveMutation(id: string): Mutation<undefined, string> {
	const moving = moveQuestionsMutation(id)
	const deleting = deleteCategoryMutation(id)
	const { mutationKey, access, fallback } = deleting
	return {
		mutationKey,
		access,
		fallback,
		async mutationFn(categoryId) {
			await moving.mutationFn({ categoryId })
			await deleting.mutationFn()
		},
		succeed: (answer) => deleting.succeed(answer),
		fail: (error) => deleting.fail(error),
	}
}

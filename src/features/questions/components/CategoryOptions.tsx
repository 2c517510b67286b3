import type { Category } from '../category-contract.ts'

/** Slug of the category whose children are indented (docs/product.md, Questions). */
const PRACTICE_SPECIFIC = 'practice-specific'

/**
 * Renders the categories as options, with indented children and "Practice Specific" last. As a filter, the label of
 * that category is "Practice Specific (All)".
 */
export function CategoryOptions({
	categories,
	asFilter = false,
	without: disabledId,
}: {
	categories: readonly Category[]
	asFilter?: boolean
	without?: string
}) {
	const isLast = ({ slug }: Category) => slug === PRACTICE_SPECIFIC
	const top = categories.filter(({ parentCategoryId }) => parentCategoryId === null)
	const ordered = [...top.filter((category) => !isLast(category)), ...top.filter(isLast)].flatMap((parent) => [
		parent,
		...categories.filter(({ parentCategoryId }) => parentCategoryId === parent.id),
	])
	return ordered.map((category) => (
		<option key={category.id} value={category.id} disabled={category.id === disabledId}>
			{`${category.parentCategoryId ? '\u00a0\u00a0\u00a0' : ''}${asFilter && isLast(category) ? 'Practice Specific (All)' : category.name}`}
		</option>
	))
}

import type { Category } from '../category-contract.ts'

/** Slug of the category whose children are indented (docs/product.md, Questions). */
const PRACTICE_SPECIFIC = 'practice-specific'

/**
 * The categories as options. As a filter: the top-level ones, then "Practice Specific (All)" with indented children.
 * Otherwise every category that accepts questions.
 */
export function CategoryOptions({
	categories,
	asFilter = false,
	without,
}: {
	categories: readonly Category[]
	asFilter?: boolean
	/** Id of a category to leave out. */
	without?: string
}) {
	const top = categories.filter(({ parentCategoryId }) => parentCategoryId === null)
	const practice = top.find(({ slug }) => slug === PRACTICE_SPECIFIC)
	const childrenOf = (id: string) => categories.filter(({ parentCategoryId }) => parentCategoryId === id)
	return (
		<>
			{top
				.filter((category) => category !== practice)
				.flatMap((category) => [category, ...childrenOf(category.id)])
				.map((category) => (
					<option key={category.id} value={category.id} disabled={category.id === without}>
						{category.parentCategoryId ? `\u00a0\u00a0\u00a0${category.name}` : category.name}
					</option>
				))}
			{practice && (
				<>
					<option value={practice.id} disabled={practice.id === without}>
						{asFilter ? 'Practice Specific (All)' : practice.name}
					</option>
					{childrenOf(practice.id).map((category) => (
						<option key={category.id} value={category.id} disabled={category.id === without}>
							{`\u00a0\u00a0\u00a0${category.name}`}
						</option>
					))}
				</>
			)}
		</>
	)
}

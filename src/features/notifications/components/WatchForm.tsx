import { useId } from 'react'
import { watchCategoryMutation } from '../queries.ts'
import { useSavedChoice } from './use-saved-choice.ts'

interface Category {
	id: string
	name: string
	parentCategoryId: string | null
}

/** Sets the categories that the member watches for new questions. Saves each change immediately. */
export function WatchForm({ categories, initial }: { categories: readonly Category[]; initial: readonly string[] }) {
	const { chosen: watched, save, isPending, box: boxes } = useSavedChoice(watchCategoryMutation, initial)
	const id = useId()
	const top = categories.filter(({ parentCategoryId }) => parentCategoryId === null)
	const below = (parent: Category) => categories.filter(({ parentCategoryId }) => parentCategoryId === parent.id)

	const set = (category: Category, isWatched: boolean) =>
		save(isWatched ? [...watched, category.id] : watched.filter((each) => each !== category.id), {
			id: category.id,
			isWatched,
		})

	/** Renders a checkbox. Watching a category includes its subcategories. */
	const box = (category: Category, parent?: Category) => {
		const isCovered = parent !== undefined && watched.includes(parent.id)
		return (
			<li key={category.id} className={parent && 'ms-8'}>
				<label className="flex min-h-11 items-center gap-4" htmlFor={`${id}-${category.id}`}>
					<input
						id={`${id}-${category.id}`}
						type="checkbox"
						className="size-6 flex-none"
						checked={isCovered || watched.includes(category.id)}
						disabled={isCovered || isPending}
						onChange={(event) => set(category, event.target.checked)}
					/>
					<span>{category.name}</span>
				</label>
			</li>
		)
	}
	return (
		<fieldset ref={boxes}>
			<legend className="sr-only">Categories you watch</legend>
			<ul>{top.flatMap((category) => [box(category), ...below(category).map((child) => box(child, category))])}</ul>
		</fieldset>
	)
}

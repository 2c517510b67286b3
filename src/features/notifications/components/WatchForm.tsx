import { useId, useState } from 'react'
import { useFocusWhileDisabled } from '#src/components/ui/dialogs/focus.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { watchCategoryMutation } from '../queries.ts'

interface Category {
	id: string
	name: string
	parentCategoryId: string | null
}

/** Sets the categories that the member watches for new questions. Saves each change immediately. */
export function WatchForm({ categories, initial }: { categories: readonly Category[]; initial: readonly string[] }) {
	const [watched, setWatched] = useState<ReadonlySet<string>>(() => new Set(initial))
	const id = useId()
	const mutation = useMutation(watchCategoryMutation)
	const boxes = useFocusWhileDisabled<HTMLFieldSetElement>(mutation.isPending)
	const top = categories.filter(({ parentCategoryId }) => parentCategoryId === null)
	const below = (parent: Category) => categories.filter(({ parentCategoryId }) => parentCategoryId === parent.id)

	function set(category: Category, isWatched: boolean): void {
		const before = watched
		const next = new Set(before)
		if (isWatched) next.add(category.id)
		else next.delete(category.id)
		setWatched(next)
		mutation.mutate({ id: category.id, isWatched }, { onError: () => setWatched(before) })
	}

	/** Renders a checkbox. Watching a category includes its subcategories. */
	const box = (category: Category, parent?: Category) => {
		const isCovered = parent !== undefined && watched.has(parent.id)
		return (
			<li key={category.id} className={parent && 'ms-8'}>
				<label className="flex min-h-11 items-center gap-4" htmlFor={`${id}-${category.id}`}>
					<input
						id={`${id}-${category.id}`}
						type="checkbox"
						className="size-6 flex-none"
						checked={isCovered || watched.has(category.id)}
						disabled={isCovered || mutation.isPending}
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

import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { EmptyState } from '#src/components/ui/EmptyState.tsx'
import { FetchError } from '#src/components/ui/FetchError.tsx'
import { useFocusThrough } from '#src/components/ui/focus.ts'
import { PageHead } from '#src/components/ui/PageHead.tsx'
import { useMutation, useQuery } from '#src/lib/query.ts'
import { orderCategoriesMutation, questionCountText } from '../../admin-queries.ts'
import type { Category } from '../../category-contract.ts'
import { listCategoriesQuery } from '../../queries.ts'
import { CategoryDialog } from './CategoryDialog.tsx'
import { DeleteCategoryDialog } from './DeleteCategoryDialog.tsx'
import { MoveQuestionsDialog } from './MoveQuestionsDialog.tsx'

/** Parents in their order, each followed by its children. */
function inOrder(categories: readonly Category[]): Category[] {
	const top = categories.filter(({ parentCategoryId }) => parentCategoryId === null)
	return top.flatMap((parent) => [
		parent,
		...categories.filter(({ parentCategoryId }) => parentCategoryId === parent.id),
	])
}

type Action = 'edit' | 'move' | 'delete'
type Open = { what: 'create' } | { what: Action; id: string }

type RowProps = {
	category: Category
	/** Of its level. */
	isFirst: boolean
	isLast: boolean
	isMoving: boolean
	onMove: (by: -1 | 1) => void
	onOpen: (what: Action) => void
}

function Row({ category, isFirst, isLast, isMoving, onMove, onOpen }: RowProps) {
	return (
		<li
			className={`gap-x-4 border-b sm:flex sm:items-center sm:justify-between border-rule px-5 py-2 last:border-0 ${category.parentCategoryId ? 'pl-11' : ''}`}
		>
			<div className="min-w-0">
				<p className="font-label break-words">{category.name}</p>
				<p className="text-small text-muted">{questionCountText(category.questionCount)}</p>
			</div>
			<div className="-ml-3 flex flex-none flex-wrap items-center sm:ml-0">
				<button
					type="button"
					className="icon-btn"
					aria-label={`Move ${category.name} up`}
					disabled={isFirst || isMoving}
					onClick={() => onMove(-1)}
				>
					<ArrowUp aria-hidden="true" className="size-4" strokeWidth={1.75} />
				</button>
				<button
					type="button"
					className="icon-btn"
					aria-label={`Move ${category.name} down`}
					disabled={isLast || isMoving}
					onClick={() => onMove(1)}
				>
					<ArrowDown aria-hidden="true" className="size-4" strokeWidth={1.75} />
				</button>
				<Button variant="quiet" aria-label={`Edit ${category.name}`} onClick={() => onOpen('edit')}>
					Edit
				</Button>
				{category.questionCount > 0 && (
					<Button variant="quiet" aria-label={`Move questions of ${category.name}`} onClick={() => onOpen('move')}>
						{/* Short, so that a phone has all of it in one row. */}
						Move
					</Button>
				)}
				<Button variant="quiet" aria-label={`Delete ${category.name}`} onClick={() => onOpen('delete')}>
					Delete
				</Button>
			</div>
		</li>
	)
}

/** The admin's view of the categories: names, levels and order. */
export function CategoryManager({ initial }: { initial: Category[] }) {
	const { data, error } = useQuery(listCategoriesQuery, { initial })
	const [open, setOpen] = useState<Open>()
	const close = () => setOpen(undefined)
	const categories = inOrder(data)
	// As it is by now: somebody may ask in it while a dialog is open.
	const chosen = open && 'id' in open ? categories.find(({ id }) => id === open.id) : undefined
	const order = useMutation(orderCategoriesMutation)
	const list = useFocusThrough<HTMLUListElement>(order.isPending)
	const siblings = (category: Category) =>
		categories.filter(({ parentCategoryId }) => parentCategoryId === category.parentCategoryId)
	function move(category: Category, by: -1 | 1): void {
		const among = siblings(category)
		const other = among[among.indexOf(category) + by]
		if (!other) return
		const ids = categories.map(({ id }) => id)
		const [from, to] = [ids.indexOf(category.id), ids.indexOf(other.id)]
		ids[from] = other.id
		ids[to] = category.id
		order.mutate(ids)
	}
	return (
		<>
			<PageHead title="Question Categories" line="What members choose from when they ask, in their order.">
				<Button onClick={() => setOpen({ what: 'create' })}>Add Category</Button>
			</PageHead>
			{error && <FetchError title="Failed to fetch categories" error={error} />}
			{categories.length === 0 ? (
				<div className="card">
					<EmptyState title="No categories yet">Members need at least one to ask a question.</EmptyState>
				</div>
			) : (
				<ul ref={list} className="card">
					{categories.map((category) => {
						const among = siblings(category)
						const at = among.indexOf(category)
						return (
							<Row
								key={category.id}
								category={category}
								isFirst={at === 0}
								isLast={at === among.length - 1}
								isMoving={order.isPending}
								onMove={(by) => move(category, by)}
								onOpen={(what) => setOpen({ what, id: category.id })}
							/>
						)
					})}
				</ul>
			)}
			{open?.what === 'create' && <CategoryDialog all={categories} onClose={close} />}
			{open?.what === 'edit' && chosen && <CategoryDialog category={chosen} all={categories} onClose={close} />}
			{open?.what === 'move' && chosen && <MoveQuestionsDialog category={chosen} all={categories} onClose={close} />}
			{open?.what === 'delete' && chosen && <DeleteCategoryDialog category={chosen} all={categories} onClose={close} />}
		</>
	)
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { EmptyState } from '#src/components/ui/EmptyState.tsx'
import { FetchError } from '#src/components/ui/FetchError.tsx'
import { useFocusThrough } from '#src/components/ui/focus.ts'
import { call } from '#src/lib/api-client.ts'
import { failureToast } from '#src/lib/failure-toast.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { showToast } from '#src/lib/toast.ts'
import { type Category, deleteCategory, orderCategories } from '../../contract.ts'
import { categoriesQuery, refreshQuestions } from '../../queries.ts'
import { ConfirmDelete } from '../ConfirmDelete.tsx'
import { CategoryDialog } from './CategoryDialog.tsx'

/** Parents in their order, each followed by its children. */
function inOrder(categories: readonly Category[]): Category[] {
	const top = categories.filter(({ parentCategoryId }) => parentCategoryId === null)
	return top.flatMap((parent) => [
		parent,
		...categories.filter(({ parentCategoryId }) => parentCategoryId === parent.id),
	])
}

type Open = { what: 'create' } | { what: 'edit' | 'delete'; category: Category }

type RowProps = {
	category: Category
	/** Of its level. */
	isFirst: boolean
	isLast: boolean
	isMoving: boolean
	onMove: (by: -1 | 1) => void
	onOpen: (what: 'edit' | 'delete') => void
}

function Row({ category, isFirst, isLast, isMoving, onMove, onOpen }: RowProps) {
	return (
		<li
			className={`gap-x-4 border-b sm:flex sm:items-center sm:justify-between border-rule px-5 py-2 last:border-0 ${category.parentCategoryId ? 'pl-11' : ''}`}
		>
			<div className="min-w-0">
				<p className="font-label break-words">{category.name}</p>
				<p className="text-small text-muted">
					{category.questionCount === 1 ? '1 question' : `${category.questionCount} questions`}
				</p>
			</div>
			<div className="-ml-3 flex flex-none items-center sm:ml-0">
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
				<Button variant="quiet" aria-label={`Delete ${category.name}`} onClick={() => onOpen('delete')}>
					Delete
				</Button>
			</div>
		</li>
	)
}

/** The admin's view of the categories: names, levels and order. */
export function CategoryManager({ initial }: { initial: Category[] }) {
	const { data, error } = useQuery({ ...categoriesQuery, initialData: initial }, queryClient)
	const [open, setOpen] = useState<Open>()
	const categories = inOrder(data)
	const order = useMutation(
		{
			mutationFn: (ids: string[]) => call(orderCategories, { body: { ids } }),
			onSuccess: refreshQuestions,
			onError: failureToast('Failed to change the order', ''),
		},
		queryClient,
	)
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
			<div className="mb-8 flex flex-wrap items-center justify-between gap-4">
				<h1 className="text-page">Question Categories</h1>
				<Button onClick={() => setOpen({ what: 'create' })}>Add Category</Button>
			</div>
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
								onOpen={(what) => setOpen({ what, category })}
							/>
						)
					})}
				</ul>
			)}
			{open?.what === 'create' && <CategoryDialog all={categories} onClose={() => setOpen(undefined)} />}
			{open?.what === 'edit' && (
				<CategoryDialog category={open.category} all={categories} onClose={() => setOpen(undefined)} />
			)}
			{open?.what === 'delete' && (
				<ConfirmDelete
					title={`Delete “${open.category.name}”?`}
					text="Only a category without questions can be deleted. This action cannot be undone."
					remove={() => call(deleteCategory, { params: { id: open.category.id } })}
					onDeleted={async () => {
						// First, so that the focus goes to what is left.
						await refreshQuestions()
						setOpen(undefined)
						showToast({ title: 'Category deleted' })
					}}
					onClose={() => setOpen(undefined)}
				/>
			)}
		</>
	)
}

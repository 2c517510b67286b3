import { useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { type Column, DataTable, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { MoveButtons } from '#src/components/ui/lists/MoveButtons.tsx'
import { PageHead } from '#src/components/ui/lists/PageHead.tsx'
import { type RowAction, RowMenu } from '#src/components/ui/lists/RowMenu.tsx'
import { useMutation, useQuery } from '#src/lib/api/query.ts'
import { orderCategoriesMutation, questionCountText } from '../../admin-queries.ts'
import type { Category } from '../../category-contract.ts'
import { listCategoriesQuery } from '../../queries.ts'
import { CategoryDialog } from './CategoryDialog.tsx'
import { DeleteCategoryDialog } from './DeleteCategoryDialog.tsx'
import { MoveQuestionsDialog } from './MoveQuestionsDialog.tsx'

/** Sorts parents in their order, each followed by its children. */
function inOrder(categories: readonly Category[]): Category[] {
	const top = categories.filter(({ parentCategoryId }) => parentCategoryId === null)
	return top.flatMap((parent) => [
		parent,
		...categories.filter(({ parentCategoryId }) => parentCategoryId === parent.id),
	])
}

type Action = 'edit' | 'move' | 'delete'
type Open = { what: 'create' } | { what: Action; id: string }

type TableProps = {
	categories: Category[]
	isMoving: boolean
	onSwap: (one: Category, other: Category) => void
	onOpen: (what: Action, category: Category) => void
}

/** Lists the categories. Columns do not sort: the row order is the setting itself, and the order that members see. */
function CategoryTable({ categories, isMoving, onSwap, onOpen }: TableProps) {
	const columns: Column<Category>[] = [
		{
			label: 'Category',
			breaks: true,
			cell: (category) => (
				<span className={category.parentCategoryId ? 'ps-6' : undefined}>
					<RowLead onOpen={() => onOpen('edit', category)}>{category.name}</RowLead>
				</span>
			),
		},
		{ label: 'Questions', isNarrow: true, cell: ({ questionCount }) => questionCountText(questionCount) },
		{
			label: 'Order',
			isNarrow: true,
			cell: (category) => {
				const siblings = categories.filter(({ parentCategoryId }) => parentCategoryId === category.parentCategoryId)
				return (
					<span className="flex">
						<MoveButtons
							of={category.name}
							at={siblings.indexOf(category)}
							count={siblings.length}
							disabled={isMoving}
							onMove={(to) => onSwap(category, siblings[to] as Category)}
						/>
					</span>
				)
			},
		},
	]
	const menuOf = (category: Category): RowAction[] => [
		{ label: 'Edit', onSelect: () => onOpen('edit', category) },
		...(category.questionCount > 0 ? [{ label: 'Move questions', onSelect: () => onOpen('move', category) }] : []),
		{ label: 'Delete', isDanger: true, onSelect: () => onOpen('delete', category) },
	]
	return (
		<DataTable
			caption="Categories in order, each with its subcategories"
			columns={columns}
			rows={categories}
			keyOf={({ id }) => id}
			actions={(category) => <RowMenu of={category.name} actions={menuOf(category)} />}
		/>
	)
}

export function CategoryManager({ initial }: { initial: Category[] }) {
	const { data, error } = useQuery(listCategoriesQuery, { initial })
	const [open, setOpen] = useState<Open>()
	const close = () => setOpen(undefined)
	const categories = inOrder(data)
	// Uses the current data, since a question may be asked in the category while a dialog is open.
	const chosen = open && 'id' in open ? categories.find(({ id }) => id === open.id) : undefined
	const order = useMutation(orderCategoriesMutation)
	const swap = (first: Category, second: Category) =>
		order.mutate(categories.map(({ id }) => (id === first.id ? second.id : id === second.id ? first.id : id)))
	return (
		<>
			<PageHead title="Question Categories" line="The categories members choose from, in this order.">
				<Button onClick={() => setOpen({ what: 'create' })}>Add Category</Button>
			</PageHead>
			{error && <FetchError title="Failed to fetch categories" error={error} />}
			<div className="card">
				{categories.length === 0 ? (
					<EmptyState title="No categories yet">Members need at least one to ask a question.</EmptyState>
				) : (
					<CategoryTable
						categories={categories}
						isMoving={order.isPending}
						onSwap={swap}
						onOpen={(what, { id }) => setOpen({ what, id })}
					/>
				)}
			</div>
			{open?.what === 'create' && <CategoryDialog all={categories} onClose={close} />}
			{open?.what === 'edit' && chosen && <CategoryDialog category={chosen} all={categories} onClose={close} />}
			{open?.what === 'move' && chosen && <MoveQuestionsDialog category={chosen} all={categories} onClose={close} />}
			{open?.what === 'delete' && chosen && <DeleteCategoryDialog category={chosen} all={categories} onClose={close} />}
		</>
	)
}

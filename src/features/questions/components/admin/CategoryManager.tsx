import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { useFocusWhileDisabled } from '#src/components/ui/dialogs/focus.ts'
import { type Column, DataTable, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
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

/** Categories in order, with their position within their level. */
type Placed = { category: Category; isFirst: boolean; isLast: boolean }

function placed(categories: readonly Category[]): Placed[] {
	return categories.map((category) => {
		const among = siblingsOf(category, categories)
		return { category, isFirst: among[0] === category, isLast: among.at(-1) === category }
	})
}

const siblingsOf = ({ parentCategoryId }: Category, categories: readonly Category[]) =>
	categories.filter((other) => other.parentCategoryId === parentCategoryId)

type MoveProps = { placed: Placed; isMoving: boolean; onMove: (by: -1 | 1) => void }

function MoveButtons({ placed: { category, isFirst, isLast }, isMoving, onMove }: MoveProps) {
	return (
		<span className="flex">
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
		</span>
	)
}

type TableProps = {
	categories: Category[]
	isMoving: boolean
	onMove: (category: Category, by: -1 | 1) => void
	onOpen: (what: Action, category: Category) => void
}

/** Columns do not sort: the row order is the setting itself, and the order that members see. */
function CategoryTable({ categories, isMoving, onMove, onOpen }: TableProps) {
	const columns: Column<Placed>[] = [
		{
			label: 'Category',
			breaks: true,
			cell: ({ category }) => (
				<span className={category.parentCategoryId ? 'ps-6' : undefined}>
					<RowLead onOpen={() => onOpen('edit', category)}>{category.name}</RowLead>
				</span>
			),
		},
		{ label: 'Questions', isNarrow: true, cell: ({ category }) => questionCountText(category.questionCount) },
		{
			label: 'Order',
			isNarrow: true,
			cell: (one) => <MoveButtons placed={one} isMoving={isMoving} onMove={(by) => onMove(one.category, by)} />,
		},
	]
	const menuOf = ({ category }: Placed): RowAction[] => [
		{ label: 'Edit', onSelect: () => onOpen('edit', category) },
		...(category.questionCount > 0 ? [{ label: 'Move questions', onSelect: () => onOpen('move', category) }] : []),
		{ label: 'Delete', isDanger: true, onSelect: () => onOpen('delete', category) },
	]
	return (
		<DataTable
			caption="Categories in order, each with its subcategories"
			columns={columns}
			rows={placed(categories)}
			keyOf={({ category }) => category.id}
			actions={(one) => <RowMenu of={one.category.name} actions={menuOf(one)} />}
		/>
	)
}

/** The admin's view of the categories: names, levels and order. */
export function CategoryManager({ initial }: { initial: Category[] }) {
	const { data, error } = useQuery(listCategoriesQuery, { initial })
	const [open, setOpen] = useState<Open>()
	const close = () => setOpen(undefined)
	const categories = inOrder(data)
	// The current version: a question may be asked in it while a dialog is open.
	const chosen = open && 'id' in open ? categories.find(({ id }) => id === open.id) : undefined
	const order = useMutation(orderCategoriesMutation)
	const list = useFocusWhileDisabled<HTMLDivElement>(order.isPending)
	function move(category: Category, by: -1 | 1): void {
		const among = siblingsOf(category, categories)
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
			<PageHead title="Question Categories" line="The categories members choose from, in this order.">
				<Button onClick={() => setOpen({ what: 'create' })}>Add Category</Button>
			</PageHead>
			{error && <FetchError title="Failed to fetch categories" error={error} />}
			<div ref={list} className="card">
				{categories.length === 0 ? (
					<EmptyState title="No categories yet">Members need at least one to ask a question.</EmptyState>
				) : (
					<CategoryTable
						categories={categories}
						isMoving={order.isPending}
						onMove={move}
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

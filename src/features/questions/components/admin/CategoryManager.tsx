import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '#src/components/ui/Alert.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/components/ui/Dialog.tsx'
import { EmptyState } from '#src/components/ui/EmptyState.tsx'
import { FetchError } from '#src/components/ui/FetchError.tsx'
import { SelectField, TextField } from '#src/components/ui/Field.tsx'
import { useFocusThrough } from '#src/components/ui/focus.ts'
import { HiddenToken } from '#src/components/ui/HiddenToken.tsx'
import { call } from '#src/lib/api-client.ts'
import { messageOf } from '#src/lib/errors.ts'
import { useContractForm } from '#src/lib/forms.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { showToast } from '#src/lib/toast.ts'
import {
	type Category,
	type CategoryBody,
	categoryBody,
	createCategory,
	deleteCategory,
	orderCategories,
	updateCategory,
} from '../../contract.ts'
import { categoriesQuery, refreshQuestions } from '../../queries.ts'
import { ConfirmDelete } from '../ConfirmDelete.tsx'

/** Parents in their order, each followed by its children. */
function inOrder(categories: readonly Category[]): Category[] {
	const top = categories.filter(({ parentCategoryId }) => parentCategoryId === null)
	return top.flatMap((parent) => [
		parent,
		...categories.filter(({ parentCategoryId }) => parentCategoryId === parent.id),
	])
}

const FAILED = 'Failed to save category'

function CategoryDialog({
	category,
	all,
	onClose,
}: {
	category?: Category
	all: readonly Category[]
	onClose: () => void
}) {
	const form = useContractForm(categoryBody, {
		defaultValues: { name: category?.name ?? '', parentCategoryId: category?.parentCategoryId ?? '' },
	})
	const mutation = useMutation(
		{
			mutationFn: async (given: CategoryBody) => {
				const body = { ...given, parentCategoryId: given.parentCategoryId || null }
				if (category) await call(updateCategory, { params: { id: category.id }, body })
				else await call(createCategory, { body })
			},
			async onSuccess() {
				showToast({ title: category ? 'Category updated' : 'Category created' })
				onClose()
				await refreshQuestions()
			},
			onError: (error) => showToast({ title: FAILED, description: messageOf(error, FAILED), variant: 'destructive' }),
		},
		queryClient,
	)
	const parents = all.filter(({ id, parentCategoryId }) => parentCategoryId === null && id !== category?.id)
	return (
		<Dialog title={category ? 'Edit Category' : 'Add Category'} busy={mutation.isPending} onClose={onClose}>
			<form
				method="post"
				noValidate
				className="grid gap-4"
				onSubmit={form.handleSubmit((body) => mutation.mutate(body))}
			>
				<HiddenToken />
				{mutation.isError && <Alert>{messageOf(mutation.error, FAILED)}</Alert>}
				<TextField
					label="Name"
					maxLength={60}
					autoComplete="off"
					error={form.formState.errors.name?.message}
					{...form.register('name')}
				/>
				<SelectField
					label="Parent category"
					error={form.formState.errors.parentCategoryId?.message}
					{...form.register('parentCategoryId')}
				>
					<option value="">None (top level)</option>
					{parents.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</SelectField>
				<DialogActions>
					<Button variant="line" disabled={mutation.isPending} onClick={onClose}>
						Cancel
					</Button>
					<Button type="submit" loading={mutation.isPending}>
						{mutation.isPending ? 'Saving...' : 'Save Category'}
					</Button>
				</DialogActions>
			</form>
		</Dialog>
	)
}

type Open = { what: 'create' } | { what: 'edit' | 'delete'; category: Category }

/** The admin's view of the categories: names, levels and order. */
export function CategoryManager({ initial }: { initial: Category[] }) {
	const { data, error } = useQuery({ ...categoriesQuery, initialData: initial }, queryClient)
	const [open, setOpen] = useState<Open>()
	const categories = inOrder(data)
	const order = useMutation(
		{
			mutationFn: (ids: string[]) => call(orderCategories, { body: { ids } }),
			onSuccess: refreshQuestions,
			onError: (thrown) =>
				showToast({ title: 'Failed to change the order', description: messageOf(thrown, ''), variant: 'destructive' }),
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
							<li
								key={category.id}
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
										disabled={at === 0 || order.isPending}
										onClick={() => move(category, -1)}
									>
										<ArrowUp aria-hidden="true" className="size-4" strokeWidth={1.75} />
									</button>
									<button
										type="button"
										className="icon-btn"
										aria-label={`Move ${category.name} down`}
										disabled={at === among.length - 1 || order.isPending}
										onClick={() => move(category, 1)}
									>
										<ArrowDown aria-hidden="true" className="size-4" strokeWidth={1.75} />
									</button>
									<Button
										variant="quiet"
										aria-label={`Edit ${category.name}`}
										onClick={() => setOpen({ what: 'edit', category })}
									>
										Edit
									</Button>
									<Button
										variant="quiet"
										aria-label={`Delete ${category.name}`}
										onClick={() => setOpen({ what: 'delete', category })}
									>
										Delete
									</Button>
								</div>
							</li>
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

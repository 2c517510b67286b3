import { Alert } from '#src/components/ui/Alert.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/components/ui/Dialog.tsx'
import { SelectField, TextField } from '#src/components/ui/Field.tsx'
import { HiddenToken } from '#src/components/ui/HiddenToken.tsx'
import { messageOf } from '#src/lib/errors.ts'
import { useMutation } from '#src/lib/query.ts'
import { useSchemaForm } from '#src/lib/schema-form.ts'
import { createCategoryMutation, updateCategoryMutation } from '../../admin-queries.ts'
import { type Category, categoryBody } from '../../contract.ts'

type Props = {
	/** The category to change; absent for a new one. */
	category?: Category
	all: readonly Category[]
	onClose: () => void
}

/** Adds or edits a category. */
export function CategoryDialog({ category, all, onClose }: Props) {
	const form = useSchemaForm(categoryBody, {
		defaultValues: { name: category?.name ?? '', parentCategoryId: category?.parentCategoryId ?? '' },
	})
	const mutation = useMutation(category ? updateCategoryMutation(category.id) : createCategoryMutation, {
		onDone: onClose,
	})
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
				{mutation.isError && <Alert>{messageOf(mutation.error, mutation.fallback)}</Alert>}
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

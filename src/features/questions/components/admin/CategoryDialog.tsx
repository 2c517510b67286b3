import { Button } from '#src/components/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/components/ui/dialogs/Dialog.tsx'
import { SelectField, TextField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { createCategoryMutation, updateCategoryMutation } from '../../admin-queries.ts'
import { type Category, categoryBody } from '../../category-contract.ts'

type Props = {
	category?: Category
	all: readonly Category[]
	onClose: () => void
}

const TOP_LEVEL = 'None (top level)'

const toForm = ({ name, parentCategoryId }: Category) => ({ name, parentCategoryId: parentCategoryId ?? '' })

/** Adds or edits a category. */
export function CategoryDialog({ category, all, onClose }: Props) {
	const form = useContractForm(categoryBody, category ? updateCategoryMutation(category.id) : createCategoryMutation, {
		defaultValues: category ? toForm(category) : { name: '', parentCategoryId: '' },
		labels: { name: 'Name', parentCategoryId: 'Parent category' },
		edited: {
			what: 'category',
			began: category,
			toForm,
			words: { parentCategoryId: (parent) => all.find(({ id }) => id === parent)?.name ?? TOP_LEVEL },
		},
		toInput: (body, base) => ({ ...body, version: base?.version }),
		onDone: onClose,
	})
	const parents = all.filter(({ id, parentCategoryId }) => parentCategoryId === null && id !== category?.id)
	return (
		<Dialog
			title={category ? 'Edit Category' : 'Add Category'}
			busy={form.isPending}
			isDirty={form.isDirty}
			onClose={onClose}
		>
			<Form of={form} className="grid gap-4">
				<TextField maxLength={60} autoComplete="off" {...form.field('name')} />
				<SelectField {...form.field('parentCategoryId')}>
					<option value="">{TOP_LEVEL}</option>
					{parents.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</SelectField>
				<DialogActions>
					<Button variant="line" disabled={form.isPending} onClick={onClose}>
						Cancel
					</Button>
					<SubmitButton form={form} busy="Saving...">
						Save Category
					</SubmitButton>
				</DialogActions>
			</Form>
		</Dialog>
	)
}

import { SelectField, TextField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
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
		<FormDialog
			of={form}
			title={category ? 'Edit Category' : 'Add Category'}
			action={{ label: 'Save Category', busy: 'Saving...' }}
			isDirty={form.isDirty}
			onClose={onClose}
		>
			<TextField maxLength={60} autoComplete="off" {...form.field('name')} />
			<SelectField {...form.field('parentCategoryId')}>
				<option value="">{TOP_LEVEL}</option>
				{parents.map(({ id, name }) => (
					<option key={id} value={id}>
						{name}
					</option>
				))}
			</SelectField>
		</FormDialog>
	)
}

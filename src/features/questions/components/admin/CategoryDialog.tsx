import { useId } from 'react'
import { SelectField, TextField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import { createCategoryMutation, updateCategoryMutation } from '../../admin-queries.ts'
import { type Category, categoryBody } from '../../category-contract.ts'

type Props = {
	category?: Category
	all: readonly Category[]
	onClose: () => void
}

const TOP_LEVEL = 'None (top level)'

const toForm = ({ name, parentCategoryId, titlesPublic }: Category) => ({
	name,
	parentCategoryId: parentCategoryId ?? '',
	titlesPublic,
})

export function CategoryDialog({ category, all, onClose }: Props) {
	const form = useContractForm(categoryBody, category ? updateCategoryMutation(category.id) : createCategoryMutation, {
		defaultValues: category ? toForm(category) : { name: '', parentCategoryId: '', titlesPublic: false },
		labels: { name: 'Name', parentCategoryId: 'Parent category', titlesPublic: 'Titles for visitors' },
		draft: tabDraft(`category:${category?.id ?? 'new'}`),
		edited: {
			what: 'category',
			original: category,
			toForm,
			formats: {
				parentCategoryId: (parent) => all.find(({ id }) => id === parent)?.name ?? TOP_LEVEL,
				titlesPublic: (isPublic) => (isPublic ? 'Shown' : 'Not shown'),
			},
		},
		toInput: (body, base) => ({ ...body, version: base?.version }),
		onDone: onClose,
	})
	const hintId = useId()
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
			<SelectField
				{...form.field('parentCategoryId')}
				options={[['', TOP_LEVEL], ...parents.map(({ id, name }) => [id, name] as const)]}
			/>
			<div>
				<label className="flex min-h-11 items-center gap-3">
					<input
						type="checkbox"
						className="size-5 flex-none"
						aria-describedby={hintId}
						{...form.register('titlesPublic')}
					/>
					Show titles of its newest questions to visitors
				</label>
				<p id={hintId} className="text-small text-muted">
					Up to three titles appear on the home page and below courses. Only members see names and texts.
				</p>
			</div>
		</FormDialog>
	)
}

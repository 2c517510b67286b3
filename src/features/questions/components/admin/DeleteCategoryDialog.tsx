import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDelete } from '#src/components/ui/dialogs/ConfirmDelete.tsx'
import { Dialog, DialogActions } from '#src/components/ui/dialogs/Dialog.tsx'
import { SelectField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { RESTORABLE } from '#src/lib/trash.ts'
import { deleteCategoryAfterMoveMutation, deleteCategoryMutation, questionCountText } from '../../admin-queries.ts'
import type { Category } from '../../category-contract.ts'
import { moveQuestion } from '../../contract.ts'
import { CategoryOptions } from '../CategoryOptions.tsx'

type Props = { category: Category; all: readonly Category[]; onClose: () => void }

/** Deletes a category. If it is in use, explains why that fails and offers to move its questions. */
export function DeleteCategoryDialog({ category, all, onClose }: Props) {
	const title = `Delete “${category.name}”?`
	const children = all.filter(({ parentCategoryId }) => parentCategoryId === category.id)
	const reason =
		children.length > 0
			? `This category has subcategories: ${children.map(({ name }) => name).join(', ')}. Move or delete them first.`
			: category.questionCount > 0 && all.length === 1 && 'Add another category for its questions first.'
	if (reason)
		return (
			<Dialog title={title} description={reason} onClose={onClose}>
				<DialogActions>
					<Button onClick={onClose}>Close</Button>
				</DialogActions>
			</Dialog>
		)
	if (category.questionCount > 0) return <MoveAndDelete {...{ title, category, all, onClose }} />
	return (
		<ConfirmDelete
			title={title}
			text={`It has no questions. ${RESTORABLE}`}
			mutation={deleteCategoryMutation(category.id)}
			onDeleted={onClose}
			onClose={onClose}
		/>
	)
}

function MoveAndDelete({ title, category, all, onClose }: Props & { title: string }) {
	const form = useContractForm(moveQuestion.body, deleteCategoryAfterMoveMutation(category.id), {
		defaultValues: { categoryId: '' },
		labels: { categoryId: 'Move its questions to' },
		draft: undefined,
		toInput: ({ categoryId }) => categoryId,
		onDone: onClose,
	})
	return (
		<FormDialog
			of={form}
			title={title}
			description={`It has ${questionCountText(category.questionCount)}. Choose where ${category.questionCount === 1 ? 'it goes' : 'they go'}. Then the category is deleted. ${RESTORABLE}`}
			action={{ label: 'Move and Delete', busy: 'Moving and deleting...', variant: 'danger' }}
			onClose={onClose}
		>
			<SelectField {...form.field('categoryId')}>
				<option value="">Select a category</option>
				<CategoryOptions categories={all} without={category.id} />
			</SelectField>
		</FormDialog>
	)
}

import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDelete } from '#src/components/ui/dialogs/ConfirmDelete.tsx'
import { Dialog, DialogActions } from '#src/components/ui/dialogs/Dialog.tsx'
import { SelectField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
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
	if (children.length > 0)
		return <HasChildren title={title} names={children.map(({ name }) => name)} onClose={onClose} />
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

function HasChildren({ title, names, onClose }: { title: string; names: string[]; onClose: () => void }) {
	return (
		<Dialog
			title={title}
			description={`This category has subcategories: ${names.join(', ')}. Move or delete them first.`}
			onClose={onClose}
		>
			<DialogActions>
				<Button onClick={onClose}>Close</Button>
			</DialogActions>
		</Dialog>
	)
}

type MoveProps = Props & { title: string }

function MoveAndDelete({ title, category, all, onClose }: MoveProps) {
	const form = useContractForm(moveQuestion.body, deleteCategoryAfterMoveMutation(category.id), {
		defaultValues: { categoryId: '' },
		labels: { categoryId: 'Move its questions to' },
		toInput: ({ categoryId }) => categoryId,
		onDone: onClose,
	})
	if (all.length === 1)
		return (
			<Dialog title={title} description="Add another category for its questions first." onClose={onClose}>
				<DialogActions>
					<Button onClick={onClose}>Close</Button>
				</DialogActions>
			</Dialog>
		)
	return (
		<Dialog
			title={title}
			description={`It has ${questionCountText(category.questionCount)}. Choose where ${category.questionCount === 1 ? 'it goes' : 'they go'}. Then the category is deleted. ${RESTORABLE}`}
			busy={form.isPending}
			onClose={onClose}
		>
			<Form of={form} className="grid gap-4">
				<SelectField {...form.field('categoryId')}>
					<option value="">Select a category</option>
					<CategoryOptions categories={all} without={category.id} />
				</SelectField>
				<DialogActions>
					<Button variant="line" disabled={form.isPending} onClick={onClose}>
						Cancel
					</Button>
					<SubmitButton form={form} variant="danger" busy="Moving and deleting...">
						Move and Delete
					</SubmitButton>
				</DialogActions>
			</Form>
		</Dialog>
	)
}

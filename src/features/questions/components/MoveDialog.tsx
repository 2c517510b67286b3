import { Button } from '#src/components/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/components/ui/dialogs/Dialog.tsx'
import { SelectField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import type { Category } from '../category-contract.ts'
import { moveQuestion, type Question } from '../contract.ts'
import { moveQuestionMutation } from '../queries.ts'
import { CategoryOptions } from './CategoryOptions.tsx'

type Props = { question: Question; categories: Category[]; onClose: () => void }

/** Moves a question into another category. */
export function MoveDialog({ question, categories, onClose }: Props) {
	const form = useContractForm(moveQuestion.body, moveQuestionMutation(question.id), {
		defaultValues: { categoryId: question.categoryId },
		labels: { categoryId: 'Category' },
		before(body, send) {
			if (body.categoryId === question.categoryId) onClose()
			else send(body)
		},
		toInput: ({ categoryId }) => categoryId,
		onDone: onClose,
	})
	return (
		<Dialog
			title="Move Question"
			description="Its address, comments and followers stay the same."
			busy={form.isPending}
			onClose={onClose}
		>
			<Form of={form} className="grid gap-4">
				<SelectField {...form.field('categoryId')}>
					<CategoryOptions categories={categories} />
				</SelectField>
				<DialogActions>
					<Button variant="line" disabled={form.isPending} onClick={onClose}>
						Cancel
					</Button>
					<SubmitButton form={form} busy="Moving...">
						Move Question
					</SubmitButton>
				</DialogActions>
			</Form>
		</Dialog>
	)
}

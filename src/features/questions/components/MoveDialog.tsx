import { SelectField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import type { Category } from '../category-contract.ts'
import { moveQuestion, type Question } from '../contract.ts'
import { moveQuestionMutation } from '../queries.ts'
import { CategoryOptions } from './CategoryOptions.tsx'

type Props = { question: Question; categories: Category[]; onClose: () => void }

export function MoveDialog({ question, categories, onClose }: Props) {
	const form = useContractForm(moveQuestion.body, moveQuestionMutation(question.id), {
		defaultValues: { categoryId: question.categoryId },
		labels: { categoryId: 'Category' },
		draft: undefined,
		before(body, send) {
			if (body.categoryId === question.categoryId) onClose()
			else send(body)
		},
		toInput: ({ categoryId }) => categoryId,
		onDone: onClose,
	})
	return (
		<FormDialog
			of={form}
			title="Move Question"
			description="Its address, comments and followers stay the same."
			action={{ label: 'Move Question', busy: 'Moving...' }}
			onClose={onClose}
		>
			<SelectField {...form.field('categoryId')}>
				<CategoryOptions categories={categories} />
			</SelectField>
		</FormDialog>
	)
}

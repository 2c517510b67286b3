import type { UseFormRegisterReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { SelectField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { Spinner } from '#src/components/ui/Spinner.tsx'
import { useList } from '#src/lib/api/query-list.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { moveQuestionsMutation, questionCountText } from '../../admin-queries.ts'
import { type Category, MAX_CHOSEN } from '../../category-contract.ts'
import { moveQuestion } from '../../contract.ts'
import { listCategoryQuestionsQuery } from '../../queries.ts'
import { CategoryOptions } from '../CategoryOptions.tsx'

type ListProps = { category: Category; chosen: readonly string[]; field: UseFormRegisterReturn }

function ChooseQuestions({ category, chosen, field }: ListProps) {
	const query = useList(listCategoryQuestionsQuery(category.id))
	if (query.error) return <FetchError title="Failed to fetch questions" error={query.error} onRetry={query.refetch} />
	if (query.isPending)
		return (
			<p role="status" className="flex items-center gap-2 text-muted">
				<Spinner /> Loading questions
			</p>
		)
	return (
		<div className="grid justify-items-start gap-2">
			<ul className="w-full border-t border-rule">
				{query.items.map((question) => (
					<li key={question.id} className="border-b border-rule">
						<label className="flex min-h-control cursor-pointer items-start gap-3 py-2">
							<input
								type="checkbox"
								className="mt-0.5 size-6 flex-none"
								{...field}
								value={question.id}
								disabled={!chosen.includes(question.id) && chosen.length >= MAX_CHOSEN}
							/>
							<span className="min-w-0">
								<span className="block">{question.title}</span>
								<span className="text-small text-muted">
									<LocalTime when={question.createdAt} as="day" />
								</span>
							</span>
						</label>
					</li>
				))}
			</ul>
			{query.hasMore && (
				<Button variant="line" loading={query.isLoadingMore} onClick={query.loadMore}>
					{query.isLoadingMore ? 'Loading...' : 'Older questions'}
				</Button>
			)}
		</div>
	)
}

const moveForm = z
	.object({
		categoryId: moveQuestion.body.shape.categoryId,
		which: z.enum(['all', 'some']),
		questionIds: z.array(z.string()),
	})
	.check(
		z.refine(({ which, questionIds }) => which === 'all' || questionIds.length > 0, {
			path: ['questionIds'],
			message: 'Please choose questions',
		}),
	)

type Props = { category: Category; all: readonly Category[]; onClose: () => void }

export function MoveQuestionsDialog({ category, all, onClose }: Props) {
	const form = useContractForm(moveForm, moveQuestionsMutation(category.id), {
		defaultValues: { categoryId: '', which: 'all', questionIds: [] },
		labels: { categoryId: 'Move to', which: 'Which', questionIds: 'Questions' },
		draft: undefined,
		toInput: ({ categoryId, which, questionIds }) => ({ categoryId, ...(which === 'some' ? { questionIds } : {}) }),
		onDone: onClose,
	})
	const [which, chosen] = form.watch(['which', 'questionIds'])
	const missing = form.errorOf('questionIds')
	return (
		<FormDialog
			of={form}
			title={`Move questions of “${category.name}”`}
			description="They keep their addresses, comments and followers."
			action={{ label: 'Move Questions', busy: 'Moving...' }}
			isDirty={chosen.length > 0}
			onClose={onClose}
		>
			<SelectField {...form.field('categoryId')}>
				<option value="">Select a category</option>
				<CategoryOptions categories={all} without={category.id} />
			</SelectField>
			<fieldset className="grid gap-1">
				<legend className="label mb-1">{form.labels.which}</legend>
				{(['all', 'some'] as const).map((value) => (
					<label key={value} className="flex min-h-control cursor-pointer items-center gap-3">
						<input type="radio" className="size-6 flex-none" value={value} {...form.register('which')} />
						{value === 'some' ? 'Selected questions only' : `All: ${questionCountText(category.questionCount)}`}
					</label>
				))}
			</fieldset>
			{which === 'some' && (
				<>
					<div data-wrong={missing ? true : undefined}>
						<ChooseQuestions category={category} chosen={chosen} field={form.register('questionIds')} />
					</div>
					<p className={missing ? 'field-error' : 'text-small text-muted'} role="status">
						{missing ?? `${questionCountText(chosen.length)} chosen`}
					</p>
				</>
			)}
		</FormDialog>
	)
}

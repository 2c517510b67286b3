import * as z from 'zod/mini'
import { Button } from '#src/components/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/components/ui/dialogs/Dialog.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { SelectField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { Spinner } from '#src/components/ui/Spinner.tsx'
import { useList } from '#src/lib/api/query-list.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { moveQuestionsMutation, questionCountText } from '../../admin-queries.ts'
import { type Category, MAX_CHOSEN } from '../../category-contract.ts'
import { moveQuestion } from '../../contract.ts'
import { listCategoryQuestionsQuery } from '../../queries.ts'
import { CategoryOptions } from '../CategoryOptions.tsx'

type ListProps = { category: Category; chosen: ReadonlySet<string>; onToggle: (id: string) => void }

/** The questions of the category, with checkboxes. */
function ChooseQuestions({ category, chosen, onToggle }: ListProps) {
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
								checked={chosen.has(question.id)}
								disabled={!chosen.has(question.id) && chosen.size >= MAX_CHOSEN}
								onChange={() => onToggle(question.id)}
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
	.object({ categoryId: moveQuestion.body.shape.categoryId, isSome: z.boolean(), questionIds: z.array(z.string()) })
	.check(
		z.refine(({ isSome, questionIds }) => !isSome || questionIds.length > 0, {
			path: ['questionIds'],
			message: 'Please choose questions',
		}),
	)

function useMoveForm(category: Category, onClose: () => void) {
	const form = useContractForm(moveForm, moveQuestionsMutation(category.id), {
		defaultValues: { categoryId: '', isSome: false, questionIds: [] },
		labels: { categoryId: 'Move to', isSome: 'Which', questionIds: 'Questions' },
		toInput: ({ categoryId, isSome, questionIds }) => ({ categoryId, ...(isSome ? { questionIds } : {}) }),
		onDone: onClose,
	})
	const [isSome, chosen] = form.watch(['isSome', 'questionIds'])
	const choose = <Name extends 'isSome' | 'questionIds'>(
		name: Name,
		value: Name extends 'isSome' ? boolean : string[],
	) =>
		form.setValue<'isSome' | 'questionIds'>(name, value, {
			shouldDirty: true,
			shouldValidate: form.formState.isSubmitted,
		})
	return {
		form,
		isSome,
		chosen: new Set(chosen),
		setSome: (some: boolean) => choose('isSome', some),
		toggle: (id: string) =>
			choose('questionIds', chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]),
	}
}

type Props = { category: Category; all: readonly Category[]; onClose: () => void }

/** Moves all or some questions of a category into another. */
export function MoveQuestionsDialog({ category, all, onClose }: Props) {
	const { form, isSome, chosen, setSome, toggle } = useMoveForm(category, onClose)
	const missing = form.errorOf('questionIds')
	return (
		<Dialog
			title={`Move questions of “${category.name}”`}
			description="They keep their addresses, comments and followers."
			busy={form.isPending}
			isDirty={chosen.size > 0}
			onClose={onClose}
		>
			<Form of={form} className="grid gap-4">
				<SelectField {...form.field('categoryId')}>
					<option value="">Select a category</option>
					<CategoryOptions categories={all} without={category.id} />
				</SelectField>
				<fieldset className="grid gap-1">
					<legend className="label mb-1">{form.labels.isSome}</legend>
					{[false, true].map((some) => (
						<label key={String(some)} className="flex min-h-control cursor-pointer items-center gap-3">
							<input
								type="radio"
								className="size-6 flex-none"
								name="which"
								checked={isSome === some}
								onChange={() => setSome(some)}
							/>
							{some ? 'Selected questions only' : `All: ${questionCountText(category.questionCount)}`}
						</label>
					))}
				</fieldset>
				{isSome && (
					<div data-wrong={missing ? true : undefined}>
						<ChooseQuestions category={category} chosen={chosen} onToggle={toggle} />
					</div>
				)}
				{isSome && (
					<p className={missing ? 'field-error' : 'text-small text-muted'} role="status">
						{missing ?? `${questionCountText(chosen.size)} chosen`}
					</p>
				)}
				<DialogActions>
					<Button variant="line" disabled={form.isPending} onClick={onClose}>
						Cancel
					</Button>
					<SubmitButton form={form} busy="Moving...">
						Move Questions
					</SubmitButton>
				</DialogActions>
			</Form>
		</Dialog>
	)
}

import { type FormEvent, useState } from 'react'
import { Alert } from '#src/components/ui/Alert.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/components/ui/Dialog.tsx'
import { FetchError } from '#src/components/ui/FetchError.tsx'
import { SelectField } from '#src/components/ui/Field.tsx'
import { HiddenToken } from '#src/components/ui/HiddenToken.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { Spinner } from '#src/components/ui/Spinner.tsx'
import { messageOf } from '#src/lib/errors.ts'
import { useMutation } from '#src/lib/query.ts'
import { useList } from '#src/lib/query-list.ts'
import { moveQuestionsMutation, questionCountText } from '../../admin-queries.ts'
import { type Category, MAX_CHOSEN } from '../../contract.ts'
import { listCategoryQuestionsQuery } from '../../queries.ts'
import { CategoryOptions } from '../CategoryOptions.tsx'

type ListProps = { category: Category; chosen: ReadonlySet<string>; onToggle: (id: string) => void }

/** The questions of the category, to tick those that move. */
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
								<span className="block break-words">{question.title}</span>
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

type Props = { category: Category; all: readonly Category[]; onClose: () => void }

/** Moves the questions of a category into another: all of them, or some. */
export function MoveQuestionsDialog({ category, all, onClose }: Props) {
	const [target, setTarget] = useState('')
	const [isSome, setSome] = useState(false)
	const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
	const [missing, setMissing] = useState<string>()
	const mutation = useMutation(moveQuestionsMutation(category.id), { onRefreshed: onClose })
	function submit(event: FormEvent): void {
		event.preventDefault()
		const fault = !target
			? 'Please select a category'
			: isSome && chosen.size === 0
				? 'Please choose questions'
				: undefined
		setMissing(fault)
		if (!fault) mutation.mutate({ categoryId: target, ...(isSome ? { questionIds: [...chosen] } : {}) })
	}
	function toggle(id: string): void {
		const next = new Set(chosen)
		if (!next.delete(id)) next.add(id)
		setChosen(next)
	}
	return (
		<Dialog
			title={`Move questions of “${category.name}”`}
			description="They keep their addresses, comments and followers."
			busy={mutation.isPending}
			isDirty={chosen.size > 0}
			onClose={onClose}
		>
			<form method="post" noValidate className="grid gap-4" onSubmit={submit}>
				<HiddenToken />
				{mutation.isError && <Alert>{messageOf(mutation.error, mutation.fallback)}</Alert>}
				<SelectField
					label="Move to"
					value={target}
					error={target ? undefined : missing}
					onChange={(event) => setTarget(event.target.value)}
				>
					<option value="">Select a category</option>
					<CategoryOptions categories={all} without={category.id} />
				</SelectField>
				<fieldset className="grid gap-1">
					<legend className="label mb-1">Which</legend>
					{[false, true].map((some) => (
						<label key={String(some)} className="flex min-h-control cursor-pointer items-center gap-3">
							<input
								type="radio"
								className="size-6 flex-none"
								name="which"
								checked={isSome === some}
								onChange={() => setSome(some)}
							/>
							{some ? 'Only those that I choose' : `All: ${questionCountText(category.questionCount)}`}
						</label>
					))}
				</fieldset>
				{isSome && <ChooseQuestions category={category} chosen={chosen} onToggle={toggle} />}
				{isSome && (
					<p className={missing && chosen.size === 0 ? 'field-error' : 'text-small text-muted'} role="status">
						{missing && target && chosen.size === 0 ? missing : `${questionCountText(chosen.size)} chosen`}
					</p>
				)}
				<DialogActions>
					<Button variant="line" disabled={mutation.isPending} onClick={onClose}>
						Cancel
					</Button>
					<Button type="submit" loading={mutation.isPending}>
						{mutation.isPending ? 'Moving...' : 'Move Questions'}
					</Button>
				</DialogActions>
			</form>
		</Dialog>
	)
}

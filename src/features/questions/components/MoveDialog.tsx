import { type FormEvent, useState } from 'react'
import { Alert } from '#src/components/ui/Alert.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/components/ui/Dialog.tsx'
import { SelectField } from '#src/components/ui/Field.tsx'
import { HiddenToken } from '#src/components/ui/HiddenToken.tsx'
import { messageOf } from '#src/lib/errors.ts'
import { useMutation } from '#src/lib/query.ts'
import type { Category, Question } from '../contract.ts'
import { moveQuestionMutation } from '../queries.ts'
import { CategoryOptions } from './CategoryOptions.tsx'

type Props = { question: Question; categories: Category[]; onClose: () => void }

/** Puts a question into another category. */
export function MoveDialog({ question, categories, onClose }: Props) {
	const [categoryId, setCategoryId] = useState(question.categoryId)
	const mutation = useMutation(moveQuestionMutation(question.id), { onRefreshed: onClose })
	function submit(event: FormEvent): void {
		event.preventDefault()
		if (categoryId === question.categoryId) onClose()
		else mutation.mutate(categoryId)
	}
	return (
		<Dialog
			title="Move Question"
			description="It keeps its address, its comments and whoever follows it."
			busy={mutation.isPending}
			onClose={onClose}
		>
			<form method="post" className="grid gap-4" onSubmit={submit}>
				<HiddenToken />
				{mutation.isError && <Alert>{messageOf(mutation.error, mutation.fallback)}</Alert>}
				<SelectField label="Category" value={categoryId} onChange={(event) => setCategoryId(event.target.value)}>
					<CategoryOptions categories={categories} />
				</SelectField>
				<DialogActions>
					<Button variant="line" disabled={mutation.isPending} onClick={onClose}>
						Cancel
					</Button>
					<Button type="submit" loading={mutation.isPending}>
						{mutation.isPending ? 'Moving...' : 'Move Question'}
					</Button>
				</DialogActions>
			</form>
		</Dialog>
	)
}

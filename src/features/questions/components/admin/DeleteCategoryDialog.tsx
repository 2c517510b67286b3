import { type FormEvent, useState } from 'react'
import { Alert } from '#src/components/ui/Alert.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDelete } from '#src/components/ui/ConfirmDelete.tsx'
import { Dialog, DialogActions } from '#src/components/ui/Dialog.tsx'
import { SelectField } from '#src/components/ui/Field.tsx'
import { HiddenToken } from '#src/components/ui/HiddenToken.tsx'
import { messageOf } from '#src/lib/errors.ts'
import { useMutation } from '#src/lib/query.ts'
import { deleteCategoryAfterMoveMutation, deleteCategoryMutation, questionCountText } from '../../admin-queries.ts'
import type { Category } from '../../contract.ts'
import { CategoryOptions } from '../CategoryOptions.tsx'

type Props = { category: Category; all: readonly Category[]; onClose: () => void }

/** Deletes a category. One in use first says what is in the way, and offers to move its questions. */
export function DeleteCategoryDialog({ category, all, onClose }: Props) {
	const title = `Delete “${category.name}”?`
	const children = all.filter(({ parentCategoryId }) => parentCategoryId === category.id)
	if (children.length > 0)
		return <HasChildren title={title} names={children.map(({ name }) => name)} onClose={onClose} />
	if (category.questionCount > 0) return <MoveAndDelete {...{ title, category, all, onClose }} />
	return (
		<ConfirmDelete
			title={title}
			text="It has no questions. This action cannot be undone."
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
			description={`It stays as long as there are categories below it: ${names.join(', ')}. Give each another parent, or delete it.`}
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
	const [target, setTarget] = useState('')
	const [isMissing, setMissing] = useState(false)
	const mutation = useMutation(deleteCategoryAfterMoveMutation(category.id), { onRefreshed: onClose })
	function submit(event: FormEvent): void {
		event.preventDefault()
		setMissing(!target)
		if (target) mutation.mutate(target)
	}
	if (all.length === 1)
		return (
			<Dialog
				title={title}
				description="Its questions need another category to go to. Add one first."
				onClose={onClose}
			>
				<DialogActions>
					<Button onClick={onClose}>Close</Button>
				</DialogActions>
			</Dialog>
		)
	return (
		<Dialog
			title={title}
			description={`It has ${questionCountText(category.questionCount)}. Choose where they go; then the category is deleted, which cannot be undone.`}
			busy={mutation.isPending}
			onClose={onClose}
		>
			<form method="post" noValidate className="grid gap-4" onSubmit={submit}>
				<HiddenToken />
				{mutation.isError && <Alert>{messageOf(mutation.error, mutation.fallback)}</Alert>}
				<SelectField
					label="Move its questions to"
					value={target}
					error={isMissing && !target ? 'Please select a category' : undefined}
					onChange={(event) => setTarget(event.target.value)}
				>
					<option value="">Select a category</option>
					<CategoryOptions categories={all} without={category.id} />
				</SelectField>
				<DialogActions>
					<Button variant="line" disabled={mutation.isPending} onClick={onClose}>
						Cancel
					</Button>
					<Button type="submit" variant="danger" loading={mutation.isPending}>
						{mutation.isPending ? 'Moving and deleting...' : 'Move and Delete'}
					</Button>
				</DialogActions>
			</form>
		</Dialog>
	)
}

import type { ReactNode } from 'react'
import { messageOf } from '#src/lib/api/errors.ts'
import { type Mutation, useMutation } from '#src/lib/api/query.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type Props = {
	title: string
	text: string
	/** Deletes it; a failure is shown here. */
	mutation: Mutation<unknown>
	/** Called once the screen is without it, so that the focus goes to what is left. */
	onDeleted: () => void
	onClose: () => void
	/** What is deleted, where the text does not say it. */
	children?: ReactNode
}

/** Asks before something is deleted for good, and deletes it. */
export function ConfirmDelete({ title, text, mutation: given, onDeleted, onClose, children }: Props) {
	const mutation = useMutation(given, { onRefreshed: onDeleted })
	return (
		<ConfirmDialog
			title={title}
			description={text}
			isBusy={mutation.isPending}
			failure={mutation.isError && messageOf(mutation.error, mutation.fallback)}
			onConfirm={() => mutation.mutate()}
			onClose={onClose}
		>
			{children}
		</ConfirmDialog>
	)
}

import type { ComponentProps, ReactNode } from 'react'
import { type Mutation, useMutation } from '#src/lib/api/query.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type Props = {
	title: string
	text: string
	/** Deletes the item; a failure is shown in the dialog. */
	mutation: Mutation<unknown>
	/** Called after the item has left the screen, so that focus moves to a remaining element. */
	onDeleted: () => void
	onClose: () => void
	/** The item to delete, if the text does not name it. */
	children?: ReactNode
	/** The confirm button, if its label is not Delete. */
	action?: ComponentProps<typeof ConfirmDialog>['action']
}

/** Asks for confirmation, then deletes the item. */
export function ConfirmDelete({ text, mutation: definition, onDeleted, ...dialog }: Props) {
	const mutation = useMutation(definition, { onRefreshed: onDeleted })
	return <ConfirmDialog {...dialog} description={text} of={mutation} onConfirm={() => mutation.mutate()} />
}

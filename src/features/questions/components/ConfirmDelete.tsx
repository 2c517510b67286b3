import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '#src/components/ui/ConfirmDialog.tsx'
import { messageOf } from '#src/lib/errors.ts'
import { queryClient } from '#src/lib/query-client.ts'

type Props = {
	title: string
	text: string
	/** Deletes it; a rejection is shown here. */
	remove: () => Promise<unknown>
	onDeleted: () => unknown
	onClose: () => void
}

/** Asks before something of the forum is deleted for good, and deletes it. */
export function ConfirmDelete({ title, text, remove, onDeleted, onClose }: Props) {
	const mutation = useMutation({ mutationFn: remove, onSuccess: onDeleted }, queryClient)
	return (
		<ConfirmDialog
			title={title}
			description={text}
			isBusy={mutation.isPending}
			failure={mutation.isError && messageOf(mutation.error, 'Failed to delete')}
			onConfirm={() => mutation.mutate()}
			onClose={onClose}
		/>
	)
}

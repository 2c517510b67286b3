import { useMutation } from '@tanstack/react-query'
import { Alert } from '#src/components/ui/Alert.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { Dialog } from '#src/components/ui/Dialog.tsx'
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

/** Asks before something is deleted for good. */
export function ConfirmDelete({ title, text, remove, onDeleted, onClose }: Props) {
	const mutation = useMutation({ mutationFn: remove, onSuccess: onDeleted }, queryClient)
	return (
		<Dialog role="alertdialog" title={title} description={text} busy={mutation.isPending} onClose={onClose}>
			{mutation.isError && <Alert>{messageOf(mutation.error, 'Failed to delete')}</Alert>}
			<div className="mt-4 flex flex-wrap justify-end gap-3">
				<Button variant="line" disabled={mutation.isPending} onClick={onClose}>
					Cancel
				</Button>
				<Button variant="danger" loading={mutation.isPending} onClick={() => mutation.mutate()}>
					{mutation.isPending ? 'Deleting...' : 'Delete'}
				</Button>
			</div>
		</Dialog>
	)
}

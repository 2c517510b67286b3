import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { Alert } from './Alert.tsx'
import { Dialog, DialogActions } from './Dialog.tsx'
import { useIsSignInSaid } from './sign-in-ended.tsx'

type Props = {
	title: string
	/** What follows from it. */
	description: string
	/** The button that does it, at rest and while it is being done. Without: to delete something. */
	action?: { label: string; busy: string; variant: 'primary' | 'danger' }
	/** Words of the button that leaves everything as it is, where the action itself cancels something. */
	back?: string
	isBusy: boolean
	/** Why it failed, once it did. */
	failure?: string | false
	onConfirm: () => void
	onClose: () => void
	/** What it is done to, where the description does not say it. */
	children?: ReactNode
}

const DELETE = { label: 'Delete', busy: 'Deleting...', variant: 'danger' } as const

/** Asks before something is done that cannot be taken back. */
export function ConfirmDialog({
	title,
	description,
	action = DELETE,
	back = 'Cancel',
	isBusy,
	failure,
	...props
}: Props) {
	const { onConfirm, onClose, children } = props
	return (
		<Dialog role="alertdialog" title={title} description={description} busy={isBusy} onClose={onClose}>
			{failure && <Failure text={failure} />}
			{children}
			<DialogActions>
				<Button variant="line" disabled={isBusy} onClick={onClose}>
					{back}
				</Button>
				<Button variant={action.variant} loading={isBusy} onClick={onConfirm}>
					{isBusy ? action.busy : action.label}
				</Button>
			</DialogActions>
		</Dialog>
	)
}

function Failure({ text }: { text: string }) {
	const isSaid = useIsSignInSaid()
	if (isSaid && text.startsWith('401:')) return null
	return (
		<div className="mb-4">
			<Alert>{text}</Alert>
		</div>
	)
}

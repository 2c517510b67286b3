import type { ReactNode } from 'react'
import { isApiError, messageOf } from '#src/lib/api/errors.ts'
import type { Mutating } from '#src/lib/api/query.ts'
import { useLastFailure } from '#src/lib/forms/last-failure.ts'
import { Button } from '../Button.tsx'
import { Alert } from './Alert.tsx'
import { Dialog, DialogActions } from './Dialog.tsx'
import { useIsSignInNoticeShown } from './sign-in-ended.tsx'

type Props = {
	title: string
	description: string
	/** The confirm button and its label while pending. Default: a delete button. */
	action?: { label: string; busy: string; variant: 'primary' | 'danger' }
	/** Label of the cancel button, if the action itself cancels something. */
	back?: string
	/** The mutation to confirm. The dialog shows its progress and failure. */
	of?: Pick<Mutating<unknown, never>, 'isPending' | 'isError' | 'error' | 'fallback'>
	isBusy?: boolean
	onConfirm: () => void
	onClose: () => void
	/** The affected item, if the description does not name it. */
	children?: ReactNode
}

const DELETE = { label: 'Delete', busy: 'Deleting...', variant: 'danger' } as const

/** Asks the user to confirm an action. */
export function ConfirmDialog({ title, description, action = DELETE, back = 'Cancel', of, ...props }: Props) {
	const { onConfirm, onClose, children } = props
	const { isBusy = of?.isPending ?? false } = props
	const failure = useLastFailure(of?.isError ? of : undefined, isBusy)
	return (
		<Dialog role="alertdialog" title={title} description={description} busy={isBusy} onClose={onClose}>
			{failure && <Failure {...failure} isStale={isBusy} />}
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

type FailureProps = Pick<Mutating<unknown, never>, 'error' | 'fallback'> & { isStale: boolean }

function Failure({ error, fallback, isStale }: FailureProps) {
	const isNoticeShown = useIsSignInNoticeShown()
	if (isNoticeShown && isApiError(error) && error.status === 401) return null
	return (
		<div className="mb-4">
			<Alert key={String(isStale)} isStale={isStale}>
				{messageOf(error, fallback)}
			</Alert>
		</div>
	)
}

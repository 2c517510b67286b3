import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { ConfirmDialog } from '#src/components/ui/dialogs/ConfirmDialog.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation } from '#src/lib/api/query.ts'
import type { Member } from '../../member-contract.ts'
import { cancelFactorResetMutation, requestFactorResetMutation } from '../../queries.ts'

/** Confirms the reset of a lost second factor: 24 hours later, the person can sign in without it. */
export function FactorResetDialog({ member, onClose }: { member: Member; onClose: () => void }) {
	const mutation = useMutation(requestFactorResetMutation)
	return (
		<ConfirmDialog
			title={`Reset the second factor of ${member.name}?`}
			description={`We send an email to ${member.email}, and remove the second factor 24 hours later unless they stop it there. After that, they sign in with their password only. Call them first to make sure the request is really theirs.`}
			action={{ label: 'Reset second factor', busy: 'Sending...', variant: 'danger' }}
			of={mutation}
			onConfirm={() => mutation.mutate(member.id, { onSuccess: onClose })}
			onClose={onClose}
		/>
	)
}

/** Shows when a requested reset will remove the second factor, with a button to stop it. */
export function PendingReset({ member }: { member: Member }) {
	const stop = useMutation(cancelFactorResetMutation)
	const { id, factorResetAt, factorResetWaits } = member
	if (factorResetAt === null && !factorResetWaits) return null
	return (
		<div className="mb-6">
			<Alert tone="info">
				{factorResetAt === null ? (
					<p>
						The second factor will be removed 24 hours after our email to its owner, unless they stop it. An email that
						could not be sent is listed at{' '}
						<a className="link" href="/admin/mail">
							Mail
						</a>
						.
					</p>
				) : (
					<p>
						The second factor will be removed on <LocalTime when={factorResetAt} />, unless its owner stops it.
					</p>
				)}
				{stop.isError && <p className="mt-2">{messageOf(stop.error, stop.fallback)}</p>}
				<Button variant="line" className="btn-small mt-3" loading={stop.isPending} onClick={() => stop.mutate(id)}>
					Stop the reset
				</Button>
			</Alert>
		</div>
	)
}

import type { ReactNode } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDialog } from '#src/components/ui/dialogs/ConfirmDialog.tsx'
import { Dialog, DialogActions } from '#src/components/ui/dialogs/Dialog.tsx'
import { EmailText } from '#src/components/ui/EmailText.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { useMutation } from '#src/lib/api/query.ts'
import type { Application } from '../../contract.ts'
import { decideApplicationMutation } from '../../queries.ts'

type Decision = 'approve' | 'reject'

function Facts({ application, more = [] }: { application: Application; more?: ReadonlyArray<[string, ReactNode]> }) {
	const facts: ReadonlyArray<[string, ReactNode]> = [
		['Name', application.name],
		['Email', <EmailText key="email" email={application.email} />],
		['Phone', application.phoneNumber],
		['Firm', application.firmName],
		['Practice areas', application.practiceAreas],
		['Experience', application.yearsOfExperience && `${application.yearsOfExperience} years`],
		['Looking for', application.membershipGoals],
		...more,
	]
	return (
		<dl className="facts">
			{facts.flatMap(([name, value]) => [<dt key={`${name}-name`}>{name}</dt>, <dd key={name}>{value || 'N/A'}</dd>])}
		</dl>
	)
}

type DetailsProps = {
	application: Application
	onDecide: (action: Decision) => void
	onClose: () => void
}

export function DetailsDialog({ application, onDecide, onClose }: DetailsProps) {
	const { decidedBy, decidedAt, applicationStatus } = application
	const more: Array<[string, ReactNode]> = [
		['Applied on', <LocalTime key="applied" when={application.applicationDate} />],
	]
	if (applicationStatus !== 'pending')
		more.push([
			applicationStatus === 'approved' ? 'Approved' : 'Rejected',
			decidedBy && (
				<>
					by {decidedBy}, <LocalTime when={decidedAt} />
				</>
			),
		])
	return (
		<Dialog title="Application" onClose={onClose}>
			<Facts application={application} more={more} />
			<DialogActions>
				<Button variant="line" onClick={onClose}>
					Close
				</Button>
				{applicationStatus === 'pending' && (
					<>
						<Button variant="line" onClick={() => onDecide('reject')}>
							Reject
						</Button>
						<Button onClick={() => onDecide('approve')}>Approve</Button>
					</>
				)}
			</DialogActions>
		</Dialog>
	)
}

const decisions = {
	approve: {
		title: 'Approve Application',
		description: 'The account is activated, and the user gets an e-mail notice.',
		action: { label: 'Approve', busy: 'Approving...', variant: 'primary' },
	},
	reject: {
		title: 'Reject Application',
		description: 'The user gets an e-mail notice.',
		action: { label: 'Reject', busy: 'Rejecting...', variant: 'danger' },
	},
} as const

interface DecisionProps {
	application: Application
	action: Decision
	isMailOff: boolean
	onClose: () => void
}

export function DecisionDialog({ application, action, isMailOff, onClose }: DecisionProps) {
	const mutation = useMutation(decideApplicationMutation)
	return (
		<ConfirmDialog
			{...decisions[action]}
			of={mutation}
			onConfirm={() => mutation.mutate({ id: application.id, action }, { onSuccess: onClose })}
			onClose={onClose}
		>
			{isMailOff && <p className="mb-4">No mail server is connected. The notice goes out once there is one.</p>}
			<Facts application={application} />
		</ConfirmDialog>
	)
}

import { Fragment, type ReactNode } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/components/ui/dialogs/Dialog.tsx'
import { EmailText } from '#src/components/ui/EmailText.tsx'
import { TextAreaField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import { type Application, decisionForm } from '../../contract.ts'
import { decideApplicationMutation } from '../../queries.ts'
import { type ListPosition, ReadingBar } from './ReadingBar.tsx'

export type Decision = 'approve' | 'reject'

type Fact = readonly [name: string, value: ReactNode]

/** The whole application, and the questions sent to the applicant. */
function Facts({ application, more = [] }: { application: Application; more?: readonly Fact[] }) {
	const facts: readonly Fact[] = [
		['Name', application.name],
		[
			'Email',
			<EmailText key="email" email={application.email} isUnconfirmed={application.emailConfirmedAt === null} />,
		],
		['Phone', application.phoneNumber],
		['Firm', application.firmName],
		['Practice areas', application.practiceAreas],
		['Experience', application.yearsOfExperience && `${application.yearsOfExperience} years`],
		['Looking for', application.membershipGoals],
		...(application.plan ? [['Plan', application.plan] as const] : []),
		...application.applicationAnswers.map(({ label, value }): Fact => [label, value]),
		...application.applicationQuestions.map(
			({ askedAt, askedBy, question }): Fact => [
				'Asked',
				<span key={askedAt}>
					{question} (<LocalTime when={askedAt} />, {askedBy})
				</span>,
			],
		),
		...more,
	]
	return (
		<dl className="facts">
			{facts.map(([name, value], at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the answers may share a label
				<Fragment key={at}>
					<dt>{name}</dt>
					<dd>{value || 'N/A'}</dd>
				</Fragment>
			))}
		</dl>
	)
}

type DetailsProps = {
	application: Application
	position: ListPosition | undefined
	onDecide: (action: Decision) => void
	onAsk: () => void
	onClose: () => void
}

export function DetailsDialog({ application, position, onDecide, onAsk, onClose }: DetailsProps) {
	const { decidedBy, decidedAt, applicationStatus, message } = application
	const isPending = applicationStatus === 'pending'
	const more: Fact[] = [['Applied on', <LocalTime key="applied" when={application.applicationDate} />]]
	if (!isPending)
		more.push([
			applicationStatus === 'approved' ? 'Approved' : 'Rejected',
			decidedBy && (
				<>
					by {decidedBy}, <LocalTime when={decidedAt} />
				</>
			),
		])
	if (message) more.push(['Added to the email', message])
	return (
		<Dialog title="Application" onClose={onClose}>
			<ReadingBar position={position} onDecide={isPending ? onDecide : undefined} />
			<Facts application={application} more={more} />
			<DialogActions>
				<Button variant="line" onClick={onClose}>
					Close
				</Button>
				{isPending && (
					<>
						<Button variant="line" onClick={onAsk}>
							Ask back
						</Button>
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
		action: { label: 'Approve', busy: 'Approving...' },
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
	position: ListPosition | undefined
	isMailOff: boolean
	onDecide: (action: Decision) => void
	onDone: () => void
	onClose: () => void
}

export function DecisionDialog({ application, action, position, isMailOff, onDecide, onDone, onClose }: DecisionProps) {
	const form = useContractForm(decisionForm, decideApplicationMutation, {
		defaultValues: { message: '' },
		labels: { message: 'A sentence for the applicant' },
		// Per application, so that the text survives a look at the next one.
		draft: tabDraft(`${action}:${application.id}`),
		toInput: (body) => ({ id: application.id, action, ...body }),
		onDone,
	})
	return (
		<FormDialog role="alertdialog" {...decisions[action]} of={form} isDirty={form.isDirty} onClose={onClose}>
			<ReadingBar position={form.isPending ? undefined : position} onDecide={form.isPending ? undefined : onDecide} />
			{isMailOff && <p>No mail server is connected. The notice goes out once there is one.</p>}
			<TextAreaField optional rows={2} hint="Added to the email." {...form.field('message')} />
			<Facts application={application} />
		</FormDialog>
	)
}

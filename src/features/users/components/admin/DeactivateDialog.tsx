import { TextAreaField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { type ContractForm, type FieldProps, useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import type { User } from '../../contract.ts'
import { deactivateForm, NOTE_HINT, type UsersChanged } from '../../member-contract.ts'
import { changeUsersMutation, deactivateUserMutation } from '../../queries.ts'

const defaultValues = { reason: '' }
const labels = { reason: 'Reason' }

type ShellProps = {
	title: string
	description: string
	form: ContractForm & { isDirty: boolean; field: (name: 'reason') => FieldProps }
	onClose: () => void
}

function ReasonDialog({ form, ...dialog }: ShellProps) {
	return (
		<FormDialog
			{...dialog}
			of={form}
			isDirty={form.isDirty}
			className="grid gap-5"
			action={{ label: 'Deactivate', busy: 'Deactivating...' }}
		>
			<TextAreaField rows={3} hint={`Saved as a note. ${NOTE_HINT}`} {...form.field('reason')} />
		</FormDialog>
	)
}

const EFFECTS_TEXT =
	'They are signed out right away, cannot sign in, and get an email about it. Their posts stay, and you can reactivate the account.'

/** Deactivates one account with a reason, or withdraws an invitation. */
export function DeactivateDialog({ user, onClose }: { user: User; onClose: () => void }) {
	const form = useContractForm(deactivateForm, deactivateUserMutation, {
		defaultValues,
		labels,
		draft: tabDraft(`deactivate:${user.id}`),
		toInput: ({ reason }) => ({ id: user.id, body: { reason, version: user.version } }),
		onDone: onClose,
	})
	const isInvited = user.status === 'inactive'
	return (
		<ReasonDialog
			title={isInvited ? `Withdraw the invitation for ${user.name}?` : `Deactivate ${user.name}?`}
			description={isInvited ? 'Their invitation link stops working.' : EFFECTS_TEXT}
			form={form}
			onClose={onClose}
		/>
	)
}

type SeveralProps = { users: readonly User[]; onDone: (answer: UsersChanged) => void; onClose: () => void }

export function DeactivateSeveralDialog({ users, onDone, onClose }: SeveralProps) {
	const form = useContractForm(deactivateForm, changeUsersMutation, {
		defaultValues,
		labels,
		draft: tabDraft(`deactivate:${users.map(({ id }) => id).join('+')}`),
		toInput: ({ reason }) => ({
			action: 'deactivate' as const,
			users: users.map(({ id, version }) => ({ id, version })),
			reason,
		}),
		onDone,
	})
	return (
		<ReasonDialog
			title={users.length === 1 ? 'Deactivate 1 account?' : `Deactivate ${users.length} accounts?`}
			description={EFFECTS_TEXT}
			form={form}
			onClose={onClose}
		/>
	)
}

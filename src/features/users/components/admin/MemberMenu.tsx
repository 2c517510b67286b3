import { useState } from 'react'
import { ConfirmDialog } from '#src/components/ui/dialogs/ConfirmDialog.tsx'
import { SelectField, TextAreaField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { type RowAction, RowMenu } from '#src/components/ui/lists/RowMenu.tsx'
import { useMutation } from '#src/lib/api/query.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import type { User } from '../../contract.ts'
import { suspendForm } from '../../member-contract.ts'
import { endSuspensionMutation, suspendUserMutation, updateModeratorMutation } from '../../queries.ts'
import { isSuspended } from '../../suspended.ts'

const LENGTHS = { day: 'A day', week: 'A week', month: 'A month' }

type Props = { user: User; onClose: () => void }

function SuspendDialog({ user, onClose }: Props) {
	const form = useContractForm(suspendForm, suspendUserMutation, {
		defaultValues: { length: 'week' as const, reason: '' },
		labels: { length: 'For how long', reason: 'Reason' },
		draft: tabDraft(`suspend:${user.id}`),
		toInput: (body) => ({ id: user.id, body: { ...body, version: user.version } }),
		onDone: onClose,
	})
	return (
		<FormDialog
			of={form}
			title={`Suspend ${user.name}?`}
			description="They cannot use the site until the suspension ends, and get an email about it. Their posts stay."
			isDirty={form.isDirty}
			action={{ label: 'Suspend', busy: 'Suspending...' }}
			className="grid gap-5"
			onClose={onClose}
		>
			<SelectField {...form.field('length')} options={LENGTHS} />
			<TextAreaField
				rows={3}
				hint="They read it in the email and when they sign in. Saved as a note too."
				{...form.field('reason')}
			/>
		</FormDialog>
	)
}

function ModeratorDialog({ user, onClose }: Props) {
	const mutation = useMutation(updateModeratorMutation)
	return (
		<ConfirmDialog
			title={user.isModerator ? `End the moderator role of ${user.name}?` : `Make ${user.name} a moderator?`}
			description={
				user.isModerator
					? 'They stay a member.'
					: 'They see reports and all posts, and can hide, restore, lock and move them. They see no addresses, applications or settings.'
			}
			action={{
				label: user.isModerator ? 'End the role' : 'Make moderator',
				busy: 'Saving...',
				variant: 'primary',
			}}
			of={mutation}
			onConfirm={() => mutation.mutate(user, { onSuccess: onClose })}
			onClose={onClose}
		/>
	)
}

/** More actions on a regular member: suspend them, or make them a moderator. */
export function MemberMenu({ user, isOwn }: { user: User; isOwn: boolean }) {
	const [open, setOpen] = useState<'suspend' | 'moderator'>()
	const end = useMutation(endSuspensionMutation)
	const close = () => setOpen(undefined)
	if (isOwn || user.role === 'admin' || user.status !== 'active') return null
	const actions: RowAction[] = [
		{
			label: user.isModerator ? 'End the moderator role' : 'Make moderator',
			onSelect: () => setOpen('moderator'),
		},
		isSuspended(user)
			? { label: 'End the suspension', isDisabled: end.isPending, onSelect: () => end.mutate(user) }
			: { label: 'Suspend', onSelect: () => setOpen('suspend') },
	]
	return (
		<>
			<RowMenu of={user.name} actions={actions} />
			{open === 'suspend' && <SuspendDialog user={user} onClose={close} />}
			{open === 'moderator' && <ModeratorDialog user={user} onClose={close} />}
		</>
	)
}

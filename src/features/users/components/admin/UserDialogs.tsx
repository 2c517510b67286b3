import type { ComponentProps } from 'react'
import { ConfirmDelete } from '#src/components/ui/dialogs/ConfirmDelete.tsx'
import { EmailField, SelectField, TextField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { PasswordField } from '#src/components/ui/forms/PasswordField.tsx'
import { type ContractForm, type FieldProps, useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import { RESTORABLE } from '#src/lib/trash.ts'
import { createUser, type User, updateUser } from '../../contract.ts'
import { inviteUser, NO_INVITATION } from '../../import-contract.ts'
import { createUserMutation, deleteUserMutation, inviteUserMutation, updateUserMutation } from '../../queries.ts'
import { roleName, roleNames } from '../../role-names.ts'

type UserFormProps = ComponentProps<typeof FormDialog> & {
	of: ContractForm & { isDirty: boolean; field: (name: 'name' | 'email') => FieldProps }
}

function UserFormDialog({ of: form, children, ...dialog }: UserFormProps) {
	return (
		<FormDialog {...dialog} of={form} isDirty={form.isDirty} className="grid gap-5">
			<TextField autoComplete="off" {...form.field('name')} />
			<EmailField autoComplete="off" {...form.field('email')} />
			{children}
		</FormDialog>
	)
}

export function AddUserDialog({ isMailOff, onClose }: { isMailOff: boolean; onClose: () => void }) {
	const form = useContractForm(createUser.body, createUserMutation, {
		defaultValues: { name: '', email: '', role: 'regular' as const, password: '' },
		labels: { name: 'Name', email: 'Email', role: 'Role', password: 'Password' },
		draft: { ...tabDraft('user:new'), except: ['password'] },
		onDone: onClose,
	})
	return (
		<UserFormDialog
			title="Add New User"
			failureTitle={createUserMutation.fallback}
			of={form}
			action={{ label: 'Add User', busy: 'Adding...' }}
			onClose={onClose}
		>
			<SelectField {...form.field('role')} options={{ regular: roleNames.user, admin: roleNames.admin }} />
			<PasswordField
				autoComplete="new-password"
				hint={passwordHint(form.watch('role') === 'admin', isMailOff)}
				{...form.field('password')}
			/>
		</UserFormDialog>
	)
}

/** Returns a hint about the email that the form sends. */
function passwordHint(isAdmin: boolean, isMailOff: boolean): string {
	const mail = isAdmin
		? 'This password is not sent: an admin gets a link by email, valid for seven days, and chooses another one.'
		: 'The password is sent to the user by email. The email also contains their address and a link to sign in.'
	return isMailOff
		? `${mail} No mail server is connected, so the email waits. In the meantime, give them the password yourself.`
		: `${mail} An invitation sends a link instead.`
}

export function InviteDialog({ isMailOff, onClose }: { isMailOff: boolean; onClose: () => void }) {
	const form = useContractForm(inviteUser.body, inviteUserMutation, {
		defaultValues: { name: '', email: '', role: 'user' as const },
		labels: { name: 'Name', email: 'Email', role: 'Role' },
		draft: tabDraft('user:invited'),
		onDone: onClose,
	})
	return (
		<UserFormDialog
			title="Invite a member"
			failureTitle={inviteUserMutation.fallback}
			of={form}
			action={{ label: 'Send invitation', busy: 'Sending...' }}
			onClose={onClose}
		>
			<SelectField
				hint={
					form.watch('role') === 'admin' &&
					'Admins can read and change everything: members’ data and journals, courses, emails and settings.'
				}
				{...form.field('role')}
				options={{ user: roleNames.user, admin: roleNames.admin }}
			/>
			<p className="text-small text-muted">
				{isMailOff
					? NO_INVITATION
					: 'They get an email with a link that works for seven days, and choose their own password.'}
			</p>
		</UserFormDialog>
	)
}

const statuses = { active: 'Active', inactive: 'Inactive' }

const toForm = ({ name, email, role, status }: User) => ({ name, email, role, status })

export function EditUserDialog({ user, isOwn, onClose }: { user: User; isOwn: boolean; onClose: () => void }) {
	const form = useContractForm(updateUser.body, updateUserMutation, {
		defaultValues: toForm(user),
		labels: { name: 'Name', email: 'Email', role: 'Role', status: 'Status' },
		draft: tabDraft(`user:${user.id}`),
		edited: {
			what: 'account',
			original: user,
			toForm,
			formats: { role: roleName, status: (status) => statuses[status] },
		},
		toInput(body, base = user) {
			// For the admin's own account, adds the unchanged role and status: `body` lacks fields that are disabled.
			const { role, status, version } = base
			return { id: user.id, body: { ...body, ...(isOwn && { role, status }), version } }
		},
		onDone: onClose,
	})
	const own = isOwn ? { disabled: true, hint: 'Another admin can change this for you.' } : {}
	return (
		<UserFormDialog title="Edit User" of={form} action={{ label: 'Save Changes', busy: 'Saving...' }} onClose={onClose}>
			<SelectField {...own} {...form.field('role')} options={roleNames} />
			<SelectField {...own} {...form.field('status')} options={statuses} />
		</UserFormDialog>
	)
}

type DeleteProps = {
	user: User
	/** Called after the deletion instead of `onClose`, for example to leave the account's page. */
	onDeleted?: () => void
	onClose: () => void
}

export function DeleteUserDialog({ user, onDeleted, onClose }: DeleteProps) {
	return (
		<ConfirmDelete
			title="Are you sure?"
			text={`The account of ${user.name} (${user.email}) is permanently deleted. This cannot be undone. Their progress, journals and course comments are deleted too; replies from others stay. Their questions and answers stay, under “Former member”. ${RESTORABLE}`}
			mutation={deleteUserMutation(user.id)}
			onDeleted={onDeleted ?? onClose}
			onClose={onClose}
		/>
	)
}

import { useMutation } from '@tanstack/react-query'
import { Alert } from '#src/components/ui/Alert.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/components/ui/Dialog.tsx'
import { SelectField, TextField } from '#src/components/ui/Field.tsx'
import { messageOf } from '#src/lib/errors.ts'
import { useContractForm } from '#src/lib/forms.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { useCsrfToken } from '#src/lib/use-csrf-token.ts'
import { addUser, editUser, type User } from '../../contract.ts'
import {
	ADD_FALLBACK,
	addUserMutation,
	DELETE_FALLBACK,
	deleteUserMutation,
	EDIT_FALLBACK,
	editUserMutation,
} from '../../queries.ts'

const emailProps = { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const

function HiddenToken() {
	const { token } = useCsrfToken()
	return token ? <input type="hidden" name="_csrf" value={token} /> : null
}

export function AddUserDialog({ onClose }: { onClose: () => void }) {
	const form = useContractForm(addUser.body, {
		defaultValues: { name: '', email: '', role: 'regular' as const, password: '' },
	})
	const mutation = useMutation(addUserMutation, queryClient)
	const { errors } = form.formState
	const submit = form.handleSubmit((body) => mutation.mutate(body, { onSuccess: onClose }))
	return (
		<Dialog title="Add New User" onClose={onClose} busy={mutation.isPending}>
			<form method="post" noValidate className="grid gap-5" onSubmit={submit}>
				{mutation.isError && (
					<Alert>
						{ADD_FALLBACK}: {messageOf(mutation.error, ADD_FALLBACK)}
					</Alert>
				)}
				<HiddenToken />
				<TextField label="Name" autoComplete="off" error={errors.name?.message} {...form.register('name')} />
				<TextField
					label="Email"
					autoComplete="off"
					{...emailProps}
					error={errors.email?.message}
					{...form.register('email')}
				/>
				<SelectField label="Role" error={errors.role?.message} {...form.register('role')}>
					<option value="regular">Regular</option>
					<option value="admin">Admin</option>
				</SelectField>
				<TextField
					label="Password"
					type="password"
					autoComplete="new-password"
					hint="The password is sent to the user by e-mail."
					error={errors.password?.message}
					{...form.register('password')}
				/>
				<DialogActions>
					<Button variant="line" disabled={mutation.isPending} onClick={onClose}>
						Cancel
					</Button>
					<Button type="submit" loading={mutation.isPending}>
						{mutation.isPending ? 'Adding...' : 'Add User'}
					</Button>
				</DialogActions>
			</form>
		</Dialog>
	)
}

export function EditUserDialog({ user, isOwn, onClose }: { user: User; isOwn: boolean; onClose: () => void }) {
	const { name, email, role, status } = user
	const form = useContractForm(editUser.body, { defaultValues: { name, email, role, status } })
	const mutation = useMutation(editUserMutation, queryClient)
	const { errors } = form.formState
	// A disabled field would not be sent; nobody's own role and status change anyway.
	const submit = form.handleSubmit((body) =>
		mutation.mutate({ id: user.id, body: isOwn ? { ...body, role, status } : body }, { onSuccess: onClose }),
	)
	const ownHint = isOwn ? 'Another admin can change this for you.' : undefined
	return (
		<Dialog title="Edit User" onClose={onClose} busy={mutation.isPending}>
			<form method="post" noValidate className="grid gap-5" onSubmit={submit}>
				{mutation.isError && <Alert>{messageOf(mutation.error, EDIT_FALLBACK)}</Alert>}
				<HiddenToken />
				<TextField label="Name" autoComplete="off" error={errors.name?.message} {...form.register('name')} />
				<TextField
					label="Email"
					autoComplete="off"
					{...emailProps}
					error={errors.email?.message}
					{...form.register('email')}
				/>
				<SelectField
					label="Role"
					disabled={isOwn}
					hint={ownHint}
					error={errors.role?.message}
					{...form.register('role')}
				>
					<option value="user">User</option>
					<option value="admin">Admin</option>
				</SelectField>
				<SelectField
					label="Status"
					disabled={isOwn}
					hint={ownHint}
					error={errors.status?.message}
					{...form.register('status')}
				>
					<option value="active">Active</option>
					<option value="inactive">Inactive</option>
				</SelectField>
				<DialogActions>
					<Button variant="line" disabled={mutation.isPending} onClick={onClose}>
						Cancel
					</Button>
					<Button type="submit" loading={mutation.isPending}>
						{mutation.isPending ? 'Saving...' : 'Save Changes'}
					</Button>
				</DialogActions>
			</form>
		</Dialog>
	)
}

export function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
	const mutation = useMutation(deleteUserMutation, queryClient)
	return (
		<Dialog
			role="alertdialog"
			title="Are you sure?"
			description={`The account of ${user.name} (${user.email}) is permanently deleted. This cannot be undone.`}
			onClose={onClose}
			busy={mutation.isPending}
		>
			{mutation.isError && <Alert>{messageOf(mutation.error, DELETE_FALLBACK)}</Alert>}
			<DialogActions>
				<Button variant="line" disabled={mutation.isPending} onClick={onClose}>
					Cancel
				</Button>
				<Button
					variant="danger"
					loading={mutation.isPending}
					onClick={() => mutation.mutate(user.id, { onSuccess: onClose })}
				>
					{mutation.isPending ? 'Deleting...' : 'Delete'}
				</Button>
			</DialogActions>
		</Dialog>
	)
}

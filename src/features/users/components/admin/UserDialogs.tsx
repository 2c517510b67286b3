import type { FormEvent, ReactNode } from 'react'
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDialog } from '#src/components/ui/ConfirmDialog.tsx'
import { Dialog, DialogActions } from '#src/components/ui/Dialog.tsx'
import { EmailField, PasswordField, SelectField, TextField } from '#src/components/ui/Field.tsx'
import { HiddenToken } from '#src/components/ui/HiddenToken.tsx'
import { PostFailure } from '#src/components/ui/PostFailure.tsx'
import { messageOf } from '#src/lib/errors.ts'
import { useMutation } from '#src/lib/query.ts'
import { useSchemaForm } from '#src/lib/schema-form.ts'
import { createUser, type User, updateUser } from '../../contract.ts'
import { createUserMutation, deleteUserMutation, updateUserMutation } from '../../queries.ts'

interface Identity {
	name: string
	email: string
}

type FormDialogProps = {
	title: string
	onClose: () => void
	onSubmit: (event: FormEvent) => void
	/** What went wrong at the last try. */
	failure: ReactNode
	isPending: boolean
	/** Something was typed that closing would lose. */
	isDirty: boolean
	submit: { label: string; busy: string }
	errors: FieldErrors<Identity>
	register: (name: keyof Identity) => UseFormRegisterReturn
	/** The fields after name and e-mail address. */
	children: ReactNode
}

/** The dialog of adding and of editing: name and address, what else there is, and the two buttons. */
function UserFormDialog({ title, onClose, onSubmit, failure, isPending, isDirty, submit, ...form }: FormDialogProps) {
	const { errors, register, children } = form
	return (
		<Dialog title={title} onClose={onClose} busy={isPending} isDirty={isDirty}>
			<form method="post" noValidate className="grid gap-5" onSubmit={onSubmit}>
				{failure}
				<HiddenToken />
				<TextField label="Name" autoComplete="off" error={errors.name?.message} {...register('name')} />
				<EmailField label="Email" autoComplete="off" error={errors.email?.message} {...register('email')} />
				{children}
				<DialogActions>
					<Button variant="line" disabled={isPending} onClick={onClose}>
						Cancel
					</Button>
					<Button type="submit" loading={isPending}>
						{isPending ? submit.busy : submit.label}
					</Button>
				</DialogActions>
			</form>
		</Dialog>
	)
}

export function AddUserDialog({ isMailOff, onClose }: { isMailOff: boolean; onClose: () => void }) {
	const form = useSchemaForm(createUser.body, {
		defaultValues: { name: '', email: '', role: 'regular' as const, password: '' },
	})
	const mutation = useMutation(createUserMutation)
	const { errors, isDirty } = form.formState
	return (
		<UserFormDialog
			title="Add New User"
			onClose={onClose}
			onSubmit={form.handleSubmit((body) => mutation.mutate(body, { onSuccess: onClose }))}
			failure={
				mutation.isError && (
					<PostFailure title={mutation.fallback} error={mutation.error} fallback={mutation.fallback} />
				)
			}
			isPending={mutation.isPending}
			isDirty={isDirty}
			submit={{ label: 'Add User', busy: 'Adding...' }}
			errors={errors}
			register={form.register}
		>
			<SelectField label="Role" error={errors.role?.message} {...form.register('role')}>
				<option value="regular">Regular</option>
				<option value="admin">Admin</option>
			</SelectField>
			<PasswordField
				label="Password"
				autoComplete="new-password"
				hint={
					isMailOff
						? 'The password is sent to the user by e-mail once mail is set up on this server. Until then, tell them yourself.'
						: 'The password is sent to the user by e-mail.'
				}
				error={errors.password?.message}
				{...form.register('password')}
			/>
		</UserFormDialog>
	)
}

export function EditUserDialog({ user, isOwn, onClose }: { user: User; isOwn: boolean; onClose: () => void }) {
	const { name, email, role, status, version } = user
	const form = useSchemaForm(updateUser.body, { defaultValues: { name, email, role, status, version } })
	const mutation = useMutation(updateUserMutation)
	const { errors, isDirty } = form.formState
	// A disabled field would not be sent; nobody's own role and status change anyway.
	const submit = form.handleSubmit((body) =>
		mutation.mutate({ id: user.id, body: isOwn ? { ...body, role, status } : body }, { onSuccess: onClose }),
	)
	const own = isOwn ? { disabled: true, hint: 'Another admin can change this for you.' } : {}
	return (
		<UserFormDialog
			title="Edit User"
			onClose={onClose}
			onSubmit={submit}
			failure={mutation.isError && <PostFailure error={mutation.error} fallback={mutation.fallback} />}
			isPending={mutation.isPending}
			isDirty={isDirty}
			submit={{ label: 'Save Changes', busy: 'Saving...' }}
			errors={errors}
			register={form.register}
		>
			<SelectField label="Role" {...own} error={errors.role?.message} {...form.register('role')}>
				<option value="user">User</option>
				<option value="admin">Admin</option>
			</SelectField>
			<SelectField label="Status" {...own} error={errors.status?.message} {...form.register('status')}>
				<option value="active">Active</option>
				<option value="inactive">Inactive</option>
			</SelectField>
		</UserFormDialog>
	)
}

export function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
	const mutation = useMutation(deleteUserMutation)
	return (
		<ConfirmDialog
			title="Are you sure?"
			description={`The account of ${user.name} (${user.email}) is permanently deleted. This cannot be undone.`}
			isBusy={mutation.isPending}
			failure={mutation.isError && messageOf(mutation.error, mutation.fallback)}
			onConfirm={() => mutation.mutate(user.id, { onSuccess: onClose })}
			onClose={onClose}
		/>
	)
}

import { useMutation } from '@tanstack/react-query'
import { Alert } from '#src/components/ui/Alert.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { TextField } from '#src/components/ui/Field.tsx'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { messageOf } from '#src/lib/errors.ts'
import { useContractForm } from '#src/lib/forms.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { editProfile } from '../contract.ts'
import { PROFILE_FALLBACK, profileMutation } from '../queries.ts'

export function ProfileForm({ user }: { user: CurrentUser }) {
	const form = useContractForm(editProfile.body, { defaultValues: { name: user.name, username: user.username } })
	const mutation = useMutation(profileMutation, queryClient)
	const { errors } = form.formState
	const submit = form.handleSubmit((body) =>
		mutation.mutate(body, { onSuccess: ({ name, username }) => form.reset({ name, username }) }),
	)
	return (
		<form method="post" noValidate className="grid max-w-form gap-5" onSubmit={submit}>
			{mutation.isError && <Alert>{messageOf(mutation.error, PROFILE_FALLBACK)}</Alert>}
			<TextField label="Name" autoComplete="name" error={errors.name?.message} {...form.register('name')} />
			<TextField
				label="Username"
				autoComplete="off"
				autoCapitalize="none"
				spellCheck={false}
				hint="Others mention you with @ and this name."
				error={errors.username?.message}
				{...form.register('username')}
			/>
			<div>
				<Button type="submit" loading={mutation.isPending}>
					{mutation.isPending ? 'Saving...' : 'Save'}
				</Button>
			</div>
		</form>
	)
}

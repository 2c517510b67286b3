import { Button } from '#src/components/ui/Button.tsx'
import { TextField } from '#src/components/ui/Field.tsx'
import { PostFailure } from '#src/components/ui/PostFailure.tsx'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { useMutation } from '#src/lib/query.ts'
import { useSchemaForm } from '#src/lib/schema-form.ts'
import { updateProfile } from '../contract.ts'
import { updateProfileMutation } from '../queries.ts'

export function ProfileForm({ user }: { user: CurrentUser }) {
	const form = useSchemaForm(updateProfile.body, { defaultValues: { name: user.name, username: user.username } })
	const mutation = useMutation(updateProfileMutation)
	const { errors } = form.formState
	const submit = form.handleSubmit((body) =>
		mutation.mutate(body, { onSuccess: ({ name, username }) => form.reset({ name, username }) }),
	)
	return (
		<form method="post" noValidate className="grid max-w-form gap-5" onSubmit={submit}>
			{mutation.isError && <PostFailure error={mutation.error} fallback={mutation.fallback} />}
			{/* With their values from the first byte: an empty field would fill in under the hands of who types early. */}
			<TextField
				label="Name"
				autoComplete="name"
				defaultValue={user.name}
				error={errors.name?.message}
				{...form.register('name')}
			/>
			<TextField
				label="Username"
				autoComplete="off"
				defaultValue={user.username}
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

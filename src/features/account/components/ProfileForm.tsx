import { TextField } from '#src/components/ui/forms/Field.tsx'
import { Form, SaveRow } from '#src/components/ui/forms/Form.tsx'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { updateProfile } from '../contract.ts'
import { updateProfileMutation } from '../queries.ts'

const toForm = ({ name, username }: CurrentUser) => ({ name, username })

export function ProfileForm({ user }: { user: CurrentUser }) {
	const form = useContractForm(updateProfile.body, updateProfileMutation, {
		defaultValues: toForm(user),
		labels: { name: 'Name', username: 'Username' },
		draft: { key: `${user.id}:profile` },
		afterSending: 'stays',
		saved: toForm,
	})
	return (
		<Form of={form} className="grid max-w-form gap-5">
			{/* Rendered with values: filling in an empty field later could overwrite what the member is typing. */}
			<TextField autoComplete="name" defaultValue={user.name} {...form.field('name')} />
			<TextField
				autoComplete="off"
				defaultValue={user.username}
				autoCapitalize="none"
				spellCheck={false}
				hint="Members mention you with @ and this name."
				{...form.field('username')}
			/>
			<SaveRow form={form}>Save</SaveRow>
		</Form>
	)
}

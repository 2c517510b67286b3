import { useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { EmailField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { CONFIRM_HOURS, updateEmail } from '../address-contract.ts'
import { updateEmailMutation } from '../address-queries.ts'

const sentText = (email: string) =>
	`We sent a link to ${email}. It works once, for ${CONFIRM_HOURS} hours. Check your spam folder if it does not arrive.`

/** Sends another link that confirms the current address. */
export function ConfirmOwnAddress({ email }: { email: string }) {
	const { mutate, isPending, isSuccess, error, fallback } = useMutation(updateEmailMutation)
	if (isSuccess) return <Alert tone="done">{sentText(email)}</Alert>
	return (
		<div className="grid gap-4">
			{error && <Alert>{messageOf(error, fallback)}</Alert>}
			<p>This address is not confirmed yet. You can use everything as usual, but the club’s admins can see this.</p>
			<div>
				<Button variant="line" loading={isPending} onClick={() => mutate({ email })}>
					Send me a link to confirm it
				</Button>
			</div>
		</div>
	)
}

function NewAddress({ onSent }: { onSent: (email: string) => void }) {
	const form = useContractForm(updateEmail.body, updateEmailMutation, {
		defaultValues: { email: '' },
		labels: { email: 'New email address' },
		draft: undefined,
		onDone: ({ sentTo }) => onSent(sentTo),
	})
	return (
		<Form of={form} className="grid max-w-[26rem] gap-5">
			<EmailField autoComplete="email" {...form.field('email')} />
			<div>
				<SubmitButton form={form} busy="Sending...">
					Send a link to this address
				</SubmitButton>
			</div>
		</Form>
	)
}

/** Changes the email address through a link mailed to the new one. Sending it requires an identity confirmation. */
export function AddressForm({ email }: { email: string }) {
	const [sentTo, setSentTo] = useState<string>()
	if (sentTo)
		return (
			<Alert tone="done">
				{sentText(sentTo)} Until you open it, you sign in with {email}.
			</Alert>
		)
	return <NewAddress onSent={setSentTo} />
}

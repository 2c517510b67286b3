import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { PasswordField } from '#src/components/ui/forms/PasswordField.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { CONFIRMED_SECONDS, passwordConfirmation } from '../password-contract.ts'
import { confirmIdentityMutation } from '../password-queries.ts'

interface Props {
	email: string
	/** Label of the button. */
	label: string
	/** What the password opens, as a sentence; after `Password confirmed.` */
	opens: string
	children: ReactNode
}

/** What the password opened, until the confirmation is over. */
function Opened({ opens, onOver, children }: Pick<Props, 'opens' | 'children'> & { onOver: () => void }) {
	const box = useRef<HTMLDivElement>(null)
	useEffect(() => {
		box.current?.focus()
		// Counts from the response, not to a server timestamp: this device's clock may differ.
		const timer = setTimeout(onOver, CONFIRMED_SECONDS * 1000)
		return () => clearTimeout(timer)
	}, [onOver])
	return (
		<div ref={box} tabIndex={-1}>
			<p className="mb-4" role="status">
				Password confirmed. {opens}
			</p>
			{children}
		</div>
	)
}

/** Asks for the password before something that a browser left unattended must not do. It stays open for ten minutes. */
export function PasswordGate({ email, label, opens, children }: Props) {
	const [isConfirmed, setIsConfirmed] = useState(false)
	const [isOver, setIsOver] = useState(false)
	const form = useContractForm(passwordConfirmation, confirmIdentityMutation, {
		defaultValues: { currentPassword: '' },
		labels: { currentPassword: 'Your current password' },
		draft: undefined,
		afterSending: 'empties',
		onDone: () => {
			setIsOver(false)
			setIsConfirmed(true)
		},
	})
	const end = useRef(() => {
		setIsConfirmed(false)
		setIsOver(true)
	})
	if (isConfirmed)
		return (
			<Opened opens={opens} onOver={end.current}>
				{children}
			</Opened>
		)
	return (
		<Form of={form} className="grid max-w-[26rem] gap-5">
			{isOver && <p role="status">The ten minutes are over. Enter your password again to continue.</p>}
			<input type="hidden" name="username" autoComplete="username" value={email} readOnly />
			<PasswordField autoComplete="current-password" {...form.field('currentPassword')} />
			<div>
				<SubmitButton form={form} busy="Checking...">
					{label}
				</SubmitButton>
			</div>
		</Form>
	)
}

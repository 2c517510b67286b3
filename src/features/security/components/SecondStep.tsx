import { type ReactNode, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '#src/components/ui/Button.tsx'
import { CapitalsField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { code, recoveryCode } from '#src/features/auth/second-factor-fields.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { answerSecondFactorMutation } from '../sign-in-queries.ts'
import { CodeField } from './CodeField.tsx'

const trustDevice = z.boolean()
const codeForm = z.object({ code, trustDevice })
const recoveryForm = z.object({ recoveryCode, trustDevice })

const Trust = (props: object) => (
	<label className="flex items-center gap-3">
		<input type="checkbox" className="size-5 flex-none" {...props} />
		Trust this device for 30 days
	</label>
)

function CodeForm() {
	const form = useContractForm(codeForm, answerSecondFactorMutation, {
		defaultValues: { code: '', trustDevice: false },
		labels: { code: 'Code', trustDevice: 'Trust this device for 30 days' },
		draft: undefined,
	})
	return (
		<Form of={form} className="grid gap-5">
			<CodeField hint="Open your authenticator app and enter its 6-digit code for this site." {...form.field('code')} />
			<Trust {...form.register('trustDevice')} />
			<SubmitButton form={form} size="lg" busy="Checking...">
				Continue
			</SubmitButton>
		</Form>
	)
}

function RecoveryForm() {
	const form = useContractForm(recoveryForm, answerSecondFactorMutation, {
		defaultValues: { recoveryCode: '', trustDevice: false },
		labels: { recoveryCode: 'Recovery code', trustDevice: 'Trust this device for 30 days' },
		draft: undefined,
	})
	return (
		<Form of={form} className="grid gap-5">
			<CapitalsField hint="One of the recovery codes you saved. Each works once." {...form.field('recoveryCode')} />
			<SubmitButton form={form} size="lg" busy="Checking...">
				Continue
			</SubmitButton>
		</Form>
	)
}

interface Props {
	/** The second factors that this account can use. */
	factors: readonly string[]
	passkeyButton: ReactNode
	onRestart: () => void
}

/** Shows the second step of a sign-in, after a correct password. */
export default function SecondStep({ factors, passkeyButton, onRestart }: Props) {
	const has = (factor: string) => factors.includes(factor)
	const [usesRecovery, setUsesRecovery] = useState(!has('totp') && !has('passkey'))
	const container = useRef<HTMLDivElement>(null)
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever another form is shown
	useEffect(() => {
		container.current?.querySelector<HTMLElement>('input:not([type=hidden]), button')?.focus()
	}, [usesRecovery])
	return (
		<div ref={container} className="grid gap-5">
			<p role="status">
				{has('totp') || usesRecovery
					? 'Your password is right. One more step protects your account.'
					: 'Your password is right. Your account is protected by a passkey.'}
			</p>
			{usesRecovery ? <RecoveryForm /> : has('totp') && <CodeForm />}
			{has('passkey') && passkeyButton}
			<div className="flex flex-wrap justify-between gap-3">
				{has('recovery') && (
					<Button variant="quiet" onClick={() => setUsesRecovery(!usesRecovery)}>
						{usesRecovery ? 'Back to the other ways' : 'Use a recovery code'}
					</Button>
				)}
				<Button variant="quiet" onClick={onRestart}>
					Start over
				</Button>
			</div>
		</div>
	)
}

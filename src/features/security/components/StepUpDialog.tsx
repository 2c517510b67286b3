import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { PasswordField } from '#src/components/ui/forms/PasswordField.tsx'
import { passwordConfirmation } from '#src/features/auth/password-contract.ts'
import { confirmIdentityMutation } from '#src/features/auth/password-queries.ts'
import { code } from '#src/features/auth/second-factor-fields.ts'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation, useQuery } from '#src/lib/api/query.ts'
import { $stepUp } from '#src/lib/api/step-up.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { useIsHydrating } from '#src/lib/use-is-hydrating.ts'
import { confirmIdentityByFactorMutation, getSecurityQuery } from '../queries.ts'
import { CodeField } from './CodeField.tsx'

const DIALOG = {
	title: 'Please confirm it is you',
	description: 'This protects you in case someone else is at your screen. It lasts ten minutes.',
	action: { label: 'Confirm', busy: 'Checking...' },
} as const

interface Props {
	email: string
	onEnd: (isConfirmed: boolean) => void
	/** Buttons for other ways to confirm, shown below the field. */
	others: ReactNode
}

function ByPassword({ email, onEnd, others }: Props) {
	const form = useContractForm(passwordConfirmation, confirmIdentityMutation, {
		defaultValues: { currentPassword: '' },
		labels: { currentPassword: 'Your current password' },
		draft: undefined,
		onDone: () => onEnd(true),
	})
	return (
		<FormDialog of={form} {...DIALOG} onClose={() => onEnd(false)}>
			{/* For password managers that store several accounts for this site. */}
			<input type="hidden" name="username" autoComplete="username" value={email} readOnly />
			<PasswordField autoComplete="current-password" {...form.field('currentPassword')} />
			{others}
		</FormDialog>
	)
}

function ByCode({ onEnd, others }: Omit<Props, 'email'>) {
	const form = useContractForm(z.object({ code }), confirmIdentityByFactorMutation, {
		defaultValues: { code: '' },
		labels: { code: 'Code from your authenticator app' },
		draft: undefined,
		onDone: () => onEnd(true),
	})
	return (
		<FormDialog of={form} {...DIALOG} onClose={() => onEnd(false)}>
			<CodeField {...form.field('code')} />
			{others}
		</FormDialog>
	)
}

function Dialog({ email, onEnd }: Omit<Props, 'others'>) {
	const { data } = useQuery(getSecurityQuery)
	const [usesCode, setUsesCode] = useState(false)
	const [failure, setFailure] = useState<string>()
	const confirm = useMutation(confirmIdentityByFactorMutation)
	async function confirmByPasskey() {
		setFailure(undefined)
		try {
			const { askForPasskey } = await import('../browser-passkeys.ts')
			await confirm.mutateAsync({ passkey: await askForPasskey() })
			onEnd(true)
		} catch (error) {
			setFailure(messageOf(error, confirm.fallback))
		}
	}
	const others = data && (data.appSince !== null || data.passkeys.length > 0) && (
		<div className="grid justify-items-start gap-3">
			{failure && <Alert>{failure}</Alert>}
			{data.appSince && (
				<Button variant="quiet" onClick={() => setUsesCode(!usesCode)}>
					{usesCode ? 'Use your password instead' : 'Use a code from your app instead'}
				</Button>
			)}
			{data.passkeys.length > 0 && (
				<Button variant="quiet" loading={confirm.isPending} onClick={() => void confirmByPasskey()}>
					Use a passkey
				</Button>
			)}
		</div>
	)
	return usesCode ? (
		<ByCode onEnd={onEnd} others={others} />
	) : (
		<ByPassword email={email} onEnd={onEnd} others={others} />
	)
}

/** Asks for an identity confirmation when an API call requires one, then resumes the call. */
export function StepUpDialog({ email }: { email: string }) {
	const settle = useStore($stepUp)
	// Not shown during hydration: the call that needs a confirmation loads the island, and the server rendered no dialog.
	const isHydrating = useIsHydrating()
	return settle && !isHydrating ? <Dialog email={email} onEnd={settle} /> : null
}

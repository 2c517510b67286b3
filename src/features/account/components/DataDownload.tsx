import { useEffect, useRef, useState } from 'react'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { PasswordField } from '#src/components/ui/forms/PasswordField.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { CONFIRMED_SECONDS, confirmIdentity } from '#src/features/auth/password-contract.ts'
import { confirmIdentityMutation } from '#src/features/auth/password-queries.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { getUserData, getUserDataPage } from '../own-data-contract.ts'

/** Links to the two files, shown while the confirmed password is valid. */
function Files({ onOver }: { onOver: () => void }) {
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
				Password confirmed. You can download the files for the next ten minutes.
			</p>
			<div className="flex flex-wrap gap-3 max-sm:*:grow">
				<a className={buttonClass({ size: 'lg' })} href={getUserDataPage.path} download>
					Download to read (HTML)
				</a>
				<a className={buttonClass({ variant: 'line', size: 'lg' })} href={getUserData.path} download>
					Download for programs (JSON)
				</a>
			</div>
			<p className="mt-4 text-small text-muted">
				The files contain everything you wrote here. Store them with your confidential files.
			</p>
		</div>
	)
}

/** Downloads the member's data after a password check, in case the browser was left unattended. */
export function DataDownload({ email }: { email: string }) {
	const [isConfirmed, setIsConfirmed] = useState(false)
	const [isOver, setIsOver] = useState(false)
	const form = useContractForm(confirmIdentity.body, confirmIdentityMutation, {
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
	if (isConfirmed) return <Files onOver={end.current} />
	return (
		<Form of={form} className="grid max-w-[26rem] gap-5">
			{isOver && <p role="status">The ten minutes are over. Enter your password again to continue.</p>}
			<input type="hidden" name="username" autoComplete="username" value={email} readOnly />
			<PasswordField autoComplete="current-password" {...form.field('currentPassword')} />
			<div>
				<SubmitButton form={form} busy="Checking...">
					Continue to your files
				</SubmitButton>
			</div>
		</Form>
	)
}

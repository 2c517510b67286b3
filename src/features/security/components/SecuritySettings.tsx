import { type ReactNode, useId, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { ConfirmDialog } from '#src/components/ui/dialogs/ConfirmDialog.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation, useQuery } from '#src/lib/api/query.ts'
import type { Security } from '../contract.ts'
import { createRecoveryCodesMutation, endTrustedDevicesMutation, getSecurityQuery } from '../queries.ts'
import { AppSetup } from './AppSetup.tsx'
import { Passkeys } from './Passkeys.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Below this number of recovery codes, new ones are recommended. */
const FEW_CODES = 4

function Section({ title, children }: { title: string; children: ReactNode }) {
	const id = useId()
	return (
		<section aria-labelledby={id}>
			<h2 id={id} className="mb-3 text-title">
				{title}
			</h2>
			{children}
		</section>
	)
}

function RequirementAlert({ from }: { from: string }) {
	const isNow = Date.parse(from) <= Date.now()
	return (
		<Alert tone={isNow ? 'error' : 'info'}>
			{isNow ? (
				'Admins need a second factor here. Set one up to get back to everything else.'
			) : (
				<>
					Admins need a second factor here. Please set one up before <LocalTime when={from} />.
				</>
			)}
		</Alert>
	)
}

function Recovery({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
	const make = useMutation(createRecoveryCodesMutation)
	const [isAsking, setIsAsking] = useState(false)
	return (
		<>
			<p className="mb-4">
				{left === 0 ? 'No codes are left.' : left === 1 ? 'One code is left.' : `${left} codes are left.`} Each signs
				you in once without your phone or passkey.
			</p>
			{left < FEW_CODES && (
				<div className="mb-4">
					<Alert tone="info">Make new ones, so that you always have a way in.</Alert>
				</div>
			)}
			<Button variant="line" onClick={() => setIsAsking(true)}>
				Make new codes
			</Button>
			{isAsking && (
				<ConfirmDialog
					title="Make new recovery codes?"
					description="Your current codes stop working."
					action={{ label: 'Make new codes', busy: 'Making...', variant: 'primary' }}
					of={make}
					onConfirm={() =>
						make.mutate(undefined, {
							onSuccess({ recoveryCodes }) {
								onCodes(recoveryCodes)
								setIsAsking(false)
							},
						})
					}
					onClose={() => setIsAsking(false)}
				/>
			)}
		</>
	)
}

function Trusted({ count }: { count: number }) {
	const end = useMutation(endTrustedDevicesMutation)
	return (
		<>
			<p className="mb-4">
				{count === 1 ? 'One browser is' : `${count} browsers are`} not asked for a second factor, for 30 days each.
			</p>
			<Button variant="line" loading={end.isPending} onClick={() => end.mutate()}>
				Ask on every browser again
			</Button>
		</>
	)
}

/** Shows the user's own second factors. */
export function SecuritySettings({ initial }: { initial: Security }) {
	const { data, error } = useQuery(getSecurityQuery, { initial })
	const [codes, setCodes] = useState<string[]>([])
	const isOn = data.appSince !== null || data.passkeys.length > 0
	return (
		<div className="grid gap-12">
			{error && <Alert>{messageOf(error, 'Your second factors could not be loaded')}</Alert>}
			{!isOn && data.requiredFrom && <RequirementAlert from={data.requiredFrom} />}
			{data.resetDueAt && (
				<Alert>
					An admin asked to remove your second factor, which will happen on <LocalTime when={data.resetDueAt} />. If you
					did not ask for it, use the link in our email to stop it.
				</Alert>
			)}
			{codes.length > 0 && <RecoveryCodes codes={codes} onKept={() => setCodes([])} />}
			<Section title="Authenticator app">
				<AppSetup security={data} onCodes={setCodes} />
			</Section>
			<Section title="Passkeys">
				<Passkeys passkeys={data.passkeys} onCodes={setCodes} />
			</Section>
			{isOn && (
				<Section title="Recovery codes">
					<Recovery left={data.recoveryCodesLeft} onCodes={setCodes} />
				</Section>
			)}
			{data.trustedDevices > 0 && (
				<Section title="Trusted devices">
					<Trusted count={data.trustedDevices} />
				</Section>
			)}
		</div>
	)
}

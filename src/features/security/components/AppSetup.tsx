import { useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { ConfirmDialog } from '#src/components/ui/dialogs/ConfirmDialog.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import type { ResponseOf } from '#src/lib/api/contract.ts'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { confirmTotp, type createTotp, type Security } from '../contract.ts'
import { confirmTotpMutation, createTotpMutation, deleteTotpMutation } from '../queries.ts'
import { CodeField } from './CodeField.tsx'

type TotpSetup = ResponseOf<typeof createTotp>
type OnCodes = (codes: string[]) => void

/** Black on white even in dark mode, because scanners need it. */
const QrCode = ({ qr: { size, path } }: Pick<TotpSetup, 'qr'>) => (
	<svg
		role="img"
		aria-label="QR code for your authenticator app"
		viewBox={`0 0 ${size} ${size}`}
		shapeRendering="crispEdges"
		className="size-52 flex-none rounded-md"
	>
		<rect width={size} height={size} fill="#fff" />
		<path d={path} fill="#000" />
	</svg>
)

function Setup({ begun: setup, onCodes, onEnd }: { begun: TotpSetup; onCodes: OnCodes; onEnd: () => void }) {
	const form = useContractForm(confirmTotp.body, confirmTotpMutation, {
		defaultValues: { code: '' },
		labels: { code: 'Code' },
		draft: undefined,
		onDone({ recoveryCodes }) {
			onCodes(recoveryCodes)
			onEnd()
		},
	})
	return (
		<div className="grid gap-5">
			<p>Scan the code with an authenticator app, or enter the key by hand. Then enter the 6 digits that it shows.</p>
			<div className="flex flex-wrap items-center gap-6">
				<QrCode qr={setup.qr} />
				<div className="min-w-0">
					<p className="label">Key</p>
					<p className="breaks font-mono">{setup.key.match(/.{1,4}/g)?.join(' ')}</p>
					<p className="mt-3">
						<a className="link" href={setup.uri}>
							Open in an app on this device
						</a>
					</p>
				</div>
			</div>
			<Form of={form} className="grid max-w-form gap-5">
				<CodeField {...form.field('code')} />
				<div className="flex flex-wrap gap-3">
					<SubmitButton form={form} busy="Checking...">
						Turn it on
					</SubmitButton>
					<Button variant="quiet" onClick={onEnd}>
						Cancel
					</Button>
				</div>
			</Form>
		</div>
	)
}

/** Sets up the authenticator app with its first code, or removes it. */
export function AppSetup({ security, onCodes }: { security: Security; onCodes: OnCodes }) {
	const begin = useMutation(createTotpMutation)
	const remove = useMutation(deleteTotpMutation)
	const [isRemoving, setIsRemoving] = useState(false)
	const { appSince, isAppReadable } = security
	if (!appSince && begin.data) return <Setup begun={begin.data} onCodes={onCodes} onEnd={begin.reset} />
	return (
		<>
			<p className="mb-4">
				{appSince ? (
					<>
						On since <LocalTime when={appSince} as="day" />. Signing in asks for a code from your app.
					</>
				) : (
					'Off. An app on your phone shows a new code every 30 seconds, and you enter it when you sign in.'
				)}
			</p>
			{!isAppReadable && (
				<div className="mb-4">
					<Alert>This site can no longer read the app’s key. Remove the app and set it up again.</Alert>
				</div>
			)}
			{begin.error && (
				<div className="mb-4">
					<Alert>{messageOf(begin.error, begin.fallback)}</Alert>
				</div>
			)}
			{appSince ? (
				<Button variant="line" onClick={() => setIsRemoving(true)}>
					Remove the app
				</Button>
			) : (
				<Button loading={begin.isPending} onClick={() => begin.mutate()}>
					Set up an app
				</Button>
			)}
			{isRemoving && (
				<ConfirmDialog
					title="Remove the authenticator app?"
					description="Signing in no longer asks for its codes."
					action={{ label: 'Remove', busy: 'Removing...', variant: 'danger' }}
					of={remove}
					onConfirm={() =>
						remove.mutate(undefined, {
							onSuccess() {
								begin.reset()
								setIsRemoving(false)
							},
						})
					}
					onClose={() => setIsRemoving(false)}
				/>
			)}
		</>
	)
}

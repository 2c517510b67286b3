import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { ConfirmDialog } from '#src/components/ui/dialogs/ConfirmDialog.tsx'
import { TextField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { RowButton } from '#src/components/ui/lists/RowButton.tsx'
import type { PasskeyAnswer } from '#src/features/auth/second-factor-fields.ts'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { createPasskey, MAX_PASSKEYS, type Passkey, updatePasskey } from '../contract.ts'
import { createPasskeyMutation, deletePasskeyMutation, updatePasskeyMutation } from '../queries.ts'

const nameForm = z.pick(createPasskey.body, { name: true })

function AddDialog({ onCodes, onClose }: { onCodes: (codes: string[]) => void; onClose: () => void }) {
	const made = useRef<PasskeyAnswer>(undefined)
	const [failure, setFailure] = useState<string>()
	const [isAsking, setIsAsking] = useState(false)
	const form = useContractForm(nameForm, createPasskeyMutation, {
		defaultValues: { name: '' },
		labels: { name: 'Name' },
		draft: undefined,
		async before(body, send) {
			setFailure(undefined)
			setIsAsking(true)
			try {
				const { createPasskey } = await import('../browser-passkeys.ts')
				made.current = await createPasskey()
				send(body)
			} catch (error) {
				setFailure(messageOf(error, createPasskeyMutation.fallback))
			} finally {
				setIsAsking(false)
			}
		},
		toInput: ({ name }) => ({ name, passkey: made.current as PasskeyAnswer }),
		onDone({ recoveryCodes }) {
			onCodes(recoveryCodes)
			onClose()
		},
	})
	return (
		<FormDialog
			of={form}
			title="Add a passkey"
			description="Your browser then asks for your fingerprint, your face, a PIN or a security key."
			action={{ label: 'Add', busy: 'Adding...' }}
			isBusy={isAsking}
			onClose={onClose}
		>
			{failure && <Alert>{failure}</Alert>}
			<TextField hint="For example, the device it is stored on." autoComplete="off" {...form.field('name')} />
		</FormDialog>
	)
}

function RenameDialog({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
	const form = useContractForm(updatePasskey.body, updatePasskeyMutation, {
		defaultValues: { name },
		labels: { name: 'Name' },
		draft: undefined,
		toInput: (body) => ({ id, ...body }),
		onDone: onClose,
	})
	return (
		<FormDialog of={form} title={`Rename ${name}`} action={{ label: 'Save', busy: 'Saving...' }} onClose={onClose}>
			<TextField autoComplete="off" {...form.field('name')} />
		</FormDialog>
	)
}

function RemoveDialog({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
	const remove = useMutation(deletePasskeyMutation)
	return (
		<ConfirmDialog
			title={`Remove ${name}?`}
			description="It no longer signs you in here. Your device may still list it, until you delete it there too."
			action={{ label: 'Remove', busy: 'Removing...', variant: 'danger' }}
			of={remove}
			onConfirm={() => remove.mutate(id, { onSuccess: onClose })}
			onClose={onClose}
		/>
	)
}

interface Props {
	passkeys: readonly Passkey[]
	onCodes: (codes: string[]) => void
}

/** Lists the passkeys of an account, each of which signs in without a password. */
export function Passkeys({ passkeys, onCodes }: Props) {
	const [open, setOpen] = useState<'add' | { rename: Passkey } | { remove: Passkey }>()
	const close = () => setOpen(undefined)
	return (
		<>
			{passkeys.length === 0 ? (
				<p className="mb-4">
					None. A passkey on your phone, computer or security key signs you in with your fingerprint, face or PIN
					instead of your password.
				</p>
			) : (
				<ul className="watch-list mb-5">
					{passkeys.map((passkey) => (
						<li key={passkey.id}>
							<div>
								<p className="breaks font-label">{passkey.name}</p>
								<p className="text-small text-muted">
									Added <LocalTime when={passkey.createdAt} as="day" />,{' '}
									{passkey.lastUsedAt ? (
										<>
											last used <LocalTime when={passkey.lastUsedAt} />
										</>
									) : (
										'not used yet'
									)}
								</p>
							</div>
							<div className="flex flex-wrap gap-2">
								<RowButton of={passkey.name} onClick={() => setOpen({ rename: passkey })}>
									Rename
								</RowButton>
								<RowButton of={passkey.name} onClick={() => setOpen({ remove: passkey })}>
									Remove
								</RowButton>
							</div>
						</li>
					))}
				</ul>
			)}
			{passkeys.length < MAX_PASSKEYS && (
				<Button variant={passkeys.length === 0 ? 'primary' : 'line'} onClick={() => setOpen('add')}>
					Add a passkey
				</Button>
			)}
			{open === 'add' && <AddDialog onCodes={onCodes} onClose={close} />}
			{typeof open === 'object' && 'rename' in open && <RenameDialog passkey={open.rename} onClose={close} />}
			{typeof open === 'object' && 'remove' in open && <RemoveDialog passkey={open.remove} onClose={close} />}
		</>
	)
}

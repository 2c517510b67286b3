import { useEffect, useRef, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { ConfirmDialog } from '#src/components/ui/dialogs/ConfirmDialog.tsx'
import { classes } from '#src/components/ui/styles.ts'
import { useMutation } from '#src/lib/api/query.ts'
import type { User } from '../../contract.ts'
import { BATCH_SIZE, type UsersChanged } from '../../member-contract.ts'
import { changeUsersMutation } from '../../queries.ts'
import { DeactivateSeveralDialog } from './DeactivateDialog.tsx'

const accountsText = (count: number) => (count === 1 ? '1 account' : `${count} accounts`)

type Open = 'approve' | 'deactivate' | 'invite' | undefined
type Selected = ReadonlyMap<string, User>
type Props = { selected: Selected; shown: readonly User[]; onSelect: (selected: Selected) => void }

/** Returns the ref of a button that gets the focus when the pressed button disappears with the selection. */
function useFocusOnSelectAll(isNone: boolean) {
	const button = useRef<HTMLButtonElement>(null)
	const hadSome = useRef(false)
	useEffect(() => {
		const focused = document.activeElement
		const isLost = focused === document.body || focused?.closest('.bulk-actions-chosen')
		if (isNone && hadSome.current && isLost) button.current?.focus()
		hadSome.current = !isNone
	}, [isNone])
	return button
}

export function BulkActions({ selected, shown, onSelect }: Props) {
	const [open, setOpen] = useState<Open>()
	const [result, setResult] = useState<{ verb: string; answer: UsersChanged }>()
	// Uses the list's current versions, since the selected ones may be stale.
	const users = [...selected.values()].map((user) => shown.find(({ id }) => id === user.id) ?? user)
	const isTooMany = users.length > BATCH_SIZE
	const isNone = users.length === 0
	const selectAllButton = useFocusOnSelectAll(isNone)
	function done(verb: string, answer: UsersChanged) {
		setOpen(undefined)
		setResult({ verb, answer })
		// Failed accounts stay selected.
		onSelect(new Map(answer.refused.flatMap(({ id }) => (selected.has(id) ? [[id, selected.get(id) as User]] : []))))
	}
	return (
		<>
			<div className="bulk-actions">
				<p role="status" className="text-small text-muted">
					{isNone ? 'No one selected' : `${accountsText(users.length)} selected`}
					{isTooMany && `. At most ${BATCH_SIZE} at a time`}
				</p>
				<Button
					ref={selectAllButton}
					variant="line"
					className="btn-small"
					disabled={shown.every(({ id }) => selected.has(id))}
					onClick={() => onSelect(new Map([...selected, ...shown.map((user) => [user.id, user] as const)]))}
				>
					Select all shown
				</Button>
				{/* Wide windows reserve space for these buttons, to avoid a layout shift. */}
				<div className={classes('bulk-actions-chosen', isNone && 'invisible')}>
					<Button variant="line" className="btn-small" onClick={() => onSelect(new Map())}>
						Select none
					</Button>
					<Button variant="line" className="btn-small" disabled={isTooMany} onClick={() => setOpen('approve')}>
						Approve
					</Button>
					<Button variant="line" className="btn-small" disabled={isTooMany} onClick={() => setOpen('invite')}>
						Send the invitation again
					</Button>
					<Button variant="line" className="btn-small" disabled={isTooMany} onClick={() => setOpen('deactivate')}>
						Deactivate
					</Button>
				</div>
			</div>
			{result && <Outcome {...result} />}
			<OpenDialog open={open} users={users} onDone={done} onClose={() => setOpen(undefined)} />
		</>
	)
}

type OpenDialogProps = {
	open: Open
	users: readonly User[]
	onDone: (verb: string, answer: UsersChanged) => void
	onClose: () => void
}

function OpenDialog({ open, users, onDone, onClose }: OpenDialogProps) {
	const props = { users, onClose }
	switch (open) {
		case 'approve':
			return <ApproveDialog {...props} onDone={(answer) => onDone('approved', answer)} />
		case 'invite':
			return <InviteAgainDialog {...props} onDone={(answer) => onDone('invited again', answer)} />
		case 'deactivate':
			return <DeactivateSeveralDialog {...props} onDone={(answer) => onDone('deactivated', answer)} />
		default:
			return null
	}
}

function Outcome({ verb, answer: { done, refused } }: { verb: string; answer: UsersChanged }) {
	if (refused.length === 0)
		return (
			<p role="status" className="mb-4">
				{accountsText(done)} {verb}.
			</p>
		)
	return (
		<div className="mb-4">
			<Alert>
				<p>
					{accountsText(done)} {verb}. {accountsText(refused.length)} could not be changed, and{' '}
					{refused.length === 1 ? 'is' : 'are'} still selected:
				</p>
				<ul className="mt-2 list-disc pl-5">
					{refused.map(({ id, name, why }) => (
						<li key={id}>
							{name}: {why}
						</li>
					))}
				</ul>
			</Alert>
		</div>
	)
}

type ApproveProps = { users: readonly User[]; onDone: (answer: UsersChanged) => void; onClose: () => void }

function ApproveDialog({ users, onDone, onClose }: ApproveProps) {
	const mutation = useMutation(changeUsersMutation)
	return (
		<ConfirmDialog
			title={users.length === 1 ? 'Approve 1 application?' : `Approve ${users.length} applications?`}
			description="The accounts are activated and the users get an e-mail notice. Accounts without a pending application do not change."
			action={{ label: 'Approve', busy: 'Approving...', variant: 'primary' }}
			of={mutation}
			onConfirm={() =>
				mutation.mutate(
					{ action: 'approve', users: users.map(({ id, version }) => ({ id, version })) },
					{ onSuccess: onDone },
				)
			}
			onClose={onClose}
		/>
	)
}

function InviteAgainDialog({ users, onDone, onClose }: ApproveProps) {
	const mutation = useMutation(changeUsersMutation)
	return (
		<ConfirmDialog
			title={users.length === 1 ? 'Send 1 invitation again?' : `Send ${users.length} invitations again?`}
			description="They get a new link that works for seven days; the previous one stops working. People who have joined or were not invited get nothing."
			action={{ label: 'Send', busy: 'Sending...', variant: 'primary' }}
			of={mutation}
			onConfirm={() =>
				mutation.mutate(
					{ action: 'invite', users: users.map(({ id, version }) => ({ id, version })) },
					{ onSuccess: onDone },
				)
			}
			onClose={onClose}
		/>
	)
}

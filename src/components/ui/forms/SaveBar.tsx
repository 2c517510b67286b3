import { type ReactNode, useState } from 'react'
import { Button } from '../Button.tsx'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'

type Props = {
	/** Text that describes the save state. */
	status: string
	hasFailed?: boolean
	/** Reverts the unsaved changes; absent if there are none. */
	onDiscard?: (() => void) | false
	isPending: boolean
	children: ReactNode
}

/** Renders the sticky bar of a long form: its actions, the status, and a button to revert. */
export function SaveBar({ status, hasFailed = false, onDiscard, isPending, children }: Props) {
	const [isAsking, setAsking] = useState(false)
	return (
		<div className="save-bar">
			<div className="save-actions">{children}</div>
			<div className="save-line">
				<p role="status" className="save-state" data-state={hasFailed ? 'failed' : undefined}>
					{status}
				</p>
				{onDiscard && !isPending && (
					<Button variant="quiet" className="flex-none" onClick={() => setAsking(true)}>
						Discard changes
					</Button>
				)}
			</div>
			{isAsking && onDiscard && (
				<ConfirmDialog
					title="Discard changes?"
					description="Discard your unsaved changes?"
					action={{ label: 'Discard', busy: 'Discarding...', variant: 'danger' }}
					onConfirm={() => {
						setAsking(false)
						onDiscard()
					}}
					onClose={() => setAsking(false)}
				/>
			)}
		</div>
	)
}

import { useState } from 'react'
import { ConfirmDelete } from '#src/components/ui/dialogs/ConfirmDelete.tsx'
import { RESTORABLE } from '#src/lib/trash.ts'
import { deleteSessionMutation } from '../../admin-queries.ts'
import type { Scope, Session } from '../../contract.ts'
import { isPast } from '../../queries.ts'
import { NotifyMembers, ScopeField } from './SeriesFields.tsx'
import type { MailStart } from './SessionDialog.tsx'

type Props = {
	session: Session
	/** Number of later sessions in the session's series. */
	following: number
	onMail: (start: MailStart) => void
	onClose: () => void
}

export function DeleteSession({ session, following, onMail, onClose }: Props) {
	const [scope, setScope] = useState<Scope>('this')
	const [shouldNotify, setShouldNotify] = useState(false)
	const isSeries = scope === 'following'
	function onDeleted(): void {
		if (shouldNotify) onMail({ start: 'cancelledSession', subjectId: session.id, isSeries })
		onClose()
	}
	return (
		<ConfirmDelete
			title="Delete Session"
			text={`Are you sure you want to delete this coaching session? This action cannot be undone and will also delete all submitted topics. ${RESTORABLE}`}
			mutation={deleteSessionMutation(session, scope)}
			onDeleted={onDeleted}
			onClose={onClose}
		>
			<p className="font-label">{session.title}</p>
			{(following > 0 || !isPast(session)) && (
				<div className="mt-4 grid gap-2">
					{following > 0 && (
						<ScopeField
							label="Sessions to delete"
							following={following}
							value={scope}
							onChange={({ target }) => setScope(target.value === 'following' ? 'following' : 'this')}
						/>
					)}
					<NotifyMembers about="the cancellation" isChecked={shouldNotify} onChange={setShouldNotify} />
				</div>
			)}
		</ConfirmDelete>
	)
}

import { useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDelete } from '#src/components/ui/dialogs/ConfirmDelete.tsx'
import type { Session } from '../contract.ts'
import { deleteTopicMutation } from '../queries.ts'

export function OwnTopicText({ topic }: { topic: string }) {
	return (
		<>
			<p className="text-small text-muted">Your topic for this session</p>
			<p className="post">{topic}</p>
		</>
	)
}

type Props = {
	session: Session
	/** Opens the form; undefined once the session has begun. */
	onChange?: (() => void) | undefined
}

export function OwnTopic({ session, onChange }: Props) {
	// Kept, so the error stays visible when the refetched list does not contain the topic.
	const [withdrawing, setWithdrawing] = useState<string>()
	const { ownTopic, ownTopicId, title } = session
	return (
		<>
			{ownTopic !== null && (
				<div className="mt-5 border-l-2 border-brass pl-4">
					<OwnTopicText topic={ownTopic} />
					{onChange && ownTopicId !== null && (
						<div className="own-topic-actions -ml-2 flex flex-wrap gap-2">
							<Button variant="quiet" aria-label={`Change your topic for ${title}`} onClick={onChange}>
								Change
							</Button>
							<Button
								variant="quiet"
								aria-label={`Withdraw your topic for ${title}`}
								onClick={() => setWithdrawing(ownTopicId)}
							>
								Withdraw
							</Button>
						</div>
					)}
				</div>
			)}
			{withdrawing !== undefined && (
				<ConfirmDelete
					title="Withdraw your topic?"
					text={`The coaches of “${title}” will no longer see it. You can suggest another one.`}
					action={{ label: 'Withdraw', busy: 'Withdrawing...', variant: 'danger' }}
					mutation={deleteTopicMutation(session.id, withdrawing)}
					onDeleted={() => setWithdrawing(undefined)}
					onClose={() => setWithdrawing(undefined)}
				/>
			)}
		</>
	)
}

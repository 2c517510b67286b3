import { useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDialog } from '#src/components/ui/dialogs/ConfirmDialog.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation } from '#src/lib/api/query.ts'
import type { Session } from '../contract.ts'
import { deleteTopicMutation } from '../queries.ts'

/** The viewer's suggestion for a session. */
export function OwnTopicText({ topic }: { topic: string }) {
	return (
		<>
			<p className="text-small text-muted">Your topic for this session</p>
			<p className="post">{topic}</p>
		</>
	)
}

type TakeBackProps = { session: Session; topicId: string; onClose: () => void }

/** Confirms before withdrawing the viewer's topic. */
function WithdrawDialog({ session, topicId, onClose }: TakeBackProps) {
	const mutation = useMutation(deleteTopicMutation(session.id, topicId), { onRefreshed: onClose })
	return (
		<ConfirmDialog
			title="Withdraw your topic?"
			description={`The coaches of “${session.title}” will no longer see it. You can suggest another one.`}
			action={{ label: 'Withdraw', busy: 'Withdrawing...', variant: 'danger' }}
			isBusy={mutation.isPending}
			failure={mutation.isError && messageOf(mutation.error, mutation.fallback)}
			onConfirm={() => mutation.mutate()}
			onClose={onClose}
		/>
	)
}

type Props = {
	session: Session
	/** Opens the form; undefined once the session has begun. */
	onChange?: (() => void) | undefined
}

/** The viewer's topic of a session, with its actions until the session begins. */
export function OwnTopic({ session, onChange }: Props) {
	// Kept, so the error stays visible after a refetched list no longer has the topic.
	const [withdrawing, setLeaving] = useState<string>()
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
								onClick={() => setLeaving(ownTopicId)}
							>
								Withdraw
							</Button>
						</div>
					)}
				</div>
			)}
			{withdrawing !== undefined && (
				<WithdrawDialog session={session} topicId={withdrawing} onClose={() => setLeaving(undefined)} />
			)}
		</>
	)
}

import { Check } from 'lucide-react'
import { type Ref, useState } from 'react'
import { Avatar } from '#src/components/ui/Avatar.tsx'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDelete } from '#src/components/ui/dialogs/ConfirmDelete.tsx'
import { useFocusBack } from '#src/components/ui/dialogs/focus.ts'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { useMutation } from '#src/lib/api/query.ts'
import { copyText } from '#src/lib/copy-text.ts'
import { useSavedDraft } from '#src/lib/forms/use-draft.ts'
import { showToast } from '#src/lib/toast.ts'
import type { QuestionComment } from '../contract.ts'
import { deleteCommentMutation, markHelpfulMutation } from '../queries.ts'
import { NewDivider } from './NewComments.tsx'
import { authorName, PostText } from './PostText.tsx'
import { QuestionCommentForm } from './QuestionCommentForm.tsx'
import { commentEditDraft, UnsentComment } from './UnsentComment.tsx'

type ActionsProps = {
	name: string
	editButton: Ref<HTMLButtonElement>
	onEdit: (() => void) | undefined
	onDelete: (() => void) | undefined
	onCopy: () => void
	helpful: { isMarked: boolean; isPending: boolean; onToggle: () => void } | undefined
}

function Actions({ name, editButton, onEdit, onDelete, onCopy, helpful }: ActionsProps) {
	return (
		<div className="-ml-2 flex flex-wrap gap-2">
			{helpful && (
				<Button
					variant="quiet"
					aria-pressed={helpful.isMarked}
					aria-label={`Mark as helpful: comment by ${name}`}
					disabled={helpful.isPending}
					onClick={helpful.onToggle}
				>
					{helpful.isMarked && <Check aria-hidden="true" className="size-4" strokeWidth={2} />}
					Mark as helpful
				</Button>
			)}
			{onEdit && (
				<Button ref={editButton} variant="quiet" onClick={onEdit}>
					Edit
				</Button>
			)}
			{onDelete && (
				<Button variant="quiet" aria-label={`Delete comment by ${name}`} onClick={onDelete}>
					Delete
				</Button>
			)}
			<Button variant="quiet" aria-label={`Copy link to comment by ${name}`} onClick={onCopy}>
				Copy link
			</Button>
		</div>
	)
}

/** Copies a comment's address to the clipboard, or puts it into the address bar. */
async function copyLink(id: string): Promise<void> {
	const address = new URL(`#comment-${id}`, window.location.href)
	if (await copyText(address.href, 'Link copied')) return
	window.history.replaceState(window.history.state, '', address)
	showToast({ title: 'Copy the link from the address bar', description: 'Your browser blocked copying.' })
}

type Props = {
	comment: QuestionComment
	questionId: string
	viewer: { id: string; role: 'admin' | 'user' }
	isLocked: boolean
	isLinked: boolean
	/** The first comment since the viewer's last visit. */
	isFirstNew: boolean
	/** The marked comment, and whether the viewer may change the mark. */
	helpful: { commentId: string | null; isMine: boolean }
	onChanged: (comment: QuestionComment) => void
	onDeleted: (id: string) => void
}

export function QuestionCommentItem(props: Props) {
	const { comment, questionId, viewer, isLocked, isLinked, isFirstNew, helpful, onChanged, onDeleted } = props
	const [mode, setMode] = useState<'shown' | 'editing' | 'restored' | 'deleting'>('shown')
	const isEditing = mode === 'editing' || mode === 'restored'
	const editDraft = commentEditDraft(comment.id, viewer.id)
	useSavedDraft(comment.isOwn && !isLocked ? editDraft : undefined, () => setMode('restored'))
	const name = authorName(comment.author)
	const isHelpful = helpful.commentId === comment.id
	const mark = useMutation(markHelpfulMutation(questionId, helpful.commentId))
	const editButton = useFocusBack<HTMLButtonElement>(isEditing)
	return (
		<li
			id={`comment-${comment.id}`}
			tabIndex={-1}
			data-linked={isLinked || undefined}
			className="comment-item grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-t border-rule py-5"
		>
			{isFirstNew && <NewDivider />}
			<Avatar person={{ name }} own={comment.isOwn} />
			<article aria-label={`Comment by ${name}`}>
				<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<span className="min-w-0 font-label">{name}</span>
					<span className="text-small text-muted">
						<LocalTime when={comment.createdAt} />
					</span>
					{comment.isEdited && <Badge>Edited</Badge>}
					{isHelpful && <Badge tone="done">Helpful</Badge>}
				</div>
				{isEditing ? (
					<div className="mt-3">
						<QuestionCommentForm
							questionId={questionId}
							userId={viewer.id}
							edited={comment}
							isRestored={mode === 'restored'}
							onSaved={(saved, isDone) => {
								if (isDone) setMode('shown')
								onChanged(saved)
							}}
							onCancel={() => setMode('shown')}
						/>
					</div>
				) : (
					<>
						<div className="mt-1.5">
							<PostText text={comment.body} mentions={comment.mentions} />
						</div>
						<Actions
							name={name}
							editButton={editButton}
							onCopy={() => void copyLink(comment.id)}
							helpful={
								helpful.isMine
									? {
											isMarked: isHelpful,
											isPending: mark.isPending,
											onToggle: () => mark.mutate(isHelpful ? null : comment.id),
										}
									: undefined
							}
							onEdit={comment.isOwn && !isLocked ? () => setMode('editing') : undefined}
							onDelete={viewer.role === 'admin' ? () => setMode('deleting') : undefined}
						/>
						{comment.isOwn && isLocked && (
							<UnsentComment draftKey={editDraft} label="Your unsaved edit of this comment" />
						)}
					</>
				)}
				{mode === 'deleting' && (
					<ConfirmDelete
						title="Delete this comment?"
						text="The comment is removed for everyone. This action cannot be undone."
						mutation={deleteCommentMutation(questionId, comment.id)}
						onDeleted={() => onDeleted(comment.id)}
						onClose={() => setMode('shown')}
					/>
				)}
			</article>
		</li>
	)
}

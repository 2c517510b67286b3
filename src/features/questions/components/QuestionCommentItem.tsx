import { type Ref, useState } from 'react'
import { Avatar } from '#src/components/ui/Avatar.tsx'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDelete } from '#src/components/ui/ConfirmDelete.tsx'
import { useFocusBack } from '#src/components/ui/focus.ts'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import type { QuestionComment } from '../contract.ts'
import { deleteCommentMutation } from '../queries.ts'
import { authorName, PostText } from './PostText.tsx'
import { QuestionCommentForm } from './QuestionCommentForm.tsx'

type ActionsProps = {
	/** Of the author. */
	name: string
	editButton: Ref<HTMLButtonElement>
	/** Undefined for whoever may not. */
	onEdit: (() => void) | undefined
	onDelete: (() => void) | undefined
}

function Actions({ name, editButton, onEdit, onDelete }: ActionsProps) {
	return (
		<div className="-ml-2 flex flex-wrap gap-2 empty:hidden">
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
		</div>
	)
}

type Props = {
	comment: QuestionComment
	questionId: string
	viewer: { id: string; role: 'admin' | 'user' }
	isLocked: boolean
	onChanged: (comment: QuestionComment) => void
	onDeleted: (id: string) => void
}

export function QuestionCommentItem({ comment, questionId, viewer, isLocked, onChanged, onDeleted }: Props) {
	const [mode, setMode] = useState<'shown' | 'editing' | 'deleting'>('shown')
	const name = authorName(comment.author)
	const editButton = useFocusBack<HTMLButtonElement>(mode === 'editing')
	return (
		<li
			id={`comment-${comment.id}`}
			tabIndex={-1}
			className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-t border-rule py-5"
		>
			<Avatar person={{ name }} own={comment.isOwn} />
			<article aria-label={`Comment by ${name}`}>
				<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<span className="font-label">{name}</span>
					<span className="text-small text-muted">
						<LocalTime when={comment.createdAt} />
					</span>
					{comment.isEdited && <Badge>Edited</Badge>}
				</div>
				{mode === 'editing' ? (
					<div className="mt-3">
						<QuestionCommentForm
							questionId={questionId}
							userId={viewer.id}
							edited={comment}
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
							onEdit={comment.isOwn && !isLocked ? () => setMode('editing') : undefined}
							onDelete={viewer.role === 'admin' ? () => setMode('deleting') : undefined}
						/>
					</>
				)}
				{mode === 'deleting' && (
					<ConfirmDelete
						title="Delete this comment?"
						text="It is removed for everybody. This action cannot be undone."
						mutation={deleteCommentMutation(questionId, comment.id)}
						onDeleted={() => onDeleted(comment.id)}
						onClose={() => setMode('shown')}
					/>
				)}
			</article>
		</li>
	)
}

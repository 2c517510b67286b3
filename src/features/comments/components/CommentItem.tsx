import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, type Ref, useState } from 'react'
import { Avatar } from '#src/components/ui/Avatar.tsx'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDelete } from '#src/components/ui/dialogs/ConfirmDelete.tsx'
import { useReturnFocus } from '#src/components/ui/dialogs/focus.ts'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { PostText } from '#src/components/ui/PostText.tsx'
import { classes } from '#src/components/ui/styles.ts'
import type { Role } from '#src/lib/api/access.ts'
import { type Mutation, type Stale, useMutation } from '#src/lib/api/query.ts'
import { useSavedDraft } from '#src/lib/forms/use-draft.ts'
import { copyComment } from '../copy-comment.ts'
import type { PostKind } from '../post-contract.ts'
import { authorName, commentEditDraft, type ShownComment } from '../shown-comment.ts'
import { HiddenNotice, PostTools } from './PostTools.tsx'
import { UnsentComment } from './UnsentComment.tsx'

interface Props {
	comment: ShownComment
	kind: PostKind
	/** Queries that contain the comment. */
	refreshes: readonly Stale[]
	viewer: Role & { id: string }
	/** Path of the comment's page, without the hash. */
	path: string
	/** Whether the URL links to this comment. */
	isLinked: boolean
	/** Precedes the comment. */
	lead?: ReactNode
	/** Whether the author may still edit the comment. */
	isEditable?: boolean
	/** Renders the form of an edit. */
	editForm: (form: { isRestored: boolean; onEnd: () => void }) => ReactNode
	/** Missing if the viewer cannot reply. */
	reply?: { onReply: () => void; button?: Ref<HTMLButtonElement>; isOpen?: boolean } | undefined
	/** Missing if the viewer cannot delete the comment. */
	deletion?: { mutation: Mutation<unknown>; title?: string; text: string; onDeleted?: () => void } | undefined
	/** Sets or removes the `helpful` mark. Missing if the viewer may not change it. */
	helpful?: Mutation<unknown, boolean> | undefined
	pin?: Mutation<unknown, boolean> | undefined
	/** Further actions, before the others. */
	actions?: ReactNode
	/** Content below the comment, such as its replies. */
	children?: ReactNode
}

const ITEM = 'comment-item grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 py-5'

function Head({ comment }: { comment: ShownComment }) {
	return (
		<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
			<span className="min-w-0 font-label">{authorName(comment.author)}</span>
			{comment.isInstructor && <Badge tone="brass">Instructor</Badge>}
			{comment.isPinned && <Badge>Pinned</Badge>}
			<span className="text-small text-muted">
				<LocalTime when={comment.createdAt} unknown="date unknown" />
			</span>
			{comment.isNew && <Badge>New</Badge>}
			{comment.isEdited && !comment.isDeleted && <Badge>Edited</Badge>}
			{comment.isHelpful && <Badge tone="done">Helpful</Badge>}
		</div>
	)
}

type MarkProps = ComponentProps<typeof Button> & { mutation: Mutation<unknown, boolean>; isSet: boolean }

function MarkButton({ mutation, isSet, ...button }: MarkProps) {
	const { mutate, isPending } = useMutation(mutation)
	return <Button variant="quiet" disabled={isPending} onClick={() => mutate(!isSet)} {...button} />
}

type HelpfulProps = { mutation: Mutation<unknown, boolean>; isSet: boolean; name: string }

const HelpfulButton = ({ mutation, isSet, name }: HelpfulProps) => (
	<MarkButton mutation={mutation} isSet={isSet} aria-pressed={isSet} aria-label={`Mark as helpful: comment by ${name}`}>
		{isSet && <Check aria-hidden="true" className="size-4" strokeWidth={2} />}
		Mark as helpful
	</MarkButton>
)

type ActionsProps = Pick<
	Props,
	'comment' | 'kind' | 'viewer' | 'refreshes' | 'path' | 'reply' | 'helpful' | 'pin' | 'actions'
> & {
	editButton: Ref<HTMLButtonElement>
	onEdit: (() => void) | undefined
	onDelete: (() => void) | undefined
}

function Actions(props: ActionsProps) {
	const { comment, kind, viewer, refreshes, path, reply, helpful, pin, actions, editButton, onEdit, onDelete } = props
	const name = authorName(comment.author)
	const { isPinned = false } = comment
	return (
		<div className="-ml-2 flex flex-wrap gap-x-2">
			{actions}
			{reply && (
				<Button
					ref={reply.button}
					variant="quiet"
					aria-expanded={reply.isOpen}
					aria-label={`Reply to ${name}`}
					onClick={reply.onReply}
				>
					Reply
				</Button>
			)}
			{helpful && <HelpfulButton mutation={helpful} isSet={comment.isHelpful} name={name} />}
			{pin && (
				<MarkButton mutation={pin} isSet={isPinned} aria-label={`${isPinned ? 'Unpin' : 'Pin'} comment by ${name}`}>
					{isPinned ? 'Unpin' : 'Pin'}
				</MarkButton>
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
			<Button
				variant="quiet"
				aria-label={`Copy link to comment by ${name}`}
				onClick={() => void copyComment(path, comment.id)}
			>
				Copy link
			</Button>
			{!comment.isDeleted && (
				<PostTools
					variant="quiet"
					post={{ ...comment, kind }}
					of={`comment by ${name}`}
					isModerator={viewer.isModerator === true}
					refreshes={refreshes}
				/>
			)}
		</div>
	)
}

/** Replaces a comment that the viewer may not read. Its replies stay visible. */
const Placeholder = ({ comment, isLinked, lead, actions, children }: Props) => (
	<li id={`comment-${comment.id}`} tabIndex={-1} data-linked={isLinked || undefined} className="comment-item py-5">
		{lead}
		<article aria-label="Hidden comment">
			<p className="text-muted">This comment is hidden.</p>
			{actions && <div className="-ml-2">{actions}</div>}
			{children}
		</article>
	</li>
)

/** Shows a comment on a question or in a course, with the viewer's actions. */
export function CommentItem(props: Props) {
	const { comment, viewer, isLinked, lead, isEditable = true, editForm, deletion, children } = props
	const [mode, setMode] = useState<'shown' | 'editing' | 'restored' | 'deleting'>('shown')
	const isEditing = mode === 'editing' || mode === 'restored'
	const editDraft = commentEditDraft(comment.id, viewer.id)
	useSavedDraft(comment.isOwn && isEditable ? editDraft : undefined, () => setMode('restored'))
	const editButton = useReturnFocus<HTMLButtonElement>(isEditing)
	const name = authorName(comment.author)
	if (comment.hidden && comment.body === '') return <Placeholder {...props} />
	return (
		<li id={`comment-${comment.id}`} tabIndex={-1} data-linked={isLinked || undefined} className={ITEM}>
			{lead}
			<Avatar person={{ name }} own={comment.isOwn} />
			<article className="min-w-0" aria-label={`Comment by ${name}`}>
				<Head comment={comment} />
				{isEditing ? (
					<div className="mt-3">{editForm({ isRestored: mode === 'restored', onEnd: () => setMode('shown') })}</div>
				) : (
					<>
						<div className={classes('mt-1.5', comment.isDeleted && 'text-muted')}>
							<PostText text={comment.body} mentions={comment.mentions} />
						</div>
						<HiddenNotice hidden={comment.hidden} isOwn={comment.isOwn} what="comment" />
						<Actions
							{...props}
							editButton={editButton}
							onEdit={comment.isOwn && isEditable ? () => setMode('editing') : undefined}
							onDelete={deletion && (() => setMode('deleting'))}
						/>
						{comment.isOwn && !isEditable && (
							<UnsentComment draftKey={editDraft} label="Your unsaved edit of this comment" />
						)}
					</>
				)}
				{children}
				{mode === 'deleting' && deletion && (
					<ConfirmDelete
						title={deletion.title ?? 'Delete this comment?'}
						text={deletion.text}
						mutation={deletion.mutation}
						onDeleted={() => {
							setMode('shown')
							deletion.onDeleted?.()
						}}
						onClose={() => setMode('shown')}
					/>
				)}
			</article>
		</li>
	)
}

import { Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { type Addressee, CommentForm } from '#src/features/comments/components/CommentForm.tsx'
import { CommentItem } from '#src/features/comments/components/CommentItem.tsx'
import { UnsentComment } from '#src/features/comments/components/UnsentComment.tsx'
import { commentDraft } from '#src/features/comments/shown-comment.ts'
import type { Role } from '#src/lib/api/access.ts'
import { refresh } from '#src/lib/api/query.ts'
import { RESTORABLE } from '#src/lib/trash.ts'
import { commentBody, HIDDEN_NOW, LOCKED, listComments, type Question, type QuestionComment } from '../contract.ts'
import {
	createCommentMutation,
	deleteCommentMutation,
	markHelpfulMutation,
	QUESTIONS,
	updateCommentMutation,
} from '../queries.ts'
import { NewDivider, NewLink, type NewSince } from './NewComments.tsx'
import { useComments } from './use-comments.ts'
import { useReadMark } from './use-read-mark.ts'

interface Props {
	question: Question
	viewer: Role & { id: string }
}

/** Queries whose results contain comments. */
const SHOWING = [...QUESTIONS, listComments]

const form = { schema: commentBody, textOf: ({ body }: QuestionComment) => body } as const
const placeholder = 'Share what you know. Use @username to mention someone.'

function NewCommentForm({
	question,
	viewer,
	addressee,
	onSaved,
}: Props & { addressee: Addressee | undefined; onSaved: (comment: QuestionComment) => void }) {
	const { id, isLocked, hidden } = question
	if (isLocked || hidden)
		return (
			<>
				<p className="alert">
					<Lock aria-hidden="true" strokeWidth={1.75} />
					{isLocked ? LOCKED : HIDDEN_NOW}
				</p>
				<UnsentComment draftKey={commentDraft(id, viewer.id)} label="Your unposted comment" />
			</>
		)
	return (
		<>
			<h2 className="mb-4 text-subtitle">Add a comment</h2>
			<CommentForm
				{...form}
				mutation={createCommentMutation(id)}
				viewerId={viewer.id}
				label="Your comment"
				placeholder={placeholder}
				action="Post Comment"
				draft={{ key: commentDraft(id, viewer.id) }}
				addressee={addressee}
				onSaved={(comment) => {
					onSaved(comment)
					// Fetch the comments that others have posted since.
					void refresh(QUESTIONS)
				}}
				onFailed={() => void refresh(QUESTIONS)}
			/>
		</>
	)
}

type CommentProps = Props & {
	comment: QuestionComment
	isLinked: boolean
	lead: ReactNode
	onReply(): void
	onSaved(comment: QuestionComment): void
	onDeleted(): void
}

function Comment({ question, viewer, comment, isLinked, lead, onReply, onSaved, onDeleted }: CommentProps) {
	const { id, isLocked, helpful } = question
	return (
		<CommentItem
			comment={{ ...comment, isHelpful: helpful?.id === comment.id }}
			kind="questionComment"
			refreshes={SHOWING}
			viewer={viewer}
			path={`/questions/${id}`}
			isLinked={isLinked}
			lead={lead}
			isEditable={!isLocked}
			editForm={({ isRestored, onEnd }) => (
				<CommentForm
					{...form}
					mutation={updateCommentMutation(id, comment.id)}
					viewerId={viewer.id}
					label="Edit your comment"
					placeholder={placeholder}
					action="Save"
					edited={comment}
					isFocused={!isRestored}
					onSaved={(saved, isDone) => {
						if (isDone) onEnd()
						onSaved(saved)
					}}
					onCancel={onEnd}
				/>
			)}
			reply={isLocked ? undefined : { onReply }}
			helpful={question.isOwn ? markHelpfulMutation(id, comment, helpful) : undefined}
			deletion={
				comment.isOwn || viewer.role === 'admin'
					? {
							mutation: deleteCommentMutation(id, comment.id),
							text: `The comment is removed for everyone. ${RESTORABLE}`,
							onDeleted,
						}
					: undefined
			}
		/>
	)
}

/** Shows the comments on a question and the form for a new comment. */
export function QuestionComments({ question, viewer }: Props) {
	// The new comments at page load. They stay marked as new after the question is marked as read.
	const [since] = useState<NewSince>(question)
	const { comments, linked, hasMore, isLoading, error, loadMore, put, remove } = useComments(question, since.firstNewId)
	useReadMark(question, comments.at(-1)?.id ?? null)
	const [addressee, setAddressee] = useState<Addressee>()
	const { commentCount: count } = question
	return (
		<section className="mt-10" aria-labelledby="comments-title">
			<div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
				<h2 id="comments-title" className="text-title">
					{count === 1 ? '1 Comment' : `${count} Comments`}
				</h2>
				<NewLink {...since} />
			</div>
			<ol className="mt-4 divide-y divide-rule border-y border-rule empty:border-0">
				{comments.map((comment) => (
					<Comment
						key={comment.id}
						{...{ question, viewer, comment }}
						isLinked={comment.id === linked}
						lead={comment.id === since.firstNewId && <NewDivider />}
						onReply={() => setAddressee({ username: comment.author?.username })}
						onSaved={put}
						onDeleted={() => remove(comment.id)}
					/>
				))}
			</ol>
			{error !== undefined && <FetchError title="Failed to fetch comments" error={error} />}
			{hasMore && (
				<Button className="mt-4" variant="line" loading={isLoading} onClick={loadMore}>
					{isLoading ? 'Loading' : 'Show more comments'}
				</Button>
			)}
			<div className="mt-8">
				<NewCommentForm question={question} viewer={viewer} addressee={addressee} onSaved={put} />
			</div>
		</section>
	)
}

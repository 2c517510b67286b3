import { Lock } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDelete } from '#src/components/ui/dialogs/ConfirmDelete.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { useFocusBack } from '#src/components/ui/dialogs/focus.ts'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { refresh, useMutation, useQuery } from '#src/lib/api/query.ts'
import { useSavedDraft } from '#src/lib/forms/use-draft.ts'
import { RESTORABLE } from '#src/lib/trash.ts'
import type { Category } from '../category-contract.ts'
import { LOCKED, type Question } from '../contract.ts'
import {
	deleteQuestionMutation,
	getQuestionQuery,
	lockQuestionMutation,
	QUESTIONS,
	readQuestionMutation,
} from '../queries.ts'
import { FollowToggles } from './FollowToggles.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { NewLink, type NewSince } from './NewComments.tsx'
import { authorName, PostText } from './PostText.tsx'
import { QuestionCommentForm } from './QuestionCommentForm.tsx'
import { QuestionCommentItem } from './QuestionCommentItem.tsx'
import { QuestionForm, questionEditDraft } from './QuestionForm.tsx'
import { commentDraft, UnsentComment } from './UnsentComment.tsx'
import { useComments } from './use-comments.ts'

type Viewer = { id: string; role: 'admin' | 'user' }

type ToolsProps = {
	question: Question
	viewer: Viewer
	categories: Category[]
	editButton: RefObject<HTMLButtonElement | null>
	onEdit: () => void
}

function Tools({ question, viewer, categories, editButton, onEdit }: ToolsProps) {
	const [isDeleting, setDeleting] = useState(false)
	const [isMoving, setMoving] = useState(false)
	const lock = useMutation(lockQuestionMutation(question.id))
	return (
		<div className="mt-8 flex flex-wrap gap-3 border-t border-rule pt-4 empty:hidden">
			{question.isOwn && !question.isLocked && (
				<Button ref={editButton} variant="line" onClick={onEdit}>
					Edit
				</Button>
			)}
			{viewer.role === 'admin' && (
				<>
					<Button variant="line" loading={lock.isPending} onClick={() => lock.mutate(!question.isLocked)}>
						{question.isLocked ? 'Unlock' : 'Lock'}
					</Button>
					<Button variant="line" onClick={() => setMoving(true)}>
						Move
					</Button>
					<Button variant="line" onClick={() => setDeleting(true)}>
						Delete
					</Button>
				</>
			)}
			{isMoving && <MoveDialog question={question} categories={categories} onClose={() => setMoving(false)} />}
			{isDeleting && (
				<ConfirmDelete
					title="Delete this question?"
					text={`The question and all its comments are removed for everyone. ${RESTORABLE}`}
					mutation={deleteQuestionMutation(question.id)}
					onDeleted={() => undefined}
					onClose={() => setDeleting(false)}
				/>
			)}
		</div>
	)
}

/** Records that everything up to this comment was shown. */
function useReadMark({ id, isUnread }: Question, lastShown: string | null): void {
	const { mutate } = useMutation(readQuestionMutation(id))
	useEffect(() => {
		if (isUnread) mutate(lastShown)
	}, [isUnread, lastShown, mutate])
}

function Comments({ question, viewer }: { question: Question; viewer: Viewer }) {
	// The new comments at page load; they stay marked after they count as read.
	const [since] = useState<NewSince>(question)
	const { comments, linked, hasMore, isLoading, error, loadMore, put, remove } = useComments(question, since.firstNewId)
	useReadMark(question, comments.at(-1)?.id ?? null)
	const count = question.commentCount
	return (
		<section className="mt-10" aria-labelledby="comments-title">
			<div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
				<h2 id="comments-title" className="text-title">
					{count === 1 ? '1 Comment' : `${count} Comments`}
				</h2>
				<NewLink {...since} />
			</div>
			<ol className="mt-4 border-b border-rule empty:border-0">
				{comments.map((comment) => (
					<QuestionCommentItem
						key={comment.id}
						comment={comment}
						questionId={question.id}
						viewer={viewer}
						isLocked={question.isLocked}
						isLinked={comment.id === linked}
						isFirstNew={comment.id === since.firstNewId}
						helpful={{ commentId: question.helpfulCommentId, isMine: question.isOwn }}
						onChanged={put}
						onDeleted={remove}
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
				{question.isLocked ? (
					<>
						<p className="alert">
							<Lock aria-hidden="true" strokeWidth={1.75} />
							{LOCKED}
						</p>
						<UnsentComment draftKey={commentDraft(question.id, viewer.id)} label="Your unposted comment" />
					</>
				) : (
					<>
						<h2 className="mb-4 text-subtitle">Add a comment</h2>
						<QuestionCommentForm
							questionId={question.id}
							userId={viewer.id}
							onSaved={(comment) => {
								put(comment)
								// Fetch what others wrote since.
								void refresh(QUESTIONS)
							}}
							onFailed={() => void refresh(QUESTIONS)}
						/>
					</>
				)}
			</div>
		</section>
	)
}

type Props = { initial: Question; viewer: Viewer; categories: Category[] }

export function QuestionView({ initial, viewer, categories }: Props) {
	const { data: question } = useQuery(getQuestionQuery(initial.id), { initial })
	const [edit, setEdit] = useState<'none' | 'pressed' | 'restored'>('none')
	const isEditing = edit !== 'none'
	const editDraft = questionEditDraft(question.id, viewer.id)
	useSavedDraft(question.isOwn && !question.isLocked ? editDraft : undefined, () => setEdit('restored'))
	const editButton = useFocusBack<HTMLButtonElement>(isEditing)
	return (
		<>
			<article className="card card-body">
				{isEditing ? (
					<>
						<h1 className="mb-5 text-title">Edit Question</h1>
						<QuestionForm
							categories={categories}
							viewer={viewer}
							edited={question}
							isRestored={edit === 'restored'}
							onDone={() => setEdit('none')}
						/>
					</>
				) : (
					<>
						<div className="flex flex-wrap gap-2">
							<Badge>{question.category.name}</Badge>
							{question.isLocked && (
								<Badge tone="brass">
									<Lock aria-hidden="true" className="size-3" strokeWidth={2} />
									Locked
								</Badge>
							)}
						</div>
						<h1 className="mt-4 text-page">{question.title}</h1>
						<div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5">
							<p className="facts-line">
								<span>Asked by {authorName(question.author)}</span>
								<span>
									<LocalTime when={question.createdAt} />
								</span>
								{question.isEdited && <span>Edited</span>}
							</p>
							<FollowToggles id={question.id} follow={question.follow} />
						</div>
						{question.helpfulCommentId !== null && (
							<p className="mt-2 text-small">
								<a className="link inline-block py-1" href={`#comment-${question.helpfulCommentId}`}>
									View the helpful answer
								</a>
							</p>
						)}
						<div className="mt-6 font-serif text-lead">
							<PostText text={question.body} mentions={question.mentions} />
						</div>
						<Tools
							question={question}
							viewer={viewer}
							categories={categories}
							editButton={editButton}
							onEdit={() => setEdit('pressed')}
						/>
					</>
				)}
			</article>
			{question.isOwn && question.isLocked && (
				<UnsentComment draftKey={editDraft} label="Your unsaved edit of the question" />
			)}
			<Comments question={question} viewer={viewer} />
		</>
	)
}

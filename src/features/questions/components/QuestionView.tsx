import { Lock } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDelete } from '#src/components/ui/ConfirmDelete.tsx'
import { FetchError } from '#src/components/ui/FetchError.tsx'
import { useFocusBack } from '#src/components/ui/focus.ts'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { refresh, useMutation, useQuery } from '#src/lib/query.ts'
import type { Category } from '../category-contract.ts'
import { LOCKED, type Question } from '../contract.ts'
import { deleteQuestionMutation, getQuestionQuery, lockQuestionMutation, QUESTIONS } from '../queries.ts'
import { FollowSelect } from './FollowSelect.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { authorName, PostText } from './PostText.tsx'
import { QuestionCommentForm } from './QuestionCommentForm.tsx'
import { QuestionCommentItem } from './QuestionCommentItem.tsx'
import { QuestionForm } from './QuestionForm.tsx'
import { UnsentComment } from './UnsentComment.tsx'
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
		<div className="mt-5 flex flex-wrap gap-3 empty:hidden">
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
					text="The question and all its comments are removed for everybody. This action cannot be undone."
					mutation={deleteQuestionMutation(question.id)}
					onDeleted={() => undefined}
					onClose={() => setDeleting(false)}
				/>
			)}
		</div>
	)
}

function Comments({ question, viewer }: { question: Question; viewer: Viewer }) {
	const { comments, hasMore, isLoading, error, loadMore, put, remove } = useComments(question)
	const count = question.commentCount
	return (
		<section className="mt-10" aria-labelledby="comments-title">
			<h2 id="comments-title" className="text-title">
				{count === 1 ? '1 Comment' : `${count} Comments`}
			</h2>
			<ol className="mt-4 border-b border-rule empty:border-0">
				{comments.map((comment) => (
					<QuestionCommentItem
						key={comment.id}
						comment={comment}
						questionId={question.id}
						viewer={viewer}
						isLocked={question.isLocked}
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
						<UnsentComment questionId={question.id} userId={viewer.id} />
					</>
				) : (
					<>
						<h2 className="mb-4 text-subtitle">Add a comment</h2>
						<QuestionCommentForm
							questionId={question.id}
							userId={viewer.id}
							onSaved={(comment) => {
								put(comment)
								// What others wrote meanwhile.
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

/** A question with its comments. */
export function QuestionView({ initial, viewer, categories }: Props) {
	const { data: question } = useQuery(getQuestionQuery(initial.id), { initial })
	const [isEditing, setEditing] = useState(false)
	const editButton = useFocusBack<HTMLButtonElement>(isEditing)
	return (
		<>
			<article className="card card-body">
				{isEditing ? (
					<>
						<h1 className="mb-5 text-title">Edit Question</h1>
						<QuestionForm categories={categories} viewer={viewer} edited={question} onDone={() => setEditing(false)} />
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
						<h1 className="mt-4 text-page break-words">{question.title}</h1>
						<p className="facts-line mt-3">
							<span>Asked by {authorName(question.author)}</span>
							<span>
								<LocalTime when={question.createdAt} />
							</span>
							{question.isEdited && <span>Edited</span>}
						</p>
						<div className="mt-6 font-serif text-lead">
							<PostText text={question.body} mentions={question.mentions} />
						</div>
						<div className="mt-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 border-t border-rule pt-5">
							<FollowSelect id={question.id} follow={question.follow} />
							<Tools
								question={question}
								viewer={viewer}
								categories={categories}
								editButton={editButton}
								onEdit={() => setEditing(true)}
							/>
						</div>
					</>
				)}
			</article>
			<Comments question={question} viewer={viewer} />
		</>
	)
}

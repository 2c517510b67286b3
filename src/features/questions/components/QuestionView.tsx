import { type RefObject, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDelete } from '#src/components/ui/dialogs/ConfirmDelete.tsx'
import { useReturnFocus } from '#src/components/ui/dialogs/focus.ts'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { PostText } from '#src/components/ui/PostText.tsx'
import { classes } from '#src/components/ui/styles.ts'
import { HiddenNotice, PostTools } from '#src/features/comments/components/PostTools.tsx'
import { UnsentComment } from '#src/features/comments/components/UnsentComment.tsx'
import { authorName } from '#src/features/comments/shown-comment.ts'
import type { Role } from '#src/lib/api/access.ts'
import { useMutation, useQuery } from '#src/lib/api/query.ts'
import { useSavedDraft } from '#src/lib/forms/use-draft.ts'
import { RESTORABLE } from '#src/lib/trash.ts'
import type { Category } from '../category-contract.ts'
import type { Question } from '../contract.ts'
import {
	deleteQuestionMutation,
	deleteQuestionTextMutation,
	getQuestionQuery,
	lockQuestionMutation,
	QUESTIONS,
} from '../queries.ts'
import { FollowToggles } from './FollowToggles.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { QuestionBadges } from './QuestionBadges.tsx'
import { QuestionComments } from './QuestionComments.tsx'
import { QuestionForm, questionEditDraft } from './QuestionForm.tsx'

type Viewer = Role & { id: string }

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
	const isAdmin = viewer.role === 'admin'
	const isModerator = viewer.isModerator === true
	const isOwn = question.isOwn && !question.isDeleted
	// If others have answered, only the text is deleted.
	const deletesOnlyText = !isAdmin && question.commentCount > 0
	return (
		<div className="mt-8 flex flex-wrap gap-3 border-t border-rule pt-4 empty:hidden">
			{isOwn && !question.isLocked && (
				<Button ref={editButton} variant="line" onClick={onEdit}>
					Edit
				</Button>
			)}
			{isModerator && (
				<>
					<Button variant="line" loading={lock.isPending} onClick={() => lock.mutate(!question.isLocked)}>
						{question.isLocked ? 'Unlock' : 'Lock'}
					</Button>
					<Button variant="line" onClick={() => setMoving(true)}>
						Move
					</Button>
				</>
			)}
			{(isAdmin || isOwn) && (
				<Button variant="line" onClick={() => setDeleting(true)}>
					Delete
				</Button>
			)}
			{!question.isDeleted && (
				<PostTools
					variant="line"
					post={{ ...question, kind: 'question' }}
					of="question"
					isModerator={isModerator}
					refreshes={QUESTIONS}
				/>
			)}
			{isMoving && <MoveDialog question={question} categories={categories} onClose={() => setMoving(false)} />}
			{isDeleting && (
				<ConfirmDelete
					title="Delete this question?"
					text={
						deletesOnlyText
							? 'Your text is removed for everyone. The answers stay. This action cannot be undone.'
							: `The question${isAdmin ? ' and all its comments are' : ' is'} removed for everyone. ${RESTORABLE}`
					}
					mutation={deletesOnlyText ? deleteQuestionTextMutation(question.id) : deleteQuestionMutation(question.id)}
					// Deleting the whole question leaves the page.
					onDeleted={() => deletesOnlyText && setDeleting(false)}
					onClose={() => setDeleting(false)}
				/>
			)}
		</div>
	)
}

/** Returns whether the question is hidden from the viewer. */
const isConcealed = ({ hidden, body }: Question) => hidden !== null && body === ''

function QuestionHead({ question }: { question: Question }) {
	const isMuted = question.isDeleted || isConcealed(question)
	return (
		<>
			<div className="flex flex-wrap gap-2">
				<QuestionBadges category={question.category} isLocked={question.isLocked} />
			</div>
			<h1 className={classes('mt-4 text-page', isMuted && 'text-muted')}>{question.title}</h1>
			<div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5">
				<p className="facts-line">
					{!isConcealed(question) && <span>Asked by {authorName(question.author)}</span>}
					<span>
						<LocalTime when={question.createdAt} />
					</span>
					{question.isEdited && <span>Edited</span>}
				</p>
				<FollowToggles id={question.id} follow={question.follow} />
			</div>
		</>
	)
}

type Props = { initial: Question; viewer: Viewer; categories: Category[] }

export function QuestionView({ initial, viewer, categories }: Props) {
	const { data: question } = useQuery(getQuestionQuery(initial.id), { initial })
	const [edit, setEdit] = useState<'none' | 'pressed' | 'restored'>('none')
	const isEditing = edit !== 'none'
	const editDraft = questionEditDraft(question.id, viewer.id)
	const isOpen = !question.isLocked && !question.isDeleted
	useSavedDraft(question.isOwn && isOpen ? editDraft : undefined, () => setEdit('restored'))
	const editButton = useReturnFocus<HTMLButtonElement>(isEditing)
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
						<QuestionHead question={question} />
						{question.helpful && (
							<p className="mt-2 flex items-baseline gap-3 text-small">
								<span className="truncate text-muted" dir="auto">
									{question.helpful.line}
								</span>
								<a className="link inline-block shrink-0 py-1" href={`#comment-${question.helpful.id}`}>
									Read <span className="sr-only">the helpful answer</span>
								</a>
							</p>
						)}
						{question.body && (
							<div className="mt-6 font-serif text-lead">
								<PostText text={question.body} mentions={question.mentions} />
							</div>
						)}
						{!isConcealed(question) && <HiddenNotice hidden={question.hidden} isOwn={question.isOwn} what="question" />}
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
			{question.isOwn && !isOpen && <UnsentComment draftKey={editDraft} label="Your unsaved edit of the question" />}
			<QuestionComments question={question} viewer={viewer} />
		</>
	)
}

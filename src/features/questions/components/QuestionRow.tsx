import { Check } from 'lucide-react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { classes } from '#src/components/ui/styles.ts'
import { TimeAgo } from '#src/components/ui/TimeAgo.tsx'
import { authorName } from '#src/features/comments/shown-comment.ts'
import type { QuestionSummary } from '../contract.ts'
import { MarkedText } from './MarkedText.tsx'
import { newLabel } from './NewComments.tsx'
import { QuestionBadges } from './QuestionBadges.tsx'

/** Shows the number of comments and of new comments, and whether one is helpful. */
function Answers({ question: { id, title, commentCount, newCount, hasHelpful } }: { question: QuestionSummary }) {
	return (
		<div className="question-answers">
			{newCount > 0 && (
				<a className="new-link" href={`/questions/${id}#new`} aria-label={`${newLabel(newCount)} in ${title}`}>
					{newLabel(newCount)}
				</a>
			)}
			{hasHelpful && (
				<Badge tone="done">
					<Check aria-hidden="true" className="size-3" strokeWidth={2.5} />
					<span className="max-sm:sr-only">Helpful</span>
				</Badge>
			)}
			<p>
				<span className="question-count">{commentCount}</span>{' '}
				<span className="max-sm:sr-only">{commentCount === 1 ? 'comment' : 'comments'}</span>
			</p>
		</div>
	)
}

/** Shows a question in two lines, or up to four on a phone, where the newest author takes precedence over the asker. */
export function QuestionRow({ question, now }: { question: QuestionSummary; now: number }) {
	const { id, title, preview, titleMarks, previewMarks, commentCount, lastAuthor } = question
	return (
		<li className="question-row" data-unread={question.isUnread || undefined}>
			<div className="question-head">
				<h2>
					{question.isUnread && (
						<span className="unread-mark">
							<span className="sr-only">Unread</span>
						</span>
					)}
					<a href={`/questions/${id}`}>
						<MarkedText text={title} marks={titleMarks} />
					</a>
				</h2>
				<p className="question-asked">
					{/* A phone has room for one name: the author of the newest comment. */}
					<span className={classes(commentCount > 0 && 'max-sm:sr-only')}>
						<span>{authorName(question.author)}</span>, <LocalTime when={question.createdAt} as="day" />:{' '}
					</span>
					<span className="question-preview">
						<MarkedText text={preview} marks={previewMarks} />
					</span>
				</p>
			</div>
			<div className="question-facts">
				<QuestionBadges category={question.category} isLocked={question.isLocked} />
				<p className="question-last">
					<span>{commentCount === 0 ? 'No answer yet' : authorName(lastAuthor)}</span>
					{' · '}
					<TimeAgo when={question.lastActivityAt} now={now} />
				</p>
			</div>
			<Answers question={question} />
		</li>
	)
}

import { Lock } from 'lucide-react'
import { Avatar } from '#src/components/ui/Avatar.tsx'
import { Badge } from '#src/components/ui/Badge.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import type { QuestionSummary } from '../contract.ts'
import { newLabel } from './NewComments.tsx'
import { authorName, MarkedText } from './PostText.tsx'

export function QuestionRow({ question }: { question: QuestionSummary }) {
	const { id, title, preview, titleMarks, previewMarks, commentCount } = question
	const name = authorName(question.author)
	return (
		<li className="question-row">
			<Avatar person={{ name }} />
			<div className="min-w-0">
				<div className="flex flex-wrap gap-2">
					<Badge>{question.category.name}</Badge>
					{question.isUnread && <span className="unread-mark">Unread</span>}
					{question.isLocked && (
						<Badge tone="brass">
							<Lock aria-hidden="true" className="size-3" strokeWidth={2} />
							Locked
						</Badge>
					)}
				</div>
				<h2 className="mt-1.5 text-subtitle">
					<a href={`/questions/${id}`}>
						<MarkedText text={title} marks={titleMarks} />
					</a>
				</h2>
				<p className="mt-0.5 line-clamp-2 text-small text-muted sm:line-clamp-1">
					<MarkedText text={preview} marks={previewMarks} />
				</p>
				<p className="facts-line mt-1">
					<span>{name}</span>
					<span>
						<LocalTime when={question.createdAt} as="day" />
					</span>
				</p>
			</div>
			<div className="question-answers">
				<p>
					<span className="question-count sm:font-serif">{commentCount}</span>{' '}
					{commentCount === 1 ? 'comment' : 'comments'}
				</p>
				{question.newCount > 0 && (
					<a
						className="new-link"
						href={`/questions/${id}#new`}
						aria-label={`${newLabel(question.newCount)} in ${title}`}
					>
						{newLabel(question.newCount)}
					</a>
				)}
				{question.hasHelpful && <Badge tone="done">Helpful</Badge>}
			</div>
		</li>
	)
}

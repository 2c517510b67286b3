import { Check, Minus, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { classes } from '#src/components/ui/styles.ts'
import type { ReadingState } from '../../components/reading-state.ts'
import type { QuizExplanation, QuizResult as Result } from '../../contract.ts'
import type { MemberQuizData } from './schema.ts'

export type ShownResult = Pick<
	Result,
	'score' | 'passingScore' | 'passed' | 'results' | 'answers' | 'questions' | 'explanations'
>

type Props = {
	questions: MemberQuizData['questions']
	result: ShownResult
	/** Whether the result is for the current questions: the author may have changed them since. */
	isCurrent: boolean
	/** The quiz was just finished: the result takes the focus. */
	isNew: boolean
	/** This or an earlier attempt passed. */
	hasPassed: boolean
	reader: ReadingState
	onRetry(): void
}

const right = { label: 'Right', className: 'text-green', Icon: Check }
const wrong = { label: 'Wrong', className: 'text-red-text', Icon: X }
const unanswered = { label: 'Not answered', className: 'text-muted', Icon: Minus }

type AnswerProps = {
	question: MemberQuizData['questions'][number] | undefined
	number: number
	/** The chosen option; null if none, undefined if unknown. */
	answer: number | null | undefined
	isRight: boolean
	explanation: QuizExplanation | undefined
	linkTo: ReadingState['linkTo']
}

function AnswerLine({ question, number, answer, isRight, explanation = {}, linkTo }: AnswerProps) {
	const outcome = answer === null ? unanswered : isRight ? right : wrong
	const { why, readAgain } = explanation
	return (
		<li className="flex items-start gap-3 border-b border-rule py-4">
			<outcome.Icon aria-hidden="true" className={classes('mt-0.5 size-5 flex-none', outcome.className)} />
			<div className="min-w-0 flex-1 text-pretty">
				<p dir="auto">{question?.question ?? `Question ${number}`}</p>
				<p className="mt-1 flex flex-wrap gap-x-3 text-small">
					<span className={outcome.className}>{outcome.label}</span>
					{typeof answer === 'number' && (
						<span className="text-muted">Your answer: {question?.options[answer] ?? 'a removed option'}</span>
					)}
				</p>
				{why && (
					<p className="mt-2 whitespace-pre-line" dir="auto">
						{why}
					</p>
				)}
				{readAgain && linkTo && (
					<a
						className="link inline-flex min-h-11 items-center text-small"
						{...linkTo(readAgain.moduleId, readAgain.words)}
					>
						Read it again<span className="sr-only"> for question {number}</span>
					</a>
				)}
			</div>
		</li>
	)
}

/** Shows the score, and whether an earlier pass or a changed module affects it. */
function Score({ result, isCurrent, hasPassed }: Pick<Props, 'result' | 'isCurrent' | 'hasPassed'>) {
	const count = result.results.filter(Boolean).length
	const unansweredCount = result.answers?.filter((answer) => answer === null).length ?? 0
	return (
		<>
			<p className="mt-2">
				<span className="stat-number">{result.score}%</span>
				<span className="text-muted">
					{count} of {result.results.length} right{unansweredCount > 0 && `, ${unansweredCount} not answered`}.{' '}
					{result.passingScore}% to pass.
				</span>
			</p>
			{hasPassed && !result.passed && <p className="mt-2">You passed this quiz before. That still counts.</p>}
			{!isCurrent && <p className="mt-2">This module has changed since, so only the score is shown.</p>}
		</>
	)
}

/** Lets the member complete the module. The module's footer then offers the next module. */
function Completion({ reader }: { reader: ReadingState }) {
	const completed = useRef<HTMLParagraphElement>(null)
	const isCompleting = useRef(false)
	useEffect(() => {
		// The pressed button was removed, so move the focus, without scrolling.
		if (reader.isCompleted && isCompleting.current) completed.current?.focus({ preventScroll: true })
	}, [reader.isCompleted])
	if (reader.isCompleted)
		return (
			<p ref={completed} tabIndex={-1} className="text-small text-muted outline-none">
				This module is complete.
			</p>
		)
	if (reader.isEnrolled)
		return (
			<Button
				loading={reader.isSaving}
				onClick={() => {
					isCompleting.current = true
					reader.complete()
				}}
			>
				Mark Module as Complete
			</Button>
		)
	if (reader.isEnrolled === false && !reader.isPreview)
		return <p className="text-small text-muted">Enroll in the course to mark this module as complete.</p>
	return null
}

export function QuizResult({ questions, result, isCurrent, isNew, hasPassed, reader, onRetry }: Props) {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => {
		if (isNew) heading.current?.focus()
	}, [isNew])
	return (
		<div>
			<h3 ref={heading} tabIndex={-1} className="text-subtitle outline-none">
				{result.passed ? 'You passed' : hasPassed ? 'Not passed this time' : 'Not passed yet'}
			</h3>
			<Score result={result} isCurrent={isCurrent} hasPassed={hasPassed} />
			{isCurrent && (
				<ol className="mt-5 border-t border-rule">
					{result.results.map((isRight, index) => (
						<AnswerLine
							// biome-ignore lint/suspicious/noArrayIndexKey: questions are identified by their position and never reordered
							key={index}
							question={questions[index]}
							number={index + 1}
							answer={result.answers?.[index]}
							isRight={isRight}
							explanation={result.explanations?.[index]}
							linkTo={reader.linkTo}
						/>
					))}
				</ol>
			)}
			<div className="mt-6 flex flex-wrap items-center gap-3">
				<Button variant={hasPassed ? 'line' : 'primary'} onClick={onRetry}>
					Retry Quiz
				</Button>
				{hasPassed && <Completion reader={reader} />}
			</div>
		</div>
	)
}

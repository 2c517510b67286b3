import { Check, Minus, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { classes } from '#src/components/ui/styles.ts'
import type { ReadingState } from '../../components/reading-state.ts'
import type { QuizResult as Result } from '../../contract.ts'
import type { MemberQuizData } from './schema.ts'

type Props = {
	questions: MemberQuizData['questions']
	result: Pick<Result, 'score' | 'passingScore' | 'passed' | 'results' | 'answers'>
	/** The quiz was just finished: the result takes the focus. */
	isNew: boolean
	/** This or an earlier attempt passed. */
	hasPassed: boolean
	reader: ReadingState
	onRetry(): void
}

const right = { words: 'Right', className: 'text-green', Icon: Check }
const wrong = { words: 'Wrong', className: 'text-red-text', Icon: X }
const unanswered = { words: 'Not answered', className: 'text-muted', Icon: Minus }

type AnswerProps = {
	question: MemberQuizData['questions'][number] | undefined
	number: number
	/** The chosen option; null if none, undefined if unknown. */
	answer: number | null | undefined
	isRight: boolean
}

function AnswerLine({ question, number, answer, isRight }: AnswerProps) {
	const outcome = answer === null ? unanswered : isRight ? right : wrong
	return (
		<li className="flex flex-wrap items-start gap-x-3 gap-y-1 border-b border-rule py-3 sm:flex-nowrap">
			<span className={classes('mt-0.5 flex-none', outcome.className)}>
				<outcome.Icon aria-hidden="true" className="size-5" />
			</span>
			<span className="min-w-0 flex-1 text-pretty">
				{question?.question ?? `Question ${number}`}
				{typeof answer === 'number' && (
					<span className="mt-1 block text-small text-muted">
						Your answer: {question?.options[answer] ?? 'a removed option'}
					</span>
				)}
			</span>
			{/* On a phone below the question, which would be too narrow next to it. */}
			<span className={classes('flex-none basis-full ps-8 text-small sm:basis-auto sm:ps-0', outcome.className)}>
				{outcome.words}
			</span>
		</li>
	)
}

export function QuizResult({ questions, result, isNew, hasPassed, reader, onRetry }: Props) {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => {
		if (isNew) heading.current?.focus()
	}, [isNew])
	const completed = useRef<HTMLParagraphElement>(null)
	const isCompleting = useRef(false)
	useEffect(() => {
		// The pressed button is removed.
		if (reader.isCompleted && isCompleting.current) completed.current?.focus()
	}, [reader.isCompleted])
	const count = result.results.filter(Boolean).length
	const unansweredCount = result.answers?.filter((answer) => answer === null).length ?? 0
	return (
		<div>
			<h3 ref={heading} tabIndex={-1} className="text-subtitle outline-none">
				{result.passed ? 'You passed' : 'Not passed yet'}
			</h3>
			<p className="mt-2">
				<span className="stat-number">{result.score}%</span>
				<span className="text-muted">
					{count} of {result.results.length} right{unansweredCount > 0 && `, ${unansweredCount} not answered`}. You pass
					with {result.passingScore}%.
				</span>
			</p>
			<ol className="mt-5 border-t border-rule">
				{result.results.map((isRight, index) => (
					<AnswerLine
						// biome-ignore lint/suspicious/noArrayIndexKey: questions are identified by their position, and never move
						key={index}
						question={questions[index]}
						number={index + 1}
						answer={result.answers?.[index]}
						isRight={isRight}
					/>
				))}
			</ol>
			<div className="mt-6 flex flex-wrap items-center gap-3">
				<Button variant={hasPassed ? 'line' : 'primary'} onClick={onRetry}>
					Retry Quiz
				</Button>
				{hasPassed && !reader.isCompleted && reader.isEnrolled && (
					<Button
						loading={reader.isSaving}
						onClick={() => {
							isCompleting.current = true
							reader.complete()
						}}
					>
						Mark Module as Complete
					</Button>
				)}
				{hasPassed && reader.isCompleted && (
					<p ref={completed} tabIndex={-1} className="text-small text-muted outline-none">
						This module is complete.
					</p>
				)}
				{hasPassed && reader.isEnrolled === false && !reader.isPreview && (
					<p className="text-small text-muted">Enroll in the course to mark this module as complete.</p>
				)}
			</div>
		</div>
	)
}

import { useEffect, useId, useRef } from 'react'
import { QuizSteps } from './QuizSteps.tsx'
import type { MemberQuizData } from './schema.ts'

type Props = {
	questions: MemberQuizData['questions']
	answers: ReadonlyArray<number | null>
	at: number
	/** Takes the focus, because the question replaces the pressed button, such as Retry Quiz. */
	takesFocus: boolean
	isFinishing: boolean
	onChoose(option: number): void
	onMove(to: number): void
	onFinish(): void
}

export function QuizQuestion({ questions, answers, at, takesFocus, isFinishing, ...on }: Props) {
	const { onChoose, onMove, onFinish } = on
	const name = useId()
	const heading = useRef<HTMLLegendElement>(null)
	const shouldFocus = useRef(takesFocus)
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs for each question
	useEffect(() => {
		// Focuses the new question so a screen reader reads it, except when a saved place is restored.
		if (shouldFocus.current) heading.current?.focus()
		shouldFocus.current = false
	}, [at])
	function move(to: number): void {
		shouldFocus.current = true
		onMove(to)
	}
	const question = questions[at]
	if (!question) return null
	return (
		<div>
			<fieldset>
				<legend ref={heading} tabIndex={-1} className="outline-none">
					<span className="block text-small text-muted">
						Question {at + 1} of {questions.length}
					</span>
					<span className="mt-2 block text-balance font-serif text-subtitle font-title">{question.question}</span>
				</legend>
				<div className="mt-4 grid gap-3">
					{question.options.map((option, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: options may have the same text and are never reordered
						<label key={`${index} ${option}`} className="quiz-option">
							<input
								type="radio"
								name={`${name}-${at}`}
								checked={answers[at] === index}
								onChange={() => onChoose(index)}
							/>
							<span className="min-w-0" dir="auto">
								{option}
							</span>
						</label>
					))}
				</div>
			</fieldset>
			<QuizSteps answers={answers} at={at} isFinishing={isFinishing} onMove={move} onFinish={onFinish} />
		</div>
	)
}

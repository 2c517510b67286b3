import { useEffect, useId, useRef } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import type { MemberQuizData } from './schema.ts'

type Props = {
	questions: MemberQuizData['questions']
	answers: ReadonlyArray<number | null>
	at: number
	/** Takes the focus, because it replaces the pressed button, such as Retry Quiz. */
	takesFocus: boolean
	isFinishing: boolean
	onChoose(option: number): void
	onMove(to: number): void
	onFinish(): void
}

function missing(answers: ReadonlyArray<number | null>): string {
	const count = answers.filter((answer) => answer === null).length
	return count === 1
		? 'One question has no answer yet. It counts as wrong if you finish now.'
		: `${count} questions have no answer yet. They count as wrong if you finish now.`
}

export function QuizQuestion({ questions, answers, at, takesFocus, isFinishing, ...on }: Props) {
	const { onChoose, onMove, onFinish } = on
	const name = useId()
	const heading = useRef<HTMLLegendElement>(null)
	const isMoving = useRef(takesFocus)
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs for each question
	useEffect(() => {
		// Focuses the new question, so a screen reader reads it; not after a restored place.
		if (isMoving.current) heading.current?.focus()
		isMoving.current = false
	}, [at])
	function move(to: number): void {
		isMoving.current = true
		onMove(to)
	}
	const question = questions[at]
	if (!question) return null
	const isLast = at === questions.length - 1
	const others = answers.filter((_, index) => index !== at)
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
						// biome-ignore lint/suspicious/noArrayIndexKey: options may have equal texts, and never move
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
			{isLast && others.includes(null) && <p className="mt-4 text-small text-muted">{missing(others)}</p>}
			<div className="mt-6 flex justify-between gap-3">
				<Button variant="line" disabled={at === 0} onClick={() => move(at - 1)}>
					Previous
				</Button>
				{isLast ? (
					<Button loading={isFinishing} disabled={answers[at] === null} onClick={onFinish}>
						{isFinishing ? 'Checking...' : 'Finish Quiz'}
					</Button>
				) : (
					<Button onClick={() => move(at + 1)}>Next</Button>
				)}
			</div>
		</div>
	)
}

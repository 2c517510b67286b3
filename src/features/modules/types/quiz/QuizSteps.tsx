import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'

type Props = {
	answers: ReadonlyArray<number | null>
	at: number
	isFinishing: boolean
	onMove(to: number): void
	onFinish(): void
}

function unansweredText(answers: ReadonlyArray<number | null>): string {
	const count = answers.filter((answer) => answer === null).length
	return count === 1
		? 'One question has no answer yet. It counts as wrong if you finish now.'
		: `${count} questions have no answer yet. They count as wrong if you finish now.`
}

/** Ignores the second press of a double click, which would skip a question. */
const ignoreDoubleClick = (act: () => void) => (press: MouseEvent) => press.detail < 2 && act()

/** Shows the buttons below a question. Finishing asks for confirmation if a question has no answer. */
export function QuizSteps({ answers, at, isFinishing, onMove, onFinish }: Props) {
	const [isAsking, setIsAsking] = useState(false)
	const warning = useRef<HTMLParagraphElement>(null)
	useEffect(() => {
		// The pressed button was replaced, so move the focus.
		if (isAsking) warning.current?.focus()
	}, [isAsking])
	const isLast = at === answers.length - 1
	const nextUnanswered = answers.findIndex((answer, index) => answer === null && index !== at)
	const hasUnanswered = isLast && nextUnanswered >= 0
	const isConfirming = hasUnanswered && isAsking
	function move(to: number): void {
		setIsAsking(false)
		onMove(to)
	}
	const finish = isConfirming || !hasUnanswered ? onFinish : () => setIsAsking(true)
	const finishLabel = isFinishing ? 'Checking...' : isConfirming ? 'Finish anyway' : 'Finish Quiz'
	return (
		<>
			{hasUnanswered && (
				<p ref={warning} tabIndex={-1} className="mt-4 text-small text-muted outline-none">
					{unansweredText(answers.with(at, 0))}
				</p>
			)}
			<div className="mt-6 flex flex-wrap justify-between gap-3">
				{isConfirming ? (
					<>
						<Button variant="line" loading={isFinishing} onClick={finish}>
							{finishLabel}
						</Button>
						{/* Takes the place of the pressed button, so a double click does not finish the quiz. */}
						<Button disabled={isFinishing} onClick={() => move(nextUnanswered)}>
							Answer question {nextUnanswered + 1}
						</Button>
					</>
				) : (
					<>
						<Button variant="line" disabled={at === 0} onClick={ignoreDoubleClick(() => move(at - 1))}>
							Previous
						</Button>
						{isLast ? (
							<Button loading={isFinishing} disabled={answers[at] === null} onClick={ignoreDoubleClick(finish)}>
								{finishLabel}
							</Button>
						) : (
							<Button onClick={ignoreDoubleClick(() => move(at + 1))}>Next</Button>
						)}
					</>
				)}
			</div>
		</>
	)
}

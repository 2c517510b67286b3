import { Check, Circle } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '../Button.tsx'
import { buttonClass } from '../styles.ts'

export interface ListedStep {
	id: string
	title: string
	/** One line: the reason for the step, or what to do. */
	how: string
	isDone: boolean
}

type Props<Step extends ListedStep> = {
	title: string
	/** Label of the button that shows hidden steps again. */
	showLabel: string
	steps: readonly Step[]
	isHidden: boolean
	isPending: boolean
	onHide: (isHidden: boolean, options: { onSuccess: () => void }) => void
	/** Returns the action for a step that is not done. */
	renderAction: (step: Step) => ReactNode
}

/**
 * Shows steps with check marks, which can be hidden and shown again. The section keeps focus when its buttons
 * disappear.
 */
export function StepCard<Step extends ListedStep>({
	title,
	showLabel,
	steps,
	isHidden,
	isPending,
	onHide,
	renderAction,
}: Props<Step>) {
	const section = useRef<HTMLElement>(null)
	const done = steps.filter(({ isDone }) => isDone).length
	const setHidden = (next: boolean) => onHide(next, { onSuccess: () => section.current?.focus() })
	return (
		<section ref={section} tabIndex={-1} aria-label={title} className="mb-8 outline-none">
			{isHidden ? (
				<p className="text-small">
					<button type="button" className="link" disabled={isPending} onClick={() => setHidden(false)}>
						{showLabel}
					</button>
				</p>
			) : (
				<div className="card steps">
					<div className="steps-head">
						<h2 className="text-subtitle">{title}</h2>
						<p className="text-small text-muted">
							{done === steps.length ? 'All steps are done.' : `${done} of ${steps.length} done`}
						</p>
						<Button variant="quiet" className="btn-small" loading={isPending} onClick={() => setHidden(true)}>
							Hide
						</Button>
					</div>
					<ul>
						{steps.map((step) => (
							<StepItem key={step.id} step={step}>
								{!step.isDone && renderAction(step)}
							</StepItem>
						))}
					</ul>
				</div>
			)}
		</section>
	)
}

function StepItem({ step: { title, how, isDone }, children }: { step: ListedStep; children: ReactNode }) {
	const Mark = isDone ? Check : Circle
	return (
		<li className="step gap-y-2.5" data-done={isDone ? '' : undefined}>
			<Mark aria-hidden="true" className="step-mark" strokeWidth={isDone ? 2.25 : 1.5} />
			<div className="step-text">
				<p className="step-title">
					{title}
					<span className="sr-only">{isDone ? ': done' : ': to do'}</span>
				</p>
				{!isDone && <p className="step-how">{how}</p>}
			</div>
			{children}
		</li>
	)
}

/** Renders the link to the screen on which a step is done. */
export function StepLink({ label, href }: { label: string; href: string }) {
	return (
		<div className="step-act">
			<a className={buttonClass({ variant: 'line', className: 'btn-small' })} href={href}>
				{label}
			</a>
		</div>
	)
}

import { Check, Circle } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '../Button.tsx'
import { buttonClass } from '../styles.ts'

export interface ListedStep {
	id: string
	title: string
	/** One line: the reason or the action. */
	how: string
	isDone: boolean
}

type Props<Step extends ListedStep> = {
	title: string
	/** Button that brings hidden steps back. */
	showLabel: string
	steps: readonly Step[]
	isHidden: boolean
	isPending: boolean
	onHide: (isHidden: boolean, options: { onSuccess: () => void }) => void
	/** What to do about a step that is not done. */
	act: (step: Step) => ReactNode
}

/** Steps with ticks, which can be hidden and brought back. The section keeps the focus as its buttons go. */
export function StepCard<Step extends ListedStep>({
	title,
	showLabel,
	steps,
	isHidden,
	isPending,
	onHide,
	act,
}: Props<Step>) {
	const place = useRef<HTMLElement>(null)
	const done = steps.filter(({ isDone }) => isDone).length
	const setHidden = (next: boolean) => onHide(next, { onSuccess: () => place.current?.focus() })
	return (
		<section ref={place} tabIndex={-1} aria-label={title} className="mb-8 outline-none">
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
								{!step.isDone && act(step)}
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

/** The link of a step to where it is done. */
export function StepLink({ label, href }: { label: string; href: string }) {
	return (
		<div className="step-act">
			<a className={buttonClass({ variant: 'line', className: 'btn-small' })} href={href}>
				{label}
			</a>
		</div>
	)
}

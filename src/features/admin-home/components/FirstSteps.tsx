import { Check, Circle } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation, useQuery } from '#src/lib/api/query.ts'
import type { Step, FirstSteps as Steps } from '../contract.ts'
import { getFirstStepsQuery, sendProofMailMutation, updateFirstStepsMutation } from '../queries.ts'

function ProofMail({ label }: { label: string }) {
	const { mutate, isPending, data, error, fallback } = useMutation(sendProofMailMutation)
	return (
		<>
			<div className="step-act">
				<Button variant="line" className="btn-small" loading={isPending} onClick={() => mutate()}>
					{isPending ? 'Sending...' : label}
				</Button>
			</div>
			<p role="status" className="step-said col-[2/-1]">
				{data && `The email is on its way to ${data.to}. Press the button in it.`}
			</p>
			{error && (
				<p className="field-error step-said col-[2/-1]" role="alert">
					{messageOf(error, fallback)}
				</p>
			)}
		</>
	)
}

function StepItem({ step: { title, how, isDone, button } }: { step: Step }) {
	const Mark = isDone ? Check : Circle
	return (
		<li className="step gap-y-2.5" data-done={isDone ? '' : undefined}>
			<Mark aria-hidden="true" className="step-mark" strokeWidth={isDone ? 2.25 : 1.5} />
			<div className="step-words">
				<p className="step-title">
					{title}
					<span className="sr-only">{isDone ? ': done' : ': to do'}</span>
				</p>
				{!isDone && <p className="step-how">{how}</p>}
			</div>
			{!isDone &&
				(button.href === null ? (
					<ProofMail label={button.label} />
				) : (
					<div className="step-act">
						<a className={buttonClass({ variant: 'line', className: 'btn-small' })} href={button.href}>
							{button.label}
						</a>
					</div>
				))}
		</li>
	)
}

export function FirstSteps({ initial }: { initial: Steps }) {
	const { data } = useQuery(getFirstStepsQuery, { initial })
	const hide = useMutation(updateFirstStepsMutation)
	const place = useRef<HTMLElement>(null)
	const { isHidden, steps } = data
	const done = steps.filter(({ isDone }) => isDone).length
	const setHidden = (next: boolean) => hide.mutate(next, { onSuccess: () => place.current?.focus() })
	return (
		<section ref={place} tabIndex={-1} aria-label="First steps" className="mb-8 outline-none">
			{isHidden ? (
				<p className="text-small">
					<button type="button" className="link" disabled={hide.isPending} onClick={() => setHidden(false)}>
						Show the first steps
					</button>
				</p>
			) : (
				<div className="card steps">
					<div className="steps-head">
						<h2 className="text-subtitle">First steps</h2>
						<p className="text-small text-muted">
							{done === steps.length ? 'All steps are done.' : `${done} of ${steps.length} done`}
						</p>
						<Button variant="quiet" className="btn-small" loading={hide.isPending} onClick={() => setHidden(true)}>
							Hide
						</Button>
					</div>
					<ul>
						{steps.map((step) => (
							<StepItem key={step.id} step={step} />
						))}
					</ul>
				</div>
			)}
		</section>
	)
}

import { useId } from 'react'
import * as z from 'zod/mini'
import { SelectField, TextField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { planLabel } from '#src/lib/dues/plan-label.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import type { Membership } from '../contract.ts'
import { checkoutMutation } from '../queries.ts'

const PLAN = 'Choose a plan'

/** The checkbox value is the consent text, so consent to another plan or an earlier price is not accepted. */
const payFormOf = (consent: Membership['consent']) =>
	z
		.object({
			planId: z.string(PLAN).check(z.minLength(1, PLAN)),
			coupon: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(40, 'This code is not valid')),
			consent: z.string(),
		})
		.check(
			z.refine((form) => form.consent !== '' && form.consent === consent[form.planId], {
				error: 'Agree to the renewal first',
				path: ['consent'],
			}),
		)

type Props = {
	membership: Membership
	/** A charge failed. It is paid unchanged: the member cannot choose another plan or a coupon. */
	isRetry?: boolean
}

/** A form to choose a plan and agree to its renewal. It leads to the provider's page. */
export function PayByCard({ membership, isRetry = false }: Props) {
	// Only new members have a trial.
	const isNew = membership.paidThrough === null && membership.trialUntil === null
	const plans = membership.plans
		.filter(({ byCard }) => byCard)
		.map((plan) => (isNew ? plan : { ...plan, trialDays: 0 }))
	const ownPlan = plans.find(({ id }) => id === membership.plan?.id) ?? plans[0]
	const form = useContractForm(payFormOf(membership.consent), checkoutMutation, {
		defaultValues: { planId: ownPlan?.id ?? '', coupon: '', consent: '' },
		labels: { planId: 'Plan', coupon: 'Coupon', consent: 'Consent to the renewal' },
		draft: undefined,
		toInput: ({ coupon, ...body }) => ({ ...body, ...(coupon && { coupon }) }),
	})
	const { planId, consent } = form.watch()
	const text = membership.consent[planId] ?? ''
	return (
		<Form of={form} className="grid gap-5">
			{plans.length > 1 && !isRetry ? (
				<SelectField {...form.field('planId')} options={plans.map((plan) => [plan.id, planLabel(plan)] as const)} />
			) : (
				ownPlan && <p dir="auto">{planLabel(ownPlan)}</p>
			)}
			{!isRetry && (
				<TextField optional autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.field('coupon')} />
			)}
			<Consent
				text={text}
				isChecked={consent === text}
				error={form.errorOf('consent')}
				onChange={(isChecked) =>
					form.setValue('consent', isChecked ? text : '', { shouldValidate: form.formState.isSubmitted })
				}
			/>
			<SubmitButton form={form} busy="Opening the payment page..." className="justify-self-start">
				Pay by card
			</SubmitButton>
			<p className="text-small text-muted">
				You enter your card on the page of our payment provider. We never see its number.
			</p>
		</Form>
	)
}

type ConsentProps = {
	text: string
	isChecked: boolean
	error: string | undefined
	onChange: (isChecked: boolean) => void
}

function Consent({ text, isChecked, error, onChange }: ConsentProps) {
	const id = useId()
	return (
		<div className="field">
			<div className="flex items-start gap-3">
				<input
					id={id}
					name="consent"
					type="checkbox"
					className="mt-0.5 size-5 flex-none"
					checked={isChecked}
					onChange={({ target }) => onChange(target.checked)}
					aria-invalid={error ? true : undefined}
					aria-describedby={error ? `${id}-error` : undefined}
				/>
				<label htmlFor={id} className="breaks min-w-0">
					{text}
				</label>
			</div>
			<p className="field-error" id={`${id}-error`} aria-live="polite">
				{error}
			</p>
		</div>
	)
}

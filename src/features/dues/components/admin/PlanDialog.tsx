import * as z from 'zod/mini'
import { CheckField, SelectField, TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { centsText, periodText } from '#src/lib/dues/money.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import { createPlanMutation, updatePlanMutation } from '../../admin-queries.ts'
import { CURRENCIES, PERIODS } from '../../contract.ts'
import { typedAmount, typedNumber } from '../../form-fields.ts'
import { type Plan, planFields } from '../../plans-contract.ts'

const planForm = z.object({
	...planFields,
	amountCents: typedAmount,
	months: typedNumber(planFields.months),
	trialDays: typedNumber(planFields.trialDays),
})

const labels = {
	name: 'Name',
	description: 'Description',
	amountCents: 'Price',
	currency: 'Currency',
	months: 'Paid',
	trialDays: 'Free days at the start',
	isPublic: 'Show it to visitors, and offer it to members',
	isFounding: 'Founding price: members keep the price they joined at',
	providerPrice: 'Price at the payment provider',
}

const empty = {
	...{ name: '', description: '', amountCents: '', currency: 'USD' as Plan['currency'], months: '1', trialDays: '0' },
	...{ isPublic: true, isFounding: false, providerPrice: '' },
}

const toForm = ({ amountCents, months, trialDays, ...plan }: Plan): typeof empty => ({
	...{ name: plan.name, description: plan.description, currency: plan.currency, providerPrice: plan.providerPrice },
	...{ isPublic: plan.isPublic, isFounding: plan.isFounding },
	amountCents: centsText(amountCents),
	months: String(months),
	trialDays: String(trialDays),
})

const yesNo = (isSet: boolean) => (isSet ? 'Yes' : 'No')
const periodOf = (months: string) => {
	const text = periodText(Number(months))
	return text.startsWith('a ') ? `Once ${text}` : `Once ${text}`.replace('Once every', 'Every')
}

/** Adds a plan, or edits one. */
export function PlanDialog({ plan, onClose }: { plan?: Plan | undefined; onClose: () => void }) {
	const form = useContractForm(planForm, plan ? updatePlanMutation(plan) : createPlanMutation, {
		defaultValues: plan ? toForm(plan) : empty,
		labels,
		draft: tabDraft(`plan:${plan?.id ?? 'new'}`),
		edited: {
			what: 'plan',
			original: plan,
			toForm,
			formats: { months: periodOf, isPublic: yesNo, isFounding: yesNo },
		},
		toInput: (body, base) => ({ ...body, version: base?.version }),
		onDone: onClose,
	})
	const hasMembers = (plan?.members ?? 0) > 0
	return (
		<FormDialog
			title={plan ? `Edit ${plan.name}` : 'Add a plan'}
			{...(hasMembers && {
				description:
					'Members get an email about a new price, which applies from their next renewal. Cards are charged a higher price only after 46 days.',
			})}
			of={form}
			isDirty={form.isDirty}
			className="grid gap-5"
			action={{ label: plan ? 'Save plan' : 'Add plan', busy: 'Saving...' }}
			onClose={onClose}
		>
			<TextField autoComplete="off" {...form.field('name')} />
			<TextAreaField optional rows={2} hint="What it includes, for visitors." {...form.field('description')} />
			<div className="grid items-start gap-5 sm:grid-cols-2">
				<TextField inputMode="decimal" autoComplete="off" placeholder="49.00" {...form.field('amountCents')} />
				<SelectField {...form.field('currency')} options={CURRENCIES.map((one) => [one, one] as const)} />
				<SelectField
					{...form.field('months')}
					options={PERIODS.map((months) => [String(months), periodOf(String(months))] as const)}
				/>
				<TextField inputMode="numeric" autoComplete="off" {...form.field('trialDays')} />
			</div>
			<CheckField label={labels.isPublic} {...form.register('isPublic')} />
			<CheckField label={labels.isFounding} {...form.register('isFounding')} />
			<TextField
				optional
				autoComplete="off"
				spellCheck={false}
				hint="The ID of this price at the payment provider, such as price_1Nv0FG. Without it, this plan cannot be paid by card."
				{...form.field('providerPrice')}
			/>
		</FormDialog>
	)
}

import * as z from 'zod/mini'
import { SelectField, TextField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import { createCouponMutation } from '../../admin-queries.ts'
import { optionalAmount, optionalNumber, optionalText } from '../../form-fields.ts'
import { couponFields, createCoupon } from '../../plans-contract.ts'

const couponForm = z
	.object({
		code: couponFields.code,
		percent: optionalNumber(couponFields.percent),
		amountCents: optionalAmount,
		lasts: couponFields.lasts,
		until: optionalText(couponFields.until),
		most: optionalNumber(couponFields.most),
	})
	.check(
		z.refine(({ percent, amountCents }) => (percent === null) !== (amountCents === null), {
			error: createCoupon.errors.kind[1],
			path: ['percent'],
		}),
	)

const labels = {
	code: 'Code',
	percent: 'Percent off',
	amountCents: 'Amount off',
	lasts: 'It lasts',
	until: 'Last day to use it',
	most: 'For how many members',
}

export const LASTS = { once: 'for the first payment', always: 'for every payment' } as const

export function CouponDialog({ onClose }: { onClose: () => void }) {
	const form = useContractForm(couponForm, createCouponMutation, {
		defaultValues: { code: '', percent: '', amountCents: '', lasts: 'once' as const, until: '', most: '' },
		labels,
		draft: tabDraft('coupon:new'),
		onDone: onClose,
	})
	return (
		<FormDialog
			title="Add a coupon"
			description="Members enter its code before they pay."
			of={form}
			isDirty={form.isDirty}
			className="grid gap-5"
			action={{ label: 'Add coupon', busy: 'Saving...' }}
			onClose={onClose}
		>
			<TextField
				autoComplete="off"
				autoCapitalize="none"
				spellCheck={false}
				placeholder="spring-2027"
				{...form.field('code')}
			/>
			<div className="grid items-start gap-5 sm:grid-cols-2">
				<TextField inputMode="numeric" autoComplete="off" placeholder="20" {...form.field('percent')} />
				<TextField
					inputMode="decimal"
					autoComplete="off"
					placeholder="10.00"
					hint="Or an amount, in the currency of the plan."
					{...form.field('amountCents')}
				/>
			</div>
			<SelectField {...form.field('lasts')} options={LASTS} />
			<div className="grid items-start gap-5 sm:grid-cols-2">
				<TextField optional type="date" {...form.field('until')} />
				<TextField optional inputMode="numeric" autoComplete="off" {...form.field('most')} />
			</div>
		</FormDialog>
	)
}

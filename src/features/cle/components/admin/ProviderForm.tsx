import * as z from 'zod/mini'
import { TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import { Form, SaveRow } from '#src/components/ui/forms/Form.tsx'
import { useQuery } from '#src/lib/api/query.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { type Provider, providerFields } from '../../admin-contract.ts'
import { getProviderQuery, updateProviderMutation } from '../../admin-queries.ts'
import type { RuleSet } from '../../rules-schema.ts'

const labels = {
	name: 'Name of the provider',
	address: 'Address',
	signatory: 'Who signs',
	signatoryTitle: 'Title of the signatory',
	numbers: 'Provider numbers',
}

const withoutEmpty = (numbers: Record<string, string>) =>
	Object.fromEntries(Object.entries(numbers).filter(([, number]) => number.trim() !== ''))

const providerForm = z.object({
	...providerFields,
	numbers: z.pipe(z.pipe(z.record(z.string(), z.string()), z.transform(withoutEmpty)), providerFields.numbers),
})

/** Fills the form. Jurisdictions without a number get an empty field, so that they do not count as changes. */
const formOf = ({ name, address, signatory, signatoryTitle, numbers }: Provider, rules: readonly RuleSet[]) => ({
	...{ name, address, signatory, signatoryTitle },
	numbers: { ...Object.fromEntries(rules.map(({ jurisdiction }) => [jurisdiction, ''])), ...numbers },
})

type Props = { initial: Provider; rules: readonly RuleSet[]; userId: string }

/** Edits the provider named on certificates. */
export function ProviderForm({ initial, rules, userId }: Props) {
	const { data: saved } = useQuery(getProviderQuery, { initial })
	const toForm = (provider: Provider) => formOf(provider, rules)
	const form = useContractForm(providerForm, updateProviderMutation, {
		labels,
		defaultValues: toForm(saved),
		draft: { key: `${userId}:provider` },
		edited: {
			what: 'form',
			original: saved,
			toForm,
			formats: {
				numbers: (numbers) =>
					Object.entries(numbers)
						.filter(([, number]) => number !== '')
						.map(([jurisdiction, number]) => `${jurisdiction} ${number}`)
						.join(', '),
			},
		},
		toInput: (body, base = saved) => ({ ...body, version: base.version }),
		afterSending: 'stays',
		saved: toForm,
	})
	return (
		<Form of={form} className="card card-body grid max-w-reading gap-5" aria-label="Details of the provider">
			<TextField autoComplete="organization" hint="If empty: the name of your club." {...form.field('name')} />
			<TextAreaField rows={3} {...form.field('address')} />
			<div className="grid items-start gap-5 sm:grid-cols-2">
				<TextField autoComplete="off" {...form.field('signatory')} />
				<TextField optional autoComplete="off" {...form.field('signatoryTitle')} />
			</div>
			<fieldset data-field="numbers">
				<legend className="label">{labels.numbers}</legend>
				<p className="hint">From the boards that approved you as a provider.</p>
				<div className="mt-2 grid items-end gap-x-5 gap-y-3 sm:grid-cols-2">
					{rules.map(({ jurisdiction, name }) => (
						<TextField
							key={jurisdiction}
							label={name}
							autoComplete="off"
							error={form.errorOf(`numbers.${jurisdiction}`)}
							{...form.register(`numbers.${jurisdiction}`)}
						/>
					))}
				</div>
			</fieldset>
			<SaveRow form={form}>Save details</SaveRow>
		</Form>
	)
}

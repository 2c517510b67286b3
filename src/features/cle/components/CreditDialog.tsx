import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form'
import { Button } from '#src/components/ui/Button.tsx'
import { CheckField, SelectField, TextField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { isApiError } from '#src/lib/api/errors.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import { createCredit, type Ledger } from '../contract.ts'
import type { Jurisdiction } from '../ledger-schema.ts'
import { createCreditMutation } from '../queries.ts'
import { FORMAT_LABELS } from '../rules-schema.ts'
import { CertificateUpload, type UploadedCertificate } from './CertificateUpload.tsx'
import {
	type CreditForm,
	creditForm,
	creditLabels,
	emptyCredit,
	emptyPart,
	SOURCE_LABELS,
	sourcesOf,
	toCredit,
} from './credit-form.ts'

type Props = {
	ledger: Ledger
	/** Id of the chosen admission. Empty selects the first. */
	admission: string
	onClose: () => void
}

function useCreditForm({ ledger, admission, onClose }: Props, file: UploadedCertificate | undefined) {
	const { cards, jurisdictions } = ledger
	const jurisdictionOf = (id: string): Jurisdiction | undefined => {
		const chosen = cards.find(({ admissionId }) => admissionId === id)
		return jurisdictions.find(({ jurisdiction }) => jurisdiction === chosen?.jurisdiction)
	}
	const [isLogged, setIsLogged] = useState(false)
	const form = useContractForm(creditForm, createCreditMutation, {
		defaultValues: emptyCredit(admission || (cards[0]?.admissionId ?? ''), ledger.today),
		labels: creditLabels,
		draft: tabDraft('credit:new'),
		toInput(input) {
			const chosen = jurisdictionOf(input.admissionId)
			if (!chosen) throw new Error('This admission is not in the list')
			return toCredit(input, chosen, { mediaId: file?.mediaId ?? null, force: isLogged })
		},
		onFailed: (error) => setIsLogged(isApiError(error) && error.text === createCredit.errors.logged[1]),
		onDone: onClose,
	})
	return { form, isLogged, jurisdictionOf }
}

/** Logs a programme that the member took part in elsewhere. */
export function CreditDialog(props: Props) {
	const { ledger, onClose } = props
	const [file, setFile] = useState<UploadedCertificate>()
	const { form, isLogged, jurisdictionOf } = useCreditForm(props, file)
	const { control } = form
	const [admissionId, source, approval] = useWatch({ control, name: ['admissionId', 'source', 'approval'] })
	const jurisdiction = jurisdictionOf(admissionId)
	const isCarry = source === 'carry'
	return (
		<FormDialog
			title="Add a credit"
			description="It will be labeled: Self-reported, not accredited."
			of={form}
			isDirty={form.isDirty}
			className="grid gap-5"
			action={{ label: isLogged ? 'Log it anyway' : 'Add credit', busy: 'Saving...' }}
			onClose={onClose}
		>
			<SelectField
				{...form.field('admissionId')}
				options={ledger.cards.map(({ admissionId: id, name }) => [id, name] as const)}
			/>
			{jurisdiction && (
				<SelectField
					{...form.field('source')}
					options={sourcesOf(jurisdiction).map((one) => [one, SOURCE_LABELS[one]] as const)}
				/>
			)}
			<TextField autoComplete="off" {...form.field('title')} />
			<TextField
				autoComplete="off"
				hint={isCarry ? 'Who confirmed it. If no one did, enter “Own records”.' : 'Who offered it.'}
				{...form.field('provider')}
			/>
			<div className="grid items-start gap-5 sm:grid-cols-[10rem_1fr]">
				<TextField type="date" {...form.field('date')} />
				<SelectField {...form.field('format')} options={FORMAT_LABELS} />
			</div>
			{jurisdiction && <Amounts form={form} jurisdiction={jurisdiction} isCarry={isCarry} />}
			{source === 'speaking' && <Speaking form={form} />}
			{jurisdiction?.mustBeAway && !isCarry && (
				<>
					<SelectField {...form.field('approval')} options={{ own: jurisdiction.name, other: 'Another state' }} />
					{approval === 'other' && (
						<CheckField label={`I was outside ${jurisdiction.name} when I took part`} {...form.register('wasAway')} />
					)}
				</>
			)}
			<CertificateUpload onUploaded={setFile} />
		</FormDialog>
	)
}

type CreditFormState = Omit<ReturnType<typeof useCreditForm>['form'], never>

function Speaking({ form }: { form: CreditFormState }) {
	return (
		<>
			<CheckField label={creditLabels.isRepeat} {...form.register('isRepeat')} />
			<TextField
				optional
				inputMode="numeric"
				autoComplete="off"
				hint="On a panel: the time when you were not speaking."
				{...form.field('attendedMinutes')}
			/>
		</>
	)
}

type AmountsProps = { form: CreditFormState; jurisdiction: Jurisdiction; isCarry: boolean }

const CHOOSE = <option value="">Choose</option>

type PartProps = { form: CreditFormState; index: number; options: readonly (readonly [string, string])[] }

function Part({ form, index, options }: PartProps) {
	return (
		<>
			<SelectField
				label="Category"
				options={options}
				error={form.errorOf(`more.${index}.category`)}
				{...form.register(`more.${index}.category`)}
			>
				{CHOOSE}
			</SelectField>
			<div className="grid items-start gap-5 sm:grid-cols-2">
				<TextField
					label="Minutes"
					inputMode="numeric"
					autoComplete="off"
					error={form.errorOf(`more.${index}.minutes`)}
					{...form.register(`more.${index}.minutes`)}
				/>
				<TextField
					label="Credits"
					hint="Or enter credits."
					inputMode="decimal"
					autoComplete="off"
					error={form.errorOf(`more.${index}.credits`)}
					{...form.register(`more.${index}.credits`)}
				/>
			</div>
		</>
	)
}

/** Edits credits by category: one category, and further categories of the same programme. */
function Amounts({ form, jurisdiction: { categories, unitCredits }, isCarry }: AmountsProps) {
	const { fields, append, remove } = useFieldArray({
		control: (form as unknown as UseFormReturn<CreditForm>).control,
		name: 'more',
	})
	const options = categories.map(({ id, label }) => [id, label] as const)
	const step = (unitCredits / 100).toString()
	return (
		<>
			<SelectField {...form.field('category')} options={options}>
				{CHOOSE}
			</SelectField>
			<div className="grid items-start gap-5 sm:grid-cols-2">
				{!isCarry && (
					<TextField
						inputMode="numeric"
						autoComplete="off"
						hint="Instruction time, without breaks."
						{...form.field('minutes')}
					/>
				)}
				<TextField
					inputMode="decimal"
					autoComplete="off"
					hint={isCarry ? `In steps of ${step}.` : `Or enter credits, in steps of ${step}.`}
					{...form.field('credits')}
				/>
			</div>
			{fields.map(({ id }, index) => (
				<fieldset key={id} className="cle-part">
					<legend className="sr-only">Further category {index + 1}</legend>
					<Part form={form} index={index} options={options} />
					<Button variant="quiet" className="justify-self-start" onClick={() => remove(index)}>
						Remove this category
					</Button>
				</fieldset>
			))}
			{fields.length < 10 && (
				<Button variant="line" className="justify-self-start" onClick={() => append(emptyPart)}>
					<Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />
					Another category
				</Button>
			)}
		</>
	)
}

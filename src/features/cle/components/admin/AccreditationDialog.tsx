import { CheckField, SelectField, TextField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import type { Accreditation, Activity } from '../../admin-contract.ts'
import { createAccreditationMutation, updateAccreditationMutation } from '../../admin-queries.ts'
import { FORMAT_LABELS, FORMATS, type RuleSet } from '../../rules-schema.ts'
import {
	accreditationForm,
	accreditationLabels,
	emptyAccreditation,
	proposedCredits,
	toAccreditationForm,
} from './accreditation-form.ts'

type Props = {
	activity: Activity
	accreditation?: Accreditation | undefined
	rules: readonly RuleSet[]
	/** Today in the club's time zone. */
	today: string
	onClose: () => void
}

const labels = accreditationLabels

function useNewForm({ activity, today, onClose }: Omit<Props, 'accreditation'>) {
	return useContractForm(accreditationForm, createAccreditationMutation(activity.id), {
		defaultValues: emptyAccreditation(activity.format, today),
		labels,
		draft: tabDraft(`accreditation:${activity.id}`),
		onDone: onClose,
	})
}

function useEditedForm({ rules, onClose }: Pick<Props, 'rules' | 'onClose'>, accreditation: Accreditation) {
	const toForm = (one: Accreditation) => toAccreditationForm(one, rules)
	return useContractForm(accreditationForm, updateAccreditationMutation(accreditation.id), {
		defaultValues: toForm(accreditation),
		labels,
		draft: tabDraft(`accreditation:${accreditation.id}`),
		edited: {
			what: 'accreditation',
			original: accreditation,
			toForm,
			formats: {
				credits: (credits) =>
					Object.entries(credits)
						.filter(([, text]) => text !== '')
						.map(([category, text]) => `${category} ${text}`)
						.join(', '),
				formats: (formats) => formats.map((one) => FORMAT_LABELS[one]).join(', '),
				transitional: (isSet) => (isSet ? 'Yes' : 'No'),
			},
		},
		toInput: (body, base) => ({ ...body, version: base?.version }),
		onDone: onClose,
	})
}

type AnyForm = ReturnType<typeof useNewForm> | ReturnType<typeof useEditedForm>

/** Adds or edits an accreditation of an activity. The board's numbers override the calculated suggestion. */
export const AccreditationDialog = ({ accreditation, ...props }: Props) =>
	accreditation ? <EditDialog {...props} accreditation={accreditation} /> : <AddDialog {...props} />

const AddDialog = (props: Omit<Props, 'accreditation'>) => (
	<FieldsDialog {...props} form={useNewForm(props)} title="Add an accreditation" action="Add accreditation" />
)

const EditDialog = (props: Props & { accreditation: Accreditation }) => (
	<FieldsDialog
		{...props}
		form={useEditedForm(props, props.accreditation)}
		title="Edit the accreditation"
		action="Save accreditation"
	/>
)

type FieldsProps = Pick<Props, 'activity' | 'rules' | 'onClose'> & { form: AnyForm; title: string; action: string }

function FieldsDialog({ activity, rules, form, title, action, onClose }: FieldsProps) {
	const chosen = rules.find(({ jurisdiction }) => jurisdiction === form.watch('jurisdiction'))
	function suggestCredits(jurisdiction: string): void {
		const ruleSet = rules.find((one) => one.jurisdiction === jurisdiction)
		form.setValue('credits', ruleSet ? proposedCredits(activity, ruleSet) : {})
	}
	return (
		<FormDialog
			title={title}
			description="Enter what the board granted. Credits are suggested from the minutes."
			of={form}
			isDirty={form.isDirty}
			className="grid gap-5"
			action={{ label: action, busy: 'Saving...' }}
			onClose={onClose}
		>
			<div className="grid items-start gap-5 sm:grid-cols-2">
				<SelectField {...form.field('jurisdiction', { onChange: (event) => suggestCredits(event.target.value) })}>
					<option value="">Choose</option>
					{rules.map(({ jurisdiction, name }) => (
						<option key={jurisdiction} value={jurisdiction}>
							{name}
						</option>
					))}
				</SelectField>
				<TextField autoComplete="off" hint="The course’s number, or your provider number." {...form.field('number')} />
			</div>
			<Credits rules={chosen} form={form} />
			<Formats form={form} />
			<div className="grid items-start gap-5 sm:grid-cols-2">
				<TextField type="date" {...form.field('validFrom')} />
				<TextField optional type="date" {...form.field('validTo')} />
			</div>
			{chosen?.cycles.newly && <CheckField label={labels.transitional} {...form.register('transitional')} />}
		</FormDialog>
	)
}

type FormProps = { form: AnyForm }

function Credits({ rules, form }: FormProps & { rules: RuleSet | undefined }) {
	const error = form.errorOf('credits')
	if (!rules) return null
	return (
		<fieldset data-field="credits">
			<legend className="label">{labels.credits}</legend>
			<div className="mt-2 grid items-end gap-x-5 gap-y-3 sm:grid-cols-2">
				{rules.categories.map(({ id, label }) => (
					<TextField
						key={id}
						label={label}
						inputMode="decimal"
						autoComplete="off"
						placeholder="0"
						error={form.errorOf(`credits.${id}`)}
						{...form.register(`credits.${id}`)}
					/>
				))}
			</div>
			<p className="field-error" aria-live="polite">
				{error}
			</p>
		</fieldset>
	)
}

function Formats({ form }: FormProps) {
	return (
		<fieldset data-field="formats">
			<legend className="label">{labels.formats}</legend>
			<div className="mt-1 grid sm:grid-cols-2">
				{FORMATS.map((one) => (
					<CheckField key={one} label={FORMAT_LABELS[one]} value={one} {...form.register('formats')} />
				))}
			</div>
			<p className="field-error" aria-live="polite">
				{form.errorOf('formats')}
			</p>
		</fieldset>
	)
}

import { useWatch } from 'react-hook-form'
import { SelectField, TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import type { Ledger } from '../contract.ts'
import type { Card } from '../ledger-schema.ts'
import { STATUS_LABELS } from './AdmissionCard.tsx'
import { proposedGroup } from './admission-form.ts'
import { ExtensionRows, FilingRows } from './CycleRows.tsx'
import { type AdmissionDialogProps, type AdmissionFormState, useAdmissionForm } from './use-admission-form.ts'

const KINDS = { experienced: 'No', newly: 'Yes: admitted in the last two years' }

/** Adds or edits an admission. The fields depend on the jurisdiction. */
export function AdmissionDialog(props: AdmissionDialogProps) {
	const { ledger, name, admission, onClose } = props
	const { form, needsOf } = useAdmissionForm(props)
	const [jurisdiction, birthday] = useWatch({ control: form.control, name: ['jurisdiction', 'birthday'] })
	const needs = needsOf(jurisdiction)
	const card = ledger.cards.find(({ admissionId }) => admissionId === admission?.id)
	/** Suggests a group in the newly chosen jurisdiction. */
	function suggestGroup(chosen: string): void {
		const chosenNeeds = needsOf(chosen)
		form.setValue('groupNo', chosenNeeds ? proposedGroup(chosenNeeds, name, birthday) : '')
	}
	return (
		<FormDialog
			title={admission ? `Edit ${card?.name ?? 'this admission'}` : 'Add an admission'}
			of={form}
			isDirty={form.isDirty}
			className="grid gap-5"
			action={{ label: admission ? 'Save admission' : 'Add admission', busy: 'Saving...' }}
			onClose={onClose}
		>
			{!admission && (
				<SelectField
					{...form.field('jurisdiction', { onChange: ({ target }) => suggestGroup(target.value) })}
					options={ledger.jurisdictions.map(
						(one) => [one.jurisdiction, one.status === 'verified' ? one.name : `${one.name} (unchecked)`] as const,
					)}
				>
					<option value="">Choose</option>
				</SelectField>
			)}
			<div className="grid items-start gap-5 sm:grid-cols-2">
				<TextField type="date" max={ledger.today} {...form.field('admittedOn')} />
				<TextField optional autoComplete="off" {...form.field('barNumber')} />
			</div>
			{needs && <Needs form={form} needs={needs} />}
			<SelectField {...form.field('status')} options={STATUS_LABELS} />
			<TextAreaField
				optional
				rows={2}
				spellCheck={false}
				placeholder="2026-03 to 2026-08"
				hint="One month, or a range of months, on each line."
				{...form.field('inactiveMonths')}
			/>
			{card && card.cycles.length > 0 && <CycleParts form={form} card={card} />}
		</FormDialog>
	)
}

type NeedsProps = { form: AdmissionFormState; needs: Ledger['jurisdictions'][number]['needs'] }

/** Edits the fields that the chosen jurisdiction needs. */
function Needs({ form, needs: { birthday, assignedDay, newly, groups } }: NeedsProps) {
	return (
		<>
			{birthday && (
				<TextField
					type="date"
					autoComplete="bday"
					hint="Your reporting deadline depends on it. We use it for nothing else, and nobody at the club sees it."
					{...form.field('birthday')}
				/>
			)}
			{groups.length > 0 && (
				<SelectField
					hint="Suggested from your last name. It is the group you had when you were admitted: check with the board."
					{...form.field('groupNo')}
					options={groups.map(({ no, label }) => [String(no), label] as const)}
				>
					<option value="">Choose</option>
				</SelectField>
			)}
			{assignedDay && <TextField type="date" hint="The day your board assigned." {...form.field('assignedDay')} />}
			{newly && <SelectField {...form.field('cycleKind')} options={KINDS} />}
		</>
	)
}

const CycleParts = ({ form, card }: { form: AdmissionFormState; card: Card }) => (
	<>
		<FilingRows form={form} card={card} />
		<ExtensionRows form={form} card={card} />
	</>
)

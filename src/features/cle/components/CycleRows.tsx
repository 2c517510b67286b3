import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { Button } from '#src/components/ui/Button.tsx'
import { SelectField, TextField } from '#src/components/ui/forms/Field.tsx'
import { formatDay } from '#src/lib/dates/calendar-day.ts'
import type { Card } from '../ledger-schema.ts'
import type { AdmissionForm } from './admission-form.ts'
import type { AdmissionFormState } from './use-admission-form.ts'

type Props = { form: AdmissionFormState; card: Card }

const controlOf = (form: AdmissionFormState) => (form as unknown as UseFormReturn<AdmissionForm>).control

/** Edits the days on which the member filed. Under some rules, a cycle ends on its filing day. */
export function FilingRows({ form, card: { cycles, also } }: Props) {
	const { fields, append, remove } = useFieldArray({ control: controlOf(form), name: 'filings' })
	const current = cycles.find(({ isCurrent }) => isCurrent) ?? cycles[0]
	return (
		<Rows
			title="Filings"
			hint="The days you filed your registration or report. In New York a cycle ends with it."
			add="Add a filing"
			onAdd={() => append({ due: current?.due ?? '', filedOn: '' })}
		>
			{fields.map(({ id }, index) => (
				<Row key={id} name={`Filing ${index + 1}`} onRemove={() => remove(index)}>
					<SelectField
						label="Filed for"
						error={form.errorOf(`filings.${index}.due`)}
						options={[
							...cycles.map(({ due }) => [due, `The cycle due ${formatDay(due)}`] as const),
							...also.map(({ title, lastDay }) => [lastDay, `${title}, due ${formatDay(lastDay)}`] as const),
						]}
						{...form.register(`filings.${index}.due`)}
					/>
					<TextField
						type="date"
						label="Filed on"
						error={form.errorOf(`filings.${index}.filedOn`)}
						{...form.register(`filings.${index}.filedOn`)}
					/>
				</Row>
			))}
		</Rows>
	)
}

/** Edits the extensions that the board granted. */
export function ExtensionRows({ form, card: { cycles } }: Props) {
	const { fields, append, remove } = useFieldArray({ control: controlOf(form), name: 'extensions' })
	const current = cycles.find(({ isCurrent }) => isCurrent) ?? cycles[0]
	return (
		<Rows
			title="Extensions"
			hint="Only extensions your board granted."
			add="Add an extension"
			onAdd={() => append({ cycleFrom: current?.cycleFrom ?? '', newDue: '', note: '' })}
		>
			{fields.map(({ id }, index) => (
				<Row key={id} name={`Extension ${index + 1}`} onRemove={() => remove(index)}>
					<SelectField
						label="Cycle"
						error={form.errorOf(`extensions.${index}.cycleFrom`)}
						options={cycles.map(({ cycleFrom, label }) => [cycleFrom, label] as const)}
						{...form.register(`extensions.${index}.cycleFrom`)}
					/>
					<TextField
						type="date"
						label="New last day"
						error={form.errorOf(`extensions.${index}.newDue`)}
						{...form.register(`extensions.${index}.newDue`)}
					/>
					<TextField
						label="Note"
						optional
						autoComplete="off"
						error={form.errorOf(`extensions.${index}.note`)}
						{...form.register(`extensions.${index}.note`)}
					/>
				</Row>
			))}
		</Rows>
	)
}

type RowsProps = { title: string; hint: string; add: string; onAdd: () => void; children: ReactNode }

const Rows = ({ title, hint, add, onAdd, children }: RowsProps) => (
	<fieldset className="grid gap-4">
		<legend className="label">
			{title}
			<span className="label-note"> (optional)</span>
		</legend>
		<p className="hint">{hint}</p>
		{children}
		<Button variant="line" className="justify-self-start" onClick={onAdd}>
			<Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />
			{add}
		</Button>
	</fieldset>
)

type RowProps = { name: string; onRemove: () => void; children: ReactNode }

const Row = ({ name, onRemove, children }: RowProps) => (
	<fieldset className="cle-part">
		<legend className="sr-only">{name}</legend>
		<div className="grid items-start gap-4 sm:grid-cols-2 sm:*:first:col-span-2">{children}</div>
		<Button variant="quiet" className="justify-self-start" onClick={onRemove}>
			Remove<span className="sr-only"> {name}</span>
		</Button>
	</fieldset>
)

import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { SelectField, TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import { MoveButtons } from '#src/components/ui/lists/MoveButtons.tsx'
import { newId } from '#src/lib/ids.ts'
import { formLabels, MAX_FIELDS, type OwnField } from '../../form-contract.ts'

export const KIND_NAMES = { text: 'Text', choice: 'Choice', checkbox: 'Checkbox' } as const
export const FIELD_LABELS = { label: 'Label', kind: 'Kind', choices: 'Choices', isRequired: 'Required' } as const

type Fields = readonly OwnField[]

interface Props {
	fields: Fields
	errorOf: (path: string) => string | undefined
	onChange: (fields: OwnField[]) => void
}

/** Adds, changes, moves and removes the club's own fields. */
export function FieldsEditor({ fields, errorOf, onChange }: Props) {
	const fieldset = useRef<HTMLFieldSetElement>(null)
	/** Focuses an element after the next render. */
	const focus = (selector: string) =>
		requestAnimationFrame(() => fieldset.current?.querySelector<HTMLElement>(selector)?.focus())
	function move(from: number, to: number): void {
		const others = fields.filter((_, at) => at !== from)
		onChange([...others.slice(0, to), ...fields.slice(from, from + 1), ...others.slice(to)])
	}
	return (
		<fieldset ref={fieldset} className="grid gap-4" data-field="fields">
			<legend className="label mb-1">{formLabels.fields}</legend>
			{fields.length === 0 && <p className="text-muted">No fields of your own yet.</p>}
			{fields.map((field, at) => (
				<FieldEditor
					key={field.id}
					field={field}
					at={at}
					count={fields.length}
					errorOf={(part) => errorOf(`fields.${at}.${part}`)}
					onChange={(part) => onChange(fields.map((other) => (other === field ? { ...other, ...part } : other)))}
					onMove={(to) => move(at, to)}
					onRemove={() => {
						onChange(fields.filter((other) => other !== field))
						focus('[data-add]')
					}}
				/>
			))}
			<p className="field-error" aria-live="polite">
				{errorOf('fields')}
			</p>
			{fields.length < MAX_FIELDS ? (
				<div>
					<Button
						variant="line"
						data-add=""
						onClick={() => {
							const id = `field-${newId()}`
							onChange([...fields, { id, kind: 'text', label: '', choices: '', isRequired: false }])
							focus(`[name="fields.${fields.length}.label"]`)
						}}
					>
						<Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />
						Add a field
					</Button>
				</div>
			) : (
				<p className="hint">{`A form can have at most ${MAX_FIELDS} fields.`}</p>
			)}
		</fieldset>
	)
}

interface FieldEditorProps {
	field: OwnField
	at: number
	count: number
	errorOf: (part: string) => string | undefined
	onChange: (part: Partial<OwnField>) => void
	onMove: (to: number) => void
	onRemove: () => void
}

function FieldEditor({ field, at, count, errorOf, onChange, onMove, onRemove }: FieldEditorProps) {
	const props = (part: 'label' | 'kind' | 'choices') => ({
		name: `fields.${at}.${part}`,
		label: FIELD_LABELS[part],
		value: field[part],
		error: errorOf(part),
		autoComplete: 'off',
		onChange: ({ target }: { target: { value: string } }) => onChange({ [part]: target.value }),
	})
	const name = field.label || `field ${at + 1}`
	return (
		<fieldset className="card own-field" aria-label={`Field ${at + 1}`}>
			<div className="setting-pair">
				<TextField {...props('label')} />
				<SelectField {...props('kind')} options={KIND_NAMES} />
			</div>
			{field.kind === 'choice' && <TextAreaField rows={4} hint="One on each line." {...props('choices')} />}
			<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
				<label className="flex min-h-11 flex-auto items-center gap-3">
					<input
						type="checkbox"
						className="size-5 flex-none"
						checked={field.isRequired}
						onChange={({ target }) => onChange({ isRequired: target.checked })}
					/>
					{field.kind === 'checkbox' ? 'Must be checked' : 'An answer is required'}
				</label>
				<MoveButtons of={name} at={at} count={count} onMove={onMove} />
				<Button variant="quiet" onClick={onRemove}>
					Remove<span className="sr-only">{` ${name}`}</span>
				</Button>
			</div>
		</fieldset>
	)
}

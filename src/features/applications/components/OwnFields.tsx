import { type ComponentProps, useId } from 'react'
import { SelectField, TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import type { ShownField } from '../own-fields.ts'

type ControlProps = Pick<ComponentProps<'input'>, 'name' | 'checked' | 'onChange' | 'onBlur'> & {
	ref?: (element: HTMLElement | null) => void
	error?: string | undefined
}

interface Props {
	fields: readonly ShownField[]
	/** Returns the props of the control of a field. */
	propsOf: (field: ShownField) => ControlProps
}

/** The club's own part of the application form. */
export const OwnFields = ({ fields, propsOf }: Props) =>
	fields.map((field) => <Field key={field.id} field={field} {...(propsOf(field) as object)} />)

function Field({ field, ...control }: { field: ShownField } & ControlProps) {
	const { kind, label, isRequired, choices } = field
	const common = { label, optional: !isRequired, ...(control as object) }
	if (kind === 'checkbox') return <CheckboxField field={field} {...(control as object)} />
	if (kind === 'choice')
		return <SelectField {...common} options={[['', 'Choose'], ...choices.map((choice) => [choice, choice] as const)]} />
	return field.isLine ? <TextField autoComplete="off" {...common} /> : <TextAreaField rows={2} {...common} />
}

function CheckboxField({ field, error, ...control }: { field: ShownField } & ControlProps) {
	const id = useId()
	return (
		<div className="field">
			<div className="flex min-h-11 items-center gap-3">
				<input
					id={id}
					type="checkbox"
					className="size-5 flex-none"
					aria-invalid={error ? true : undefined}
					aria-describedby={error ? `${id}-error` : undefined}
					{...control}
				/>
				<label htmlFor={id} className="min-w-0 break-words">
					{field.label}
					{!field.isRequired && <span className="label-note"> (optional)</span>}
				</label>
			</div>
			{field.link && (
				<p className="ps-8">
					<a className="link" href={field.link} target="_blank" rel="noopener">
						Read the terms<span className="sr-only"> (opens a new tab)</span>
					</a>
				</p>
			)}
			<p className="field-error" id={`${id}-error`} aria-live="polite">
				{error}
			</p>
		</div>
	)
}

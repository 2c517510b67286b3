import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from '../styles.ts'

type Frame = {
	label: string
	/** Hides the label visually if the context names the field. Screen readers still read it. */
	hidesLabel?: boolean | undefined
	/** Instructions for the field, shown before any error. */
	hint?: ReactNode
	/** Adds "(optional)" to the label. */
	optional?: boolean | undefined
	error?: string | undefined
}

/** Splits the props of a field into props of its frame (`FieldShell`) and props of its control. */
export function useField<Props extends Frame & { id?: string | undefined; className?: string | undefined }>(
	props: Props,
) {
	const { label, hidesLabel, hint, optional, error, id: givenId, className, ...rest } = props
	const generatedId = useId()
	const id = givenId ?? generatedId
	return {
		frame: { id, label, hidesLabel, hint, optional, error },
		control: {
			...rest,
			id,
			className: classes('input', className),
			'aria-invalid': error ? true : undefined,
			'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
		},
	}
}

/** Renders the frame of a field: label, hint and error. `id` is the id of the control. */
export function FieldShell({
	id,
	label,
	hidesLabel,
	hint,
	optional,
	error,
	children,
}: Frame & { id: string; children: ReactNode }) {
	return (
		<div className="field">
			<label id={`${id}-label`} className={hidesLabel ? 'sr-only' : 'label'} htmlFor={id}>
				{label}
				{optional && <span className="label-note"> (optional)</span>}
			</label>
			{children}
			{hint && (
				<p className="hint" id={`${id}-hint`}>
					{hint}
				</p>
			)}
			{/* Always rendered: not all screen readers announce a live region that appears together with its text. */}
			<p className="field-error" id={`${id}-error`} aria-live="polite">
				{error}
			</p>
		</div>
	)
}

/** A single-line field. Takes the props of react-hook-form's `register`. */
export function TextField(props: ComponentProps<'input'> & Frame) {
	const { frame, control } = useField(props)
	return (
		<FieldShell {...frame}>
			<input dir="auto" {...control} />
		</FieldShell>
	)
}

/** An email field without automatic capitalization or spell checking. */
export const EmailField = (props: ComponentProps<typeof TextField>) => (
	<TextField type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />
)

/** A field for a code in capital letters, without autocomplete or autocorrect. */
export const CapitalsField = (props: ComponentProps<typeof TextField>) => (
	<TextField autoComplete="off" autoCapitalize="characters" autoCorrect="off" spellCheck={false} {...props} />
)

export function TextAreaField(props: ComponentProps<'textarea'> & Frame) {
	const { frame, control } = useField(props)
	return (
		<FieldShell {...frame}>
			<textarea dir="auto" {...control} />
		</FieldShell>
	)
}

/** Labels by value, or pairs of value and label. */
type Choices = Readonly<Record<string, string>> | ReadonlyArray<readonly [value: string, label: string]>

/** A select field. `options` follow any options among the children. */
export function SelectField({
	options = [],
	children,
	...props
}: ComponentProps<'select'> & Frame & { options?: Choices }) {
	const { frame, control } = useField(props)
	return (
		<FieldShell {...frame}>
			<select {...control}>
				{children}
				{(Array.isArray(options) ? options : Object.entries(options)).map(([value, label]) => (
					<option key={value} value={value}>
						{label}
					</option>
				))}
			</select>
		</FieldShell>
	)
}

/** A checkbox with its label next to it. */
export function CheckField({ label, ...control }: ComponentProps<'input'> & { label: string }) {
	const id = useId()
	return (
		<div className="flex min-h-11 items-center gap-3">
			<input id={id} type="checkbox" className="size-5 flex-none" {...control} />
			<label htmlFor={id}>{label}</label>
		</div>
	)
}

import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from '../styles.ts'

type Frame = {
	label: string
	/** What to enter, shown before any error. */
	hint?: ReactNode
	/** Adds "(optional)" to the label. */
	optional?: boolean
	/** Error message, if the value is invalid. */
	error?: string | undefined
}

type Ids = { id: string; describedBy: string | undefined }

export function useFieldIds(
	given: string | undefined,
	{ hint, error }: Frame,
): Ids & { labelId: string; hintId: string; errorId: string } {
	const made = useId()
	const id = given ?? made
	const labelId = `${id}-label`
	const hintId = `${id}-hint`
	const errorId = `${id}-error`
	const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined
	return { id, labelId, hintId, errorId, describedBy }
}

/** Hides the label visually if the context names the field; screen readers still hear it. */
type Hideable = { hidesLabel?: boolean }

type ShellProps = Frame & Hideable & { ids: ReturnType<typeof useFieldIds>; children: ReactNode }

/** The frame of every field: label, hint and error. */
export function FieldShell({ label, hidesLabel, hint, optional, error, ids, children }: ShellProps) {
	return (
		<div className="field">
			<label id={ids.labelId} className={hidesLabel ? 'sr-only' : 'label'} htmlFor={ids.id}>
				{label}
				{optional && <span className="label-note"> (optional)</span>}
			</label>
			{children}
			{hint && (
				<p className="hint" id={ids.hintId}>
					{hint}
				</p>
			)}
			{/* Always in the page: not all screen readers announce a live region that appears together with its text. */}
			<p className="field-error" id={ids.errorId} aria-live="polite">
				{error}
			</p>
		</div>
	)
}

/** A single-line field. Takes the props of react-hook-form's `register`. */
export function TextField({ label, hint, optional, error, id, className, ...rest }: ComponentProps<'input'> & Frame) {
	const ids = useFieldIds(id, { label, hint, error })
	return (
		<FieldShell {...{ label, hint, optional, error, ids }}>
			<input
				dir="auto"
				{...rest}
				id={ids.id}
				className={classes('input', className)}
				aria-invalid={error ? true : undefined}
				aria-describedby={ids.describedBy}
			/>
		</FieldShell>
	)
}

/** An email field without capitalization and autocorrect. */
export const EmailField = (props: ComponentProps<typeof TextField>) => (
	<TextField type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />
)

/** A multi-line field. */
export function TextAreaField({
	label,
	hidesLabel = false,
	hint,
	optional,
	error,
	id,
	className,
	...rest
}: ComponentProps<'textarea'> & Frame & Hideable) {
	const ids = useFieldIds(id, { label, hint, error })
	return (
		<FieldShell {...{ label, hidesLabel, hint, optional, error, ids }}>
			<textarea
				dir="auto"
				{...rest}
				id={ids.id}
				className={classes('input', className)}
				aria-invalid={error ? true : undefined}
				aria-describedby={ids.describedBy}
			/>
		</FieldShell>
	)
}

/** A select field; its children are the options. */
export function SelectField({
	label,
	hint,
	optional,
	error,
	id,
	className,
	...rest
}: ComponentProps<'select'> & Frame) {
	const ids = useFieldIds(id, { label, hint, error })
	return (
		<FieldShell {...{ label, hint, optional, error, ids }}>
			<select
				{...rest}
				id={ids.id}
				className={classes('input', className)}
				aria-invalid={error ? true : undefined}
				aria-describedby={ids.describedBy}
			/>
		</FieldShell>
	)
}

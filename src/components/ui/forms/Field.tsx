import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from '../styles.ts'

type Frame = {
	label: string
	/** What to enter, said before there is an error. */
	hint?: ReactNode
	/** Says "(optional)" beside the label. */
	optional?: boolean
	/** What is wrong with what was entered; undefined while there is none. */
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

/** Where what stands around the field says what it is: the label is for whom reads by ear. */
type Hideable = { hidesLabel?: boolean }

type ShellProps = Frame & Hideable & { ids: ReturnType<typeof useFieldIds>; children: ReactNode }

/** What stands around every field: its label, its hint and what is wrong. */
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
			{/* Always in the page: a live region that arrives together with its text is not announced everywhere. */}
			<p className="field-error" id={ids.errorId} aria-live="polite">
				{error}
			</p>
		</div>
	)
}

/** A line of text. Takes the props of react-hook-form's `register`. */
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

/** An e-mail address, which a phone neither capitalizes nor corrects. */
export const EmailField = (props: ComponentProps<typeof TextField>) => (
	<TextField type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />
)

/** Several lines of text. */
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

/** One of a few; the options are its children. */
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

import { classes } from './styles.ts'

/** A spinner next to text that says what is happening. */
export function Spinner({ className }: { className?: string }) {
	return <span className={classes('spinner', className)} aria-hidden="true" />
}

/** A spinner for a whole area; screen readers hear `label`. */
export function PageSpinner({ label }: { label: string }) {
	return (
		<div role="status" className="grid min-h-[40vh] place-items-center">
			<Spinner className="spinner-page" />
			<span className="sr-only">{label}</span>
		</div>
	)
}

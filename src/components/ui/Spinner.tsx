import { classes } from './styles.ts'

/** Shows a spinner. Put it next to text that describes the progress. */
export function Spinner({ className }: { className?: string }) {
	return <span className={classes('spinner', className)} aria-hidden="true" />
}

/** Shows a spinner for a whole area. Screen readers read `label`. */
export function PageSpinner({ label }: { label: string }) {
	return (
		<div role="status" className="grid min-h-[40vh] place-items-center">
			<Spinner className="spinner-page" />
			<span className="sr-only">{label}</span>
		</div>
	)
}

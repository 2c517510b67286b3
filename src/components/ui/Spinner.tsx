import { classes } from './styles.ts'

/** A turning ring beside words that already say what is going on. */
export function Spinner({ className }: { className?: string }) {
	return <span className={classes('spinner', className)} aria-hidden="true" />
}

/** The whole area waits: `label` is what a screen reader hears. */
export function PageSpinner({ label = 'Loading' }: { label?: string }) {
	return (
		<div role="status" className="grid min-h-[40vh] place-items-center">
			<Spinner className="spinner-page" />
			<span className="sr-only">{label}</span>
		</div>
	)
}

import { classes } from './styles.ts'

/** Shows a gray placeholder. Size it by class; put `aria-busy` or a status text on its container. */
export function Skeleton({ className }: { className: string }) {
	return <span className={classes('skeleton block', className)} aria-hidden="true" />
}

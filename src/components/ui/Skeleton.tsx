import { classes } from './styles.ts'

/** A gray shape where content will be. Give it a size; put `aria-busy` or a status text on what contains it. */
export function Skeleton({ className }: { className: string }) {
	return <span className={classes('skeleton block', className)} aria-hidden="true" />
}

import type { ComponentProps } from 'react'
import { classes } from './styles.ts'

/** An item to act on. `padded={false}` if the content reaches the edge (a table, a cover). */
export function Card({ padded = true, className, ...rest }: ComponentProps<'div'> & { padded?: boolean }) {
	return <div {...rest} className={classes('card', padded && 'card-body', className)} />
}

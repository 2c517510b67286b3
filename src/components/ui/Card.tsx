import type { ComponentProps } from 'react'
import { classes } from './styles.ts'

/** A thing one acts on. `padded={false}` where the content reaches the edge (a table, a cover). */
export function Card({ padded = true, className, ...rest }: ComponentProps<'div'> & { padded?: boolean }) {
	return <div {...rest} className={classes('card', padded && 'card-body', className)} />
}

import type { ComponentProps } from 'react'
import { Button } from '../Button.tsx'

type Props = ComponentProps<typeof Button> & {
	children: string
	/** Name of the affected item, for the accessible label. */
	of: string
}

/** Renders a small button at the end of a row. */
export const RowButton = ({ of, ...props }: Props) => (
	<Button variant="line" className="btn-small" aria-label={`${props.children} ${of}`} {...props} />
)

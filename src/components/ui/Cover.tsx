import { COVER_FIELD, coverOf } from '#src/lib/site/cover.ts'
import { classes } from './styles.ts'

type Props = {
	/** Id of the item: the same id gives the same cover everywhere. */
	of: string
	className?: string
}

/** Draws a cover for an item without an image. Fills its box. Decorative, because the title is next to it. */
export function Cover({ of, className }: Props) {
	const { ground, shapes } = coverOf(of)
	return (
		<svg
			viewBox="0 0 100 100"
			preserveAspectRatio="xMidYMid meet"
			className={classes('cover', className)}
			aria-hidden="true"
		>
			<path d={COVER_FIELD} fill={ground} />
			{shapes.map((shape) => (
				<path key={shape.d} {...shape} />
			))}
		</svg>
	)
}

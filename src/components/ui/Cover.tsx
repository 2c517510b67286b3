import { COVER_FIELD, coverOf } from '#src/lib/site/cover.ts'
import { classes } from './styles.ts'

type Props = {
	/** Of what it is the cover: the same id has the same cover everywhere. */
	of: string
	className?: string
}

/**
 * The drawn cover of something without an image. It fills the box its class gives it, whatever its
 * form. Decoration: the title stands beside it.
 */
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

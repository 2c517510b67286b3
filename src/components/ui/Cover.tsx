import { COVER_FIELD, type CoverChoice, coverOf } from '#src/lib/cover.ts'
import { classes } from './styles.ts'

type Props = {
	title: string
	/** Where it is to differ from what stands beside it. */
	choice?: CoverChoice | undefined
	className?: string
}

/**
 * The drawn cover of something without an image. It fills the box its class gives it, whatever its
 * form. Decoration: the title stands beside it.
 */
export function Cover({ title, choice, className }: Props) {
	const { ground, shapes } = coverOf(title, choice)
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

import type { CoverChoice } from '#src/lib/cover.ts'
import { Cover } from './Cover.tsx'
import { classes } from './styles.ts'

type Props = {
	/** Address of the picture, where there is one. */
	src: string | null | undefined
	/** What the drawn cover is made of. */
	title: string
	/** Of the cover, where it is to differ from what stands beside it. */
	choice?: CoverChoice | undefined
	/** Gives the box its size. */
	className?: string
	/** For pictures of other sites that need not know who looks. */
	referrerPolicy?: 'no-referrer'
	/** Of the first screen: it is not waited for until one scrolls. */
	eager?: boolean
}

/**
 * The picture of something, over the cover that is drawn for it: what shows until the picture is there, and where it
 * does not load. No script is needed for that (`site/early-page.ts` only tidies). Decoration: the title stands beside it.
 */
export function Picture({ src, title, choice, className, referrerPolicy, eager = false }: Props) {
	if (!src) return <Cover title={title} choice={choice} className={className} />
	return (
		<span className={classes('picture', className)}>
			<Cover title={title} choice={choice} />
			<img
				key={src}
				src={src}
				alt=""
				loading={eager ? undefined : 'lazy'}
				decoding="async"
				referrerPolicy={referrerPolicy}
			/>
		</span>
	)
}

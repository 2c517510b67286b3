import { Cover } from './Cover.tsx'
import { classes } from './styles.ts'

type Props = {
	/** Address of the picture, where there is one. */
	src: string | null | undefined
	/** The id of what it is a picture of, from which the cover is drawn. */
	of: string
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
export function Picture({ src, of, className, referrerPolicy, eager = false }: Props) {
	if (!src) return <Cover of={of} className={className} />
	return (
		<span className={classes('picture', className)}>
			<Cover of={of} />
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

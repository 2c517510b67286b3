import { Cover } from './Cover.tsx'
import { classes } from './styles.ts'

type Props = {
	src: string | null | undefined
	/** Id of the item, from which the cover is drawn. */
	of: string
	className?: string
	/** For pictures of other sites, which need not know the page. */
	referrerPolicy?: 'no-referrer'
	/** For pictures on the first screen: loads without waiting for a scroll. */
	eager?: boolean
}

/**
 * A picture on top of its drawn cover, which shows while it loads and after a failure. Works without scripts
 * (`site/early-page.ts` only tidies up). Decorative: the title is next to it.
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

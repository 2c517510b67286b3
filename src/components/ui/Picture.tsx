import { Cover } from './Cover.tsx'
import { classes } from './styles.ts'

type Props = {
	src: string | null | undefined
	/** Id of the item, from which the cover is drawn. */
	of: string
	className?: string
	/** For pictures from other sites, which should not receive the page's URL. */
	referrerPolicy?: 'no-referrer'
	/** For pictures on the first screen: disables lazy loading. */
	eager?: boolean
}

/**
 * Shows a picture on top of its drawn cover, which is visible while the picture loads and if it fails. Works without
 * scripts: `site/header/early-page.ts` only marks loaded and failed pictures. Decorative, because the title is next to
 * it.
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

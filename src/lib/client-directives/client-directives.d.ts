import 'astro'

declare module 'astro' {
	interface AstroClientDirectives {
		/** Hydrates with the first toast: a page that shows none loads no React for it. */
		'client:toast'?: boolean
	}
}

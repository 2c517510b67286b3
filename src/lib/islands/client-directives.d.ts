import 'astro'

declare module 'astro' {
	interface AstroClientDirectives {
		/** Hydrates with the first toast: a page that shows none loads no React for it. */
		'client:toast'?: boolean
		/** Hydrates at once; what was typed, chosen or pressed before is done again. For screens and forms. */
		'client:now'?: boolean
		/** Hydrates when it comes into view; what was done to it before is done again. For what stands far down a page. */
		'client:reached'?: boolean
		/**
		 * Hydrates at once for who is signed in, and for visitors when they touch the island; also when an event of the
		 * given name comes to the window. With 'near' it waits for members, too, until it is nearly in view.
		 */
		'client:member'?: boolean | string
		/**
		 * Hydrates when somebody touches it, and at once where the tab keeps a draft of this key for it, or its page in the
		 * history this state; what was done before is done again. For forms that everybody may open.
		 */
		'client:touched'?: boolean | { draft?: string; state?: string }
		/**
		 * Hydrates when somebody touches it, or asks to hear the episode of this id: by a link of the page, by an address with a
		 * time, or by the page before, which played it; also where somebody stopped in it.
		 */
		'client:listening'?: string
		/** Hydrates when something begins to play; without a value also where the page before played something. */
		'client:playing'?: boolean | string
	}
}

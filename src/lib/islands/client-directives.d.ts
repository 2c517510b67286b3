import 'astro'
import type { Signal } from './signal-directive.ts'

declare module 'astro' {
	interface AstroClientDirectives {
		/** Hydrates at the first window event of this name. A page without a toast or sound loads no React for it. */
		'client:signal'?: Signal
		/** Hydrates immediately and replays earlier input. For screens and forms. */
		'client:now'?: boolean
		/** Hydrates when it scrolls into view and replays earlier input. For the end of long pages. */
		'client:reached'?: boolean
		/**
		 * Hydrates after the first paint for signed-in users, and for visitors when touched or at a window event with the
		 * given name. With 'near', it waits until it is almost in view for signed-in users, too.
		 */
		'client:member'?: boolean | string
		/**
		 * Hydrates when touched, and immediately if the tab has a draft under this key, or the history entry has this state.
		 * Replays earlier input. For forms on public pages.
		 */
		'client:touched'?: boolean | { draft?: string; state?: string }
		/**
		 * Hydrates when touched, or when the episode with this id should play: after a click on a link, for a URL with a
		 * time, or because the previous page was playing it. Also hydrates if the listener stopped within it earlier.
		 */
		'client:listening'?: string
	}
}

import { type DefaultOptions, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'

export const isBrowser = typeof window !== 'undefined'

// Notify in a microtask instead of a task, so that the screen is up to date after an awaited refresh. A closing dialog
// then returns focus to an element that stays, and not to the button of a row about to disappear.
notifyManager.setScheduler(queueMicrotask)

/**
 * The client for server rendering, which caches nothing. The module lives as long as the server, and data of one
 * reader's page (sessions, drafts) would leak into the next reader's.
 */
class ForgetfulClient extends QueryClient {
	override getQueryCache(): QueryCache {
		return new QueryCache()
	}
}

const defaultsFor = (enabled: boolean): DefaultOptions => ({
	queries: {
		retry: false,
		// Otherwise, each hydrating island would retry a query that just failed.
		retryOnMount: false,
		refetchOnWindowFocus: false,
		refetchInterval: false,
		staleTime: Number.POSITIVE_INFINITY,
		// No fetch during server rendering: islands get their initial state as a prop.
		enabled,
		networkMode: 'always',
	},
	// Offline calls fail immediately with a message instead of pausing silently.
	mutations: { retry: false, networkMode: 'always' },
})

/** The client for server rendering and for hydration in the browser. */
export const renderingClient: QueryClient = new ForgetfulClient({ defaultOptions: defaultsFor(false) })

/**
 * One client for all islands of a page, shared by module instead of provider. The defaults follow docs/product.md
 * (Calls and their errors): no retry, no refetch on focus, never stale.
 */
export const queryClient = isBrowser ? new QueryClient({ defaultOptions: defaultsFor(true) }) : renderingClient

// The next page has its own initial state.
if (isBrowser) document.addEventListener('astro:page-load', () => queryClient.clear())

import { type DefaultOptions, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'

export const isBrowser = typeof window !== 'undefined'

// Not in a task of its own, as by default: whoever awaits a refresh finds the screen refreshed. A dialog that closes
// then gives the focus to what is left, and not to the button of a row that goes an instant later.
notifyManager.setScheduler(queueMicrotask)

/**
 * The client while pages are rendered on the server: it remembers nothing. The module lives as long as the server,
 * and what it kept of one reader's page (their sign-ins, their drafts) would be rendered into the next reader's.
 */
class ForgetfulClient extends QueryClient {
	override getQueryCache(): QueryCache {
		return new QueryCache()
	}
}

const defaultsFor = (enabled: boolean): DefaultOptions => ({
	queries: {
		retry: false,
		// Else each island that wakes asks again for what failed just now.
		retryOnMount: false,
		refetchOnWindowFocus: false,
		refetchInterval: false,
		staleTime: Number.POSITIVE_INFINITY,
		// Nothing is fetched while a page is rendered on the server: islands get their first state as a prop.
		enabled,
		networkMode: 'always',
	},
	// What is asked for without a network fails at once and says so, instead of waiting without a word.
	mutations: { retry: false, networkMode: 'always' },
})

/** What every page is rendered with on the server, and what an island takes its HTML over with in the browser. */
export const renderingClient: QueryClient = new ForgetfulClient({ defaultOptions: defaultsFor(false) })

/**
 * One client for all islands of a page: they share answers by module, not by provider.
 * The defaults are the rules of docs/product.md (Calls and their errors): no retry, no refetch on focus, never stale.
 */
export const queryClient = isBrowser ? new QueryClient({ defaultOptions: defaultsFor(true) }) : renderingClient

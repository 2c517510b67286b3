import { QueryCache, QueryClient, type QueryClientConfig } from '@tanstack/react-query'

const isServer = typeof window === 'undefined'

const config: QueryClientConfig = {
	defaultOptions: {
		queries: {
			retry: false,
			refetchOnWindowFocus: false,
			refetchInterval: false,
			staleTime: Number.POSITIVE_INFINITY,
			// Nothing is fetched while a page is rendered on the server: islands get their first state as a prop.
			enabled: !isServer,
		},
		mutations: { retry: false },
	},
}

/**
 * On the server a cache would outlive the request: what one reader's island was rendered from would be in the next
 * reader's page. So there each look at the cache finds an empty one.
 */
class ForgetfulQueryClient extends QueryClient {
	override getQueryCache(): QueryCache {
		return new QueryCache()
	}
}

/**
 * One client for all islands of a page: they share answers by module, not by provider.
 * The defaults are the specification's data rules (section 7): no retry, no refetch on focus, never stale.
 */
export const queryClient = isServer ? new ForgetfulQueryClient(config) : new QueryClient(config)

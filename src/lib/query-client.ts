import { QueryClient } from '@tanstack/react-query'

/**
 * One client for all islands of a page: they share answers by module, not by provider.
 * The defaults are the specification's data rules (section 7): no retry, no refetch on focus, never stale.
 */
export const queryClient = new QueryClient({
	defaultOptions: {
		queries: {
			retry: false,
			refetchOnWindowFocus: false,
			refetchInterval: false,
			staleTime: Number.POSITIVE_INFINITY,
			// Nothing is fetched while a page is rendered on the server: islands get their first state as a prop.
			enabled: typeof window !== 'undefined',
		},
		mutations: { retry: false },
	},
})

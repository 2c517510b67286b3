import { infiniteQueryOptions } from '@tanstack/react-query'
import { callPage } from '#src/lib/api-client.ts'
import { listAudit } from './contract.ts'

/** Entries, newest first, in pages; of one kind of action where one is given. */
export const auditQuery = (action: string) =>
	infiniteQueryOptions({
		queryKey: ['admin', 'audit', action],
		queryFn: ({ pageParam, signal }) =>
			callPage(listAudit, { query: { action: action || undefined, cursor: pageParam }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page) => page.next,
	})

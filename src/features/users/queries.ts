import { queryOptions } from '@tanstack/react-query'
import { call } from '#src/lib/api-client.ts'
import { getStats } from './contract.ts'

/** How many accounts there are. Refetched after every change of a user. */
export const statsQuery = queryOptions({ queryKey: ['admin', 'stats'], queryFn: () => call(getStats) })

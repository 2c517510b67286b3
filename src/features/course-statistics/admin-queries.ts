import { list } from '#src/lib/api/query-list.ts'
import type { UnseenDays } from '#src/lib/lists/unseen.ts'
import { listStatistics } from './contract.ts'
import { listInactiveMembers } from './inactive-contract.ts'

export const listStatisticsQuery = list(listStatistics, { query: {} })

export const listInactiveMembersQuery = (days: UnseenDays, order: 'asc' | 'desc') =>
	list(listInactiveMembers, { query: { days, order } })

import { list } from '#src/lib/api/query-list.ts'
import type { UnseenDays } from '#src/lib/lists/unseen.ts'
import { listStatistics } from './contract.ts'
import { listInactiveMembers } from './inactive-contract.ts'

/** All courses, most members first, in pages. */
export const listStatisticsQuery = list(listStatistics, { query: {} })

/** Members not seen for this many days, in pages. */
export const listInactiveMembersQuery = (days: UnseenDays, order: 'asc' | 'desc') =>
	list(listInactiveMembers, { query: { days, order } })

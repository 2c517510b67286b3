import { list } from '#src/lib/query-list.ts'
import type { UnseenDays } from '#src/lib/unseen.ts'
import { listFigures } from './contract.ts'
import { listInactiveMembers } from './inactive-contract.ts'

/** All courses, those with the most members first, in pages. */
export const listFiguresQuery = list(listFigures, { query: {} })

/** Who was not seen for so many days, in pages. */
export const listInactiveMembersQuery = (days: UnseenDays, order: 'asc' | 'desc') =>
	list(listInactiveMembers, { query: { days, order } })

import { query } from '#src/lib/api/query.ts'
import { suggestMembers } from './contract.ts'

export const suggestMembersQuery = (typed: string) => query(suggestMembers, { query: { q: typed } })

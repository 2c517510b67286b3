import { query } from '#src/lib/query.ts'
import { search } from './contract.ts'

/** What there is of this name. It is asked for anew a minute later: somebody may have added it. */
export const searchQuery = (typed: string) => query(search, { query: { q: typed } }, { staleTime: 60_000 })

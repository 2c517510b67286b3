import { list } from '#src/lib/query-list.ts'
import { listFigures } from './contract.ts'

/** All courses, those with the most members first, in pages. */
export const listFiguresQuery = list(listFigures, { query: {} })

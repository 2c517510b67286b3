import { newId } from '#src/lib/ids.ts'

/** Id of this process among the nodes of a database. New at each start, so calls to an earlier process are invalid. */
export const nodeId = newId()

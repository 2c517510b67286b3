import { newId } from '#src/lib/ids.ts'

/** Id of this process among the nodes of a database. New at each start: messages to a former process do not apply. */
export const nodeId = newId()

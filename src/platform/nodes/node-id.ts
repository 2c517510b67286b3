import { newId } from '#src/lib/ids.ts'

/** Names this process among those that share a database. New with each start: what was said to a former one is not for it. */
export const nodeId = newId()

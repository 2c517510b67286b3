import { and, eq, gt, ne, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db } from '#db/client.ts'
import { NODE_ALIVE_MS, nodes } from '#db/schema/platform/operations.ts'
import { write } from '#db/write.ts'

/** Silence after which a node's row is deleted, in milliseconds. */
const EXPIRES_MS = 10 * 60_000

export interface Peer {
	id: string
	url: string | null
}

/** Database time: the clocks of the machines may differ. */
const now = sql<number>`cast(unixepoch('subsec') * 1000 as integer)`

export const heartbeat = ({ id, url }: Peer): BatchItem<'sqlite'>[] => [
	db().run(sql`
		insert into ${nodes} (id, url, seen_at) values (${id}, ${url}, ${now})
		on conflict (id) do update set url = excluded.url, seen_at = excluded.seen_at`),
	db().delete(nodes).where(sql`${nodes.seenAt} not between ${now} - ${EXPIRES_MS} and ${now} + ${EXPIRES_MS}`),
]

/** Registers this node. From then on, the other nodes notify it of their changes. */
export async function registerNode(self: Peer): Promise<void> {
	await write(...heartbeat(self))
}

/** Removes this node at a clean shutdown: the others stop waiting for it. */
export async function deregisterNode(id: string): Promise<void> {
	await db().delete(nodes).where(eq(nodes.id, id))
}

export const livePeers = (id: string): Promise<Peer[]> =>
	db()
		.select({ id: nodes.id, url: nodes.url })
		.from(nodes)
		.where(and(ne(nodes.id, id), gt(nodes.seenAt, sql`${now} - ${NODE_ALIVE_MS}`)))

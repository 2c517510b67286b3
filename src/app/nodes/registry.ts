import { and, eq, gt, ne, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db, write } from '#db/client.ts'
import { NODE_ALIVE_MS, nodes } from '#db/schema/operations.ts'

/** After so long without a sign its row is deleted, in milliseconds. */
const FORGOTTEN_MS = 10 * 60_000

/** Another node of the site. */
export interface Peer {
	id: string
	/** Null where it has no address that others can call. */
	url: string | null
}

/** By the clock of the database: those of the machines may differ. */
const now = sql<number>`cast(unixepoch('subsec') * 1000 as integer)`

/** Statements that say that this node is there, and forget those that have long been away. */
export const heartbeat = ({ id, url }: Peer): BatchItem<'sqlite'>[] => [
	db().run(sql`
		insert into nodes (id, url, seen_at) values (${id}, ${url}, ${now})
		on conflict (id) do update set url = excluded.url, seen_at = excluded.seen_at`),
	db().delete(nodes).where(sql`${nodes.seenAt} < ${now} - ${FORGOTTEN_MS}`),
]

/** From here on the others tell this node of their changes. */
export async function registerNode(self: Peer): Promise<void> {
	await write(...heartbeat(self))
}

/** At a clean stop: nobody waits for this node any more. */
export async function deregisterNode(id: string): Promise<void> {
	await db().delete(nodes).where(eq(nodes.id, id))
}

/** The other nodes that were there lately. */
export const livePeers = (id: string): Promise<Peer[]> =>
	db()
		.select({ id: nodes.id, url: nodes.url })
		.from(nodes)
		.where(and(ne(nodes.id, id), gt(nodes.seenAt, sql`${now} - ${NODE_ALIVE_MS}`)))

import { EventEmitter } from 'node:events'
import { gt, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db } from '#db/client.ts'
import { publishEvents } from '#db/schema/operations.ts'

const changes = new EventEmitter()

/**
 * Statements that ask every node to publish `paths` anew. They belong into the same `write` as the change
 * that they publish, so that a crash loses neither or both. After the write call `nudgePublisher`.
 */
export function enqueuePublish(paths: string[]): BatchItem<'sqlite'>[] {
	if (paths.length === 0) return []
	const createdAt = new Date()
	return [
		db()
			.insert(publishEvents)
			.values(paths.map((path) => ({ path, createdAt }))),
	]
}

/** Tells this process's publisher to look at the queue now. Other nodes see the change at their next look. */
export function nudgePublisher(): void {
	changes.emit('change')
}

/** Calls `listener` at each nudge until the returned function is called. */
export function onPublishNudge(listener: () => void): () => void {
	changes.on('change', listener)
	return () => changes.off('change', listener)
}

let publishedUpTo: number | undefined

/** The publisher says up to which event it has published. */
export function notePublished(seq: number): void {
	publishedUpTo = seq
}

/** How many pages this node has yet to publish. */
export async function countWaitingPages(): Promise<number> {
	if (publishedUpTo === undefined) return 0
	const [row] = await db()
		.select({ pages: sql<number>`count(distinct ${publishEvents.path})` })
		.from(publishEvents)
		.where(gt(publishEvents.seq, publishedUpTo))
	return Number(row?.pages ?? 0)
}

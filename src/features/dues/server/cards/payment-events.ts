import { createHash } from 'node:crypto'
import { and, asc, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { paymentEvents } from '#db/schema/dues.ts'
import { job } from '#src/platform/jobs/job.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { log } from '#src/platform/log.ts'
import type { ProviderEvent } from '../providers/provider.ts'
import { applyCustomer } from './apply-state.ts'

const JOB = 'payment-events'
/** Retry interval while the provider is unreachable, in milliseconds. */
const RETRY_MS = 60_000
/** How long an event's id is kept, in milliseconds: the provider resends events for days, not for months. */
const KEEP_MS = 90 * 24 * 60 * 60_000

/**
 * Stores an event for the job to apply. The provider gets its response at once, and no event is lost if the provider is
 * unreachable when the state is fetched.
 * @returns false if an event with the same id and different content was received before.
 */
export async function storeEvent({ id, customerId }: ProviderEvent, body: Uint8Array): Promise<boolean> {
	const sha256 = createHash('sha256').update(body).digest('hex')
	const receivedAt = new Date()
	const stored = await db()
		.insert(paymentEvents)
		// An event about no customer has no effect.
		.values({ id, sha256, receivedAt, customerId: customerId ?? '', appliedAt: customerId ? null : receivedAt })
		.onConflictDoNothing()
		.returning({ id: paymentEvents.id })
	if (stored.length > 0) {
		wake(JOB)
		return true
	}
	const [known] = await db().select().from(paymentEvents).where(eq(paymentEvents.id, id))
	return known?.sha256 === sha256
}

const pendingEvents = () =>
	db().select().from(paymentEvents).where(isNull(paymentEvents.appliedAt)).orderBy(asc(paymentEvents.receivedAt))

/**
 * Applies the stored events, fetching the state once per customer.
 * @returns whether events are left, because the provider is unreachable or the job was aborted.
 */
export async function applyEvents(signal?: AbortSignal): Promise<boolean> {
	const events = await pendingEvents()
	let hasRemaining = false
	for (const customerId of new Set(events.map((event) => event.customerId))) {
		if (signal?.aborted) return true
		const ids = events.filter((event) => event.customerId === customerId).map(({ id }) => id)
		try {
			await applyCustomer(customerId)
			await db().update(paymentEvents).set({ appliedAt: new Date() }).where(inArray(paymentEvents.id, ids))
		} catch (error) {
			log.warn({ err: error, events: ids }, 'payment events are not applied yet')
			hasRemaining = true
		}
	}
	return hasRemaining
}

export const paymentEventsJob = job({
	name: JOB,
	feature: 'dues',
	due: () => pendingEvents().limit(1),
	every: RETRY_MS,
	async run(signal, again) {
		if (await applyEvents(signal)) again(RETRY_MS)
	},
})

/** Deletes applied events that were received more than 90 days ago. */
export async function deleteOldEvents(now = Date.now()): Promise<void> {
	const before = new Date(now - KEEP_MS)
	await db()
		.delete(paymentEvents)
		.where(and(isNotNull(paymentEvents.appliedAt), lt(paymentEvents.receivedAt, before)))
}

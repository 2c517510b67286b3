import { randomUUID } from 'node:crypto'
import { findTestOrder, payTestOrder } from '../providers/test.ts'
import { applyEvents, storeEvent } from './payment-events.ts'

// The page of the test provider, outside of production (`/dev/pay`).

export const testOutcomes = ['pay', 'decline', 'lose'] as const
type Outcome = (typeof testOutcomes)[number]

/** Returns what the page shows of an order; undefined if there is none. */
export function describeTestOrder(id: string) {
	const found = findTestOrder(id)
	return found && { ...found.order, isPaid: found.isPaid }
}

/**
 * Does what the person on the page chose: pays and tells the site, as Stripe does, or declines the card.
 * @returns where to go; undefined to stay, because the card was declined or the connection lost.
 */
export async function settleTestOrder(id: string, outcome: Outcome): Promise<string | undefined> {
	const found = findTestOrder(id)
	if (!found || outcome === 'decline') return undefined
	payTestOrder(found)
	const event = { id: `test-${randomUUID()}`, customerId: found.customerId }
	await storeEvent(event, Buffer.from(JSON.stringify(event)))
	// With the connection lost, the browser does not return, but the event still arrives.
	if (outcome === 'lose') return undefined
	await applyEvents()
	return found.order.successUrl
}

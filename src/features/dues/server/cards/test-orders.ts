import { randomUUID } from 'node:crypto'
import { failTestRenewal, findTestOrder, hasFailedRenewal, payTestOrder, payTestRenewal } from '../providers/test.ts'
import { applyEvents, storeEvent } from './payment-events.ts'

// The page of the test provider (`/dev/pay`), which exists only outside of production.

export const testOutcomes = ['pay', 'decline', 'lose', 'fail'] as const
type Outcome = (typeof testOutcomes)[number]

/** Returns the order details for the page; undefined if there is no such order. */
export function describeTestOrder(id: string) {
	const found = findTestOrder(id)
	return found && { ...found.order, isPaid: found.isPaid, hasFailed: hasFailedRenewal(found) }
}

/**
 * Applies the chosen outcome: pays and sends an event as Stripe would, declines the card, or fails a renewal.
 * @returns the URL to open next; undefined to stay on the page.
 */
export async function settleTestOrder(id: string, outcome: Outcome): Promise<string | undefined> {
	const found = findTestOrder(id)
	if (!found || outcome === 'decline') return undefined
	if (outcome === 'fail') failTestRenewal(found)
	else if (found.isPaid) payTestRenewal(found)
	else payTestOrder(found)
	const event = { id: `test-${randomUUID()}`, customerId: found.customerId }
	await storeEvent(event, Buffer.from(JSON.stringify(event)))
	// If the connection is lost, the browser does not return, but the event still arrives.
	if (outcome !== 'pay') return undefined
	await applyEvents()
	return found.order.successUrl
}

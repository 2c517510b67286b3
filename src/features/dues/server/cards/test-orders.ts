import { randomUUID } from 'node:crypto'
import { failTestRenewal, findTestOrder, hasFailedRenewal, payTestOrder, payTestRenewal } from '../providers/test.ts'
import { applyEvents, storeEvent } from './payment-events.ts'

// The page of the test provider (`/dev/pay`), which exists only outside of production.

export const testOutcomes = ['pay', 'decline', 'lose', 'fail'] as const
type Outcome = (typeof testOutcomes)[number]

/** Returns the order details for the page; undefined if there is no such order. */
export function describeTestOrder(id: string) {
	const testOrder = findTestOrder(id)
	return testOrder && { ...testOrder.order, isPaid: testOrder.isPaid, hasFailed: hasFailedRenewal(testOrder) }
}

/**
 * Applies the chosen outcome: pays and sends an event as Stripe would, declines the card, or fails a renewal.
 * @returns the URL to open next; undefined to stay on the page.
 */
export async function settleTestOrder(id: string, outcome: Outcome): Promise<string | undefined> {
	const testOrder = findTestOrder(id)
	if (!testOrder || outcome === 'decline') return undefined
	if (outcome === 'fail') failTestRenewal(testOrder)
	else if (testOrder.isPaid) payTestRenewal(testOrder)
	else payTestOrder(testOrder)
	const event = { id: `test-${randomUUID()}`, customerId: testOrder.customerId }
	await storeEvent(event, Buffer.from(JSON.stringify(event)))
	// If the connection is lost, the browser does not return, but the event still arrives.
	if (outcome !== 'pay') return undefined
	await applyEvents()
	return testOrder.order.successUrl
}

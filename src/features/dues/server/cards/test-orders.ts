import { randomUUID } from 'node:crypto'
import { failTestRenewal, findTestOrder, hasFailedRenewal, payTestOrder, payTestRenewal } from '../providers/test.ts'
import { applyEvents, storeEvent } from './payment-events.ts'

// The page of the test provider, outside of production (`/dev/pay`).

export const testOutcomes = ['pay', 'decline', 'lose', 'fail'] as const
type Outcome = (typeof testOutcomes)[number]

/** Returns what the page shows of an order; undefined if there is none. */
export function describeTestOrder(id: string) {
	const found = findTestOrder(id)
	return found && { ...found.order, isPaid: found.isPaid, hasFailed: hasFailedRenewal(found) }
}

/**
 * Does what the person on the page chose: pays and tells the site, as Stripe does, declines the card, or fails a renewal.
 * @returns where to go; undefined to stay.
 */
export async function settleTestOrder(id: string, outcome: Outcome): Promise<string | undefined> {
	const found = findTestOrder(id)
	if (!found || outcome === 'decline') return undefined
	if (outcome === 'fail') failTestRenewal(found)
	else if (found.isPaid) payTestRenewal(found)
	else payTestOrder(found)
	const event = { id: `test-${randomUUID()}`, customerId: found.customerId }
	await storeEvent(event, Buffer.from(JSON.stringify(event)))
	// With the connection lost, the browser does not return, but the event still arrives.
	if (outcome !== 'pay') return undefined
	await applyEvents()
	return found.order.successUrl
}

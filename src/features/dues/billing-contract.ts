import * as z from 'zod/mini'
import { contract, rawBody } from '#src/lib/api/contract.ts'

/** Maximum size of an event in bytes. */
const EVENT_LIMIT = 256 * 1024

/** Receives events from the payment provider, authenticated by their signature. */
export const receiveStripeEvent = contract('POST /api/billing/webhook/stripe', {
	access: 'public',
	body: rawBody,
	takes: ['application/json'],
	bodyLimit: EVENT_LIMIT,
	response: z.string(),
	produces: 'text/plain; charset=utf-8',
	errors: {
		signature: [400, 'The signature is not valid'],
		otherBytes: [400, 'This event was already received with different content'],
		off: [404, 'Not found'],
	},
})

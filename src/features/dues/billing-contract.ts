import * as z from 'zod/mini'
import { contract, rawBody } from '#src/lib/api/contract.ts'

/** Largest event that is read. */
const EVENT_LIMIT = 256 * 1024

/** Receives events of the payment provider. Its signature is the access. */
export const receiveStripeEvent = contract('POST /api/billing/webhook/stripe', {
	access: 'public',
	body: rawBody,
	takes: ['application/json'],
	bodyLimit: EVENT_LIMIT,
	response: z.string(),
	produces: 'text/plain; charset=utf-8',
	errors: {
		signature: [400, 'The signature is not valid'],
		otherBytes: [400, 'This event was received with another content'],
		off: [404, 'Not found'],
	},
})

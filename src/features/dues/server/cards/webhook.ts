import { httpError } from '#src/lib/api/errors.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { type Endpoint, errorReply } from '#src/platform/endpoint/handle.ts'
import type { ApiReply, ApiRequest } from '#src/platform/http/api-types.ts'
import { receiveStripeEvent as contract } from '../../billing-contract.ts'
import { stripe } from '../providers/cards.ts'
import { SignatureError } from '../providers/provider.ts'
import { storeEvent } from './payment-events.ts'

const { errors } = contract
const TEXT: [string, string] = ['Content-Type', 'text/plain; charset=utf-8']

async function receive(request: ApiRequest): Promise<ApiReply> {
	const provider = hasFeature('dues') ? stripe() : undefined
	if (!provider) throw httpError(errors.off)
	const body = await request.readBody(contract.bodyLimit)
	const event = await provider.event(body, request.header('stripe-signature')).catch((error: unknown) => {
		throw error instanceof SignatureError ? httpError(errors.signature) : error
	})
	if (!(await storeEvent(event, body))) throw httpError(errors.otherBytes)
	return { status: 200, headers: [TEXT], body: 'Received' }
}

/**
 * The endpoint for Stripe's events. It bypasses `handle`, like the endpoint for email clients (`one-click.ts`): Stripe
 * has no session and no CSRF token. Its signature over the exact bytes authenticates the request.
 */
export const webhook: Endpoint = {
	contract,
	serve: () => ({
		contract,
		async execute(request) {
			try {
				return await receive(request)
			} catch (error) {
				return errorReply(error, request)
			}
		},
	}),
}

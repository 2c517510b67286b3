import { httpError } from '#src/lib/api/errors.ts'
import { type Endpoint, errorReply } from '#src/platform/endpoint/handle.ts'
import type { ApiReply, ApiRequest } from '#src/platform/http/api-types.ts'
import { unsubscribe } from '../contract.ts'
import { redeemToken } from './service.ts'

const TEXT: [string, string] = ['Content-Type', 'text/plain; charset=utf-8']

/** Returns whether this is an email client's unsubscribe request (RFC 8058). */
async function isOneClick(request: ApiRequest): Promise<boolean> {
	const type = request.header('content-type') ?? ''
	if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type)) return false
	const body = new TextDecoder().decode(await request.readBody(4096))
	// As a form field or a part of a multipart body; the rest is irrelevant.
	return /List-Unsubscribe(=|"\s+)One-Click/.test(body)
}

/**
 * Wraps an endpoint so that email clients can post to it; the only wrapper besides `handle` (docs/decisions/012). They
 * send a form without cookie, origin or CSRF token. None is needed: the token in the URL authorizes this one action,
 * and a page without the token cannot forge the request. Other requests are handled as usual.
 */
export function withOneClick({ contract, serve }: Endpoint, redeem = redeemToken): Endpoint {
	return {
		contract,
		serve(callers) {
			const { execute } = serve(callers)
			return {
				contract,
				async execute(request): Promise<ApiReply> {
					try {
						if (!(await isOneClick(request))) return await execute(request)
						const what = await redeem(request.params.token ?? '')
						if (what === undefined) throw httpError(unsubscribe.errors.notFound)
						return { status: 200, headers: [TEXT], body: `You will no longer get ${what}` }
					} catch (error) {
						return errorReply(error, request)
					}
				},
			}
		},
	}
}

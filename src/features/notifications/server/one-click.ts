import { httpError } from '#src/lib/api/errors.ts'
import { type Endpoint, errorReply } from '#src/platform/endpoint/handle.ts'
import type { ApiReply, ApiRequest } from '#src/platform/http/api-types.ts'
import { unsubscribe } from '../contract.ts'
import { redeemToken } from './service.ts'

const TEXT: [string, string] = ['Content-Type', 'text/plain; charset=utf-8']

/** Whether this is the request that a mail program makes for its unsubscribe button (RFC 8058). */
async function isOneClick(request: ApiRequest): Promise<boolean> {
	const type = request.header('content-type') ?? ''
	if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type)) return false
	const body = new TextDecoder().decode(await request.readBody(4096))
	// As a form field or as a part of a multipart body; nothing else of it matters.
	return /List-Unsubscribe(=|"\s+)One-Click/.test(body)
}

/**
 * An endpoint that also answers mail programs; the only one that does more than `handle` (docs/decisions/012). They send a form without cookie, origin or security token: none is
 * needed, since the secret in the address is the right to do this one thing, and a page that does not know it can
 * forge nothing. Everybody else goes the way of all endpoints.
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
						return { status: 200, headers: [TEXT], body: `You will get no more ${what}` }
					} catch (error) {
						return errorReply(error, request)
					}
				},
			}
		},
	}
}

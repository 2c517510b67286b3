import type { ApiRouter } from './api-router.ts'
import type { ApiRequest } from './api-types.ts'
import { clientAddress } from './client-address.ts'
import { readBody } from './read-body.ts'
import type { RequestTarget } from './request-target.ts'
import { type Exchange, sendDynamic, sendText } from './send.ts'

function apiRequest(
	exchange: Exchange,
	target: RequestTarget,
	params: Record<string, string>,
	hops: number,
): ApiRequest {
	const { req, requestId } = exchange
	return {
		method: req.method ?? 'GET',
		path: target.rawPath,
		query: new URLSearchParams(target.query),
		params,
		header(name) {
			const value = req.headers[name.toLowerCase()]
			return Array.isArray(value) ? value.join(', ') : value
		},
		headersDistinct: (name) => req.headersDistinct[name.toLowerCase()] ?? [],
		readBody: (limit) => readBody(req, limit),
		clientAddress: clientAddress(req, hops),
		requestId,
	}
}

/** Answers a request below `/api`. */
export async function answerApi(
	exchange: Exchange,
	target: RequestTarget,
	router: ApiRouter,
	trustProxyHops: number,
): Promise<void> {
	const { req, requestId } = exchange
	const identified: [string, string] = ['X-Request-Id', requestId]
	const route = router.match(target.path)
	if (!route) return sendText(exchange, 404, 'Not found', [identified])
	const endpoint = route.endpoints.get(req.method === 'HEAD' ? 'GET' : (req.method ?? ''))
	if (!endpoint) {
		const methods = [...route.endpoints.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
		const allow: [string, string] = ['Allow', [...methods, 'OPTIONS'].join(', ')]
		if (req.method !== 'OPTIONS') return sendText(exchange, 405, 'Method not allowed', [allow, identified])
		return sendDynamic(exchange, { status: 204, headers: [allow, identified], body: undefined })
	}
	const reply = await endpoint.execute(apiRequest(exchange, target, route.params, trustProxyHops))
	reply.headers.push(identified)
	await sendDynamic(exchange, reply)
}

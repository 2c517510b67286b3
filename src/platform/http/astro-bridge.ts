import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { APIContext } from 'astro'
import { type ApiRouter, findEndpoint } from './api-router.ts'
import { type ApiEndpoint, type ApiReply, type ApiRequest, FileBody } from './api-types.ts'
import { tooLarge } from './read-body.ts'

async function* streamAtMost(request: Request, limit: number): AsyncGenerator<Uint8Array> {
	let length = 0
	for await (const part of request.body ?? []) {
		length += part.byteLength
		if (length > limit) throw tooLarge(limit)
		yield part
	}
}

/** Converts the context of an Astro endpoint to an `ApiRequest`, for the development server and in-process tests. */
function fromAstro(
	context: Pick<APIContext, 'request' | 'locals'>,
	params: Readonly<Record<string, string | undefined>>,
): ApiRequest {
	const { request } = context
	const url = new URL(request.url)
	return {
		method: request.method,
		path: url.pathname,
		query: url.searchParams,
		params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value ?? ''])),
		header: (name) => request.headers.get(name) ?? undefined,
		headersDistinct: (name) => {
			const value = request.headers.get(name)
			return value === null ? [] : [value]
		},
		readBody: (limit) => buffer(streamAtMost(request, limit)),
		streamBody: (limit) => streamAtMost(request, limit),
		clientAddress: context.locals.clientAddress ?? '127.0.0.1',
		requestId: context.locals.requestId ?? randomUUID(),
	}
}

async function bodyOf(body: ApiReply['body']): Promise<BodyInit | null> {
	if (body === undefined || typeof body === 'string') return body ?? null
	if (body instanceof FileBody) return Readable.toWeb(await body.open()) as ReadableStream
	return Buffer.isBuffer(body) ? new Uint8Array(body) : (Readable.toWeb(Readable.from(body)) as ReadableStream)
}

const toResponse = async ({ status, headers, body }: ApiReply) => new Response(await bodyOf(body), { status, headers })

type AstroRoute = (context: APIContext) => Promise<Response>

export const astroRoute =
	({ execute }: ApiEndpoint): AstroRoute =>
	async (context) =>
		toResponse(await execute(fromAstro(context, context.params)))

/** Creates the handler of a catch-all route from all endpoints. Builds the router on the first request. */
export function astroRoutes(makeRouter: () => ApiRouter): AstroRoute {
	let router: ApiRouter | undefined
	return async (context) => {
		router ??= makeRouter()
		const path = decodeURIComponent(context.url.pathname)
		const found = findEndpoint(router, context.request.method, path)
		if (found.status === 200) return toResponse(await found.endpoint.execute(fromAstro(context, found.params)))
		if (found.status === 404) return new Response('Not found', { status: 404 })
		const text = found.status === 405 ? 'Method not allowed' : null
		return new Response(text, { status: found.status, headers: { Allow: found.allow } })
	}
}

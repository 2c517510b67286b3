import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { APIContext } from 'astro'
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

async function readAtMost(request: Request, limit: number): Promise<Uint8Array> {
	const parts: Uint8Array[] = []
	for await (const part of streamAtMost(request, limit)) parts.push(part)
	return Buffer.concat(parts)
}

/** An Astro endpoint's context as our own request: for the development server and for tests in process. */
function fromAstro(context: Pick<APIContext, 'request' | 'params' | 'locals'>): ApiRequest {
	const { request } = context
	const url = new URL(request.url)
	return {
		method: request.method,
		path: url.pathname,
		query: url.searchParams,
		params: Object.fromEntries(Object.entries(context.params).map(([name, value]) => [name, value ?? ''])),
		header: (name) => request.headers.get(name) ?? undefined,
		headersDistinct: (name) => {
			const value = request.headers.get(name)
			return value === null ? [] : [value]
		},
		readBody: (limit) => readAtMost(request, limit),
		streamBody: (limit) => streamAtMost(request, limit),
		clientAddress: context.locals.clientAddress ?? '127.0.0.1',
		requestId: context.locals.requestId ?? randomUUID(),
	}
}

async function bodyOf({ body }: ApiReply): Promise<BodyInit | null> {
	if (body === undefined || typeof body === 'string') return body ?? null
	if (body instanceof FileBody) return Readable.toWeb(await body.open()) as ReadableStream
	return Buffer.isBuffer(body) ? new Uint8Array(body) : (Readable.toWeb(Readable.from(body)) as ReadableStream)
}

/** Our reply as a fetch Response. */
async function toResponse(reply: ApiReply): Promise<Response> {
	return new Response(await bodyOf(reply), {
		status: reply.status,
		headers: reply.headers,
	})
}

export type AstroRoute = ((context: APIContext) => Promise<Response>) & { readonly endpoint: ApiEndpoint }

/** An endpoint as what a route file exports. */
export function astroRoute(endpoint: ApiEndpoint): AstroRoute {
	const route = async (context: APIContext) => toResponse(await endpoint.execute(fromAstro(context)))
	return Object.assign(route, { endpoint })
}

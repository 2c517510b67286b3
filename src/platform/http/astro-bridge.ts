import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { APIContext } from 'astro'
import { ApiError } from '#src/lib/errors.ts'
import type { ApiEndpoint, ApiReply, ApiRequest } from './api-types.ts'

async function readAtMost(request: Request, limit: number): Promise<Uint8Array> {
	const parts: Uint8Array[] = []
	let length = 0
	for await (const part of request.body ?? []) {
		length += part.byteLength
		if (length > limit) throw new ApiError(413, 'The request body is too large')
		parts.push(part)
	}
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
		clientAddress: context.locals.clientAddress ?? '127.0.0.1',
		requestId: context.locals.requestId ?? randomUUID(),
	}
}

function bodyOf({ body }: ApiReply): BodyInit | null {
	if (body === undefined || typeof body === 'string') return body ?? null
	return Buffer.isBuffer(body) ? new Uint8Array(body) : (Readable.toWeb(Readable.from(body)) as ReadableStream)
}

/** Our reply as a fetch Response. */
function toResponse(reply: ApiReply): Response {
	return new Response(bodyOf(reply), {
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

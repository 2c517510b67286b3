import type { IncomingMessage, ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { DatabaseUnavailableError } from '#db/errors.ts'
import { isId } from '#src/lib/ids.ts'
import { mayBeOn } from '#src/lib/site/features.ts'
import { isHtml } from './files/content-types.ts'
import type { HeaderList, SecurityHeaders } from './headers.ts'
import { type Exchange, sendDynamic } from './send.ts'

interface PageLocals {
	clientAddress: string
	requestId: string
}

type PageHandler = (
	req: IncomingMessage,
	res: ServerResponse,
	next: () => void,
	locals: PageLocals,
) => void | Promise<void>

export interface OnDemandPages {
	/**
	 * Returns the route of a decoded path, in the form of API routes (`/courses/:id`). Undefined if no route matches or
	 * an id in the path is invalid.
	 */
	find(path: string): string | undefined
	readonly handler: PageHandler
}

export interface RouteList {
	readonly routes: ReadonlyArray<{
		readonly routeData: { readonly route: string; readonly pattern: RegExp; readonly prerender: boolean }
	}>
}

/**
 * Returns the on-demand pages of a build. Excludes `/api`, which has a separate router; the render routes, which only
 * the publisher may use; and Astro's own endpoints (`/_image`, `/_server-islands`), which are unused.
 */
export function onDemandPages(manifest: RouteList, handler: PageHandler): OnDemandPages {
	const routes = manifest.routes
		.map(({ routeData }) => routeData)
		.filter(
			({ route, prerender }) =>
				!prerender && !/^\/(api|render|_)/.test(route) && !/^\/(404|500)$/.test(route) && mayBeOn(route),
		)
		.map(({ route, pattern }) => ({ name: route.replace(/\[(?:\.{3})?(\w+)\]/g, ':$1'), pattern }))
	const hasIds = (match: RegExpExecArray | null) => match?.slice(1).every((part) => part === undefined || isId(part))
	return { handler, find: (path) => routes.find(({ pattern }) => hasIds(pattern.exec(path)))?.name }
}

/**
 * Buffers a response of Astro's adapter, so that we can send it with our headers, its length and compression. Stands in
 * for the `ServerResponse` that the adapter's handler writes to. The handler needs `req` for its cleanup.
 */
class CollectedReply extends Writable {
	readonly req: IncomingMessage
	statusCode = 200
	statusMessage = ''
	headersSent = false
	readonly headers: Array<[string, string]> = []
	readonly #parts: Buffer[] = []

	constructor(req: IncomingMessage) {
		super()
		this.req = req
	}

	writeHead(status: number, headers?: Record<string, string | string[] | number> | string): this {
		this.statusCode = status
		this.headersSent = true
		if (typeof headers === 'object')
			for (const [name, value] of Object.entries(headers))
				for (const each of Array.isArray(value) ? value : [value]) this.headers.push([name, String(each)])
		return this
	}

	override _write(part: Buffer, _encoding: string, done: () => void): void {
		this.#parts.push(part)
		done()
	}

	get body(): Buffer {
		return Buffer.concat(this.#parts)
	}
}

/** Runs the adapter's handler. Returns undefined if no route matched. */
function render(handler: PageHandler, req: IncomingMessage, locals: PageLocals): Promise<CollectedReply | undefined> {
	return new Promise((resolve, reject) => {
		const reply = new CollectedReply(req)
		reply.once('finish', () => resolve(reply))
		reply.once('error', reject)
		reply.once('close', () => reject(new Error('The page was cut off while it was rendered')))
		Promise.resolve(handler(req, reply as unknown as ServerResponse, () => resolve(undefined), locals)).catch(reject)
	})
}

const HASHES = /sha256-[A-Za-z0-9+/=]+/g

/**
 * Returns headers with our policy plus the script hashes that Astro adds for this page. Usually Astro adds none; then
 * returns the site's headers for pages.
 */
function policyFor(security: SecurityHeaders, policy: string): HeaderList {
	const scripts = /script-src[^;]*/.exec(policy)?.[0] ?? ''
	const own = security.html[1] ?? ''
	const added = (scripts.match(HASHES) ?? []).filter((hash) => !own.includes(hash))
	return added.length === 0 ? security.html : security.htmlWith(added)
}

/**
 * Responds with an on-demand page.
 * @returns false, without sending anything, if no route matched or the page was not found.
 * @throws {DatabaseUnavailableError} if the database is unavailable; other errors if rendering failed.
 */
export async function answerPage(exchange: Exchange, pages: OnDemandPages, clientAddress: string): Promise<boolean> {
	const { req, requestId, security } = exchange
	const reply = await render(pages.handler, req, { clientAddress, requestId })
	if (!reply) return false
	const { headers, statusCode: status } = reply
	const headerValue = (headerName: string) => headers.find(([name]) => name.toLowerCase() === headerName)?.[1] ?? ''
	const requestIdHeader = ['X-Request-Id', requestId] as const
	const isDocument = isHtml(headerValue('content-type'))
	// A browser should not get a plain text 404: the caller sends the 404 page.
	if (status === 404 && !isDocument) return false
	// The cause is already logged. The caller sends error pages.
	if (status === 503) throw new DatabaseUnavailableError('A page could not be rendered without the database')
	if (status >= 500 && !isDocument) throw new Error('A page could not be rendered')
	await sendDynamic(exchange, {
		status,
		headers: status >= 500 ? [...headers, requestIdHeader] : headers,
		body: reply.body,
		...(isDocument ? { security: policyFor(security, headerValue('content-security-policy')) } : {}),
	})
	return true
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { DatabaseUnavailableError } from '#db/errors.ts'
import { isId } from '#src/lib/ids.ts'
import { isOn } from '#src/lib/site/features.ts'
import { isHtml } from './files/content-types.ts'
import type { HeaderList, SecurityHeaders } from './headers.ts'
import { type Exchange, sendDynamic } from './send.ts'

/** What a page finds in `Astro.locals` when it is asked for from outside. */
export interface PageLocals {
	clientAddress: string
	requestId: string
}

type PageHandler = (
	req: IncomingMessage,
	res: ServerResponse,
	next: () => void,
	locals: PageLocals,
) => void | Promise<void>

/** The pages that Astro renders for each request. */
export interface OnDemandPages {
	/**
	 * The route behind this decoded path, written as those of the API (`/courses/:id`); undefined where there is none,
	 * or where what it takes for ids cannot be some.
	 */
	find(path: string): string | undefined
	readonly handler: PageHandler
}

/** What we read of Astro's manifest. */
export interface RouteList {
	readonly routes: ReadonlyArray<{
		readonly routeData: { readonly route: string; readonly pattern: RegExp; readonly prerender: boolean }
	}>
}

/**
 * The on-demand pages of a build. Left out: `/api`, which has its own way; the render routes, which only the publisher may
 * render; and Astro's own endpoints (`/_image`, `/_server-islands`), which nothing here uses.
 */
export function onDemandPages(manifest: RouteList, handler: PageHandler): OnDemandPages {
	const routes = manifest.routes
		.map(({ routeData }) => routeData)
		.filter(
			({ route, prerender }) =>
				!prerender && !/^\/(api|render|_)/.test(route) && !/^\/(404|500)$/.test(route) && isOn(route),
		)
		.map(({ route, pattern }) => ({ name: route.replace(/\[(?:\.{3})?(\w+)\]/g, ':$1'), pattern }))
	const hasIds = (match: RegExpExecArray | null) => match?.slice(1).every((part) => part === undefined || isId(part))
	return { handler, find: (path) => routes.find(({ pattern }) => hasIds(pattern.exec(path)))?.name }
}

/**
 * Takes an answer of the adapter into memory, so that it leaves with our headers, its length and compressed.
 * It stands in for the `ServerResponse` that the adapter's handler writes to; `req` serves its clean-up.
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

/** Runs the adapter's handler. Undefined: no route took the request. */
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
 * Our policy with whatever script hashes Astro names for this page beyond those of the build. Normally none: then
 * it is the site's own list, not a new one.
 */
function policyFor(security: SecurityHeaders, policy: string): HeaderList {
	const scripts = /script-src[^;]*/.exec(policy)?.[0] ?? ''
	const own = security.html[1] ?? ''
	const unknown = (scripts.match(HASHES) ?? []).filter((hash) => !own.includes(hash))
	return unknown.length === 0 ? security.html : security.htmlWith(unknown)
}

/**
 * Answers with an on-demand page.
 * @returns false when no route took the request, or the route has nothing there; nothing was sent then.
 * @throws {DatabaseUnavailableError} when the page cannot be known now; any other error when it could not be rendered.
 */
export async function answerPage(exchange: Exchange, pages: OnDemandPages, clientAddress: string): Promise<boolean> {
	const { req, requestId, security } = exchange
	const reply = await render(pages.handler, req, { clientAddress, requestId })
	if (!reply) return false
	const { headers, statusCode: status } = reply
	const value = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? ''
	const identified = ['X-Request-Id', requestId] as const
	const isDocument = isHtml(value('content-type'))
	// A bare sentence is no answer to a browser: the server has a page for that.
	if (status === 404 && !isDocument) return false
	// Its cause is in the log already; the server has a page for either.
	if (status === 503) throw new DatabaseUnavailableError('A page could not be rendered without the database')
	if (status >= 500 && !isDocument) throw new Error('A page could not be rendered')
	await sendDynamic(exchange, {
		status,
		headers: status >= 500 ? [...headers, identified] : headers,
		body: reply.body,
		...(isDocument ? { security: policyFor(security, value('content-security-policy')) } : {}),
	})
	return true
}

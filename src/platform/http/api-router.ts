import { isApiError } from '#src/lib/api/errors.ts'
import { isOn } from '#src/lib/site/features.ts'
import { addressSubject } from '../limits/rate-limit.ts'
import { type ApiEndpoint, type ApiRequest, FileBody } from './api-types.ts'
import { clientAddress } from './client-address.ts'
import type { StaticStore } from './files/static-store.ts'
import { HARD_BODY_LIMIT, readBody, streamBody } from './read-body.ts'
import type { RequestTarget } from './request-target.ts'
import { type Exchange, sendDynamic, sendText } from './send.ts'
import { sendFileError } from './status-pages.ts'

interface Route {
	readonly pattern: string
	readonly names: readonly string[]
	readonly endpoints: Map<string, ApiEndpoint>
}

interface Branch {
	readonly fixed: Map<string, Branch>
	any: Branch | undefined
	route: Route | undefined
}

const newBranch = (): Branch => ({ fixed: new Map(), any: undefined, route: undefined })

export interface ApiMatch {
	/** Path pattern as in a contract: `/api/courses/:id`. */
	readonly pattern: string
	/** Endpoints by method. GET also handles HEAD. */
	readonly endpoints: ReadonlyMap<string, ApiEndpoint>
	readonly params: Record<string, string>
}

/** Finds the endpoints of a path in a tree of segments. Fixed segments take precedence over parameters. */
export class ApiRouter {
	readonly #root = newBranch()

	/** Adds an endpoint. `pattern` is as in a contract: `/api/courses/:id`. */
	add(pattern: string, method: string, endpoint: ApiEndpoint): void {
		const names: string[] = []
		let branch = this.#root
		for (const segment of pattern.slice(1).split('/')) {
			if (segment.startsWith(':')) {
				names.push(segment.slice(1))
				branch.any ??= newBranch()
				branch = branch.any
			} else {
				const next = branch.fixed.get(segment) ?? newBranch()
				branch.fixed.set(segment, next)
				branch = next
			}
		}
		branch.route ??= { pattern, names, endpoints: new Map() }
		if (branch.route.pattern !== pattern)
			throw new Error(`${pattern} and ${branch.route.pattern} answer the same paths`)
		if (branch.route.endpoints.has(method)) throw new Error(`Two endpoints answer ${method} ${pattern}`)
		branch.route.endpoints.set(method, endpoint)
	}

	match(path: string): ApiMatch | undefined {
		const values: string[] = []
		const route = find(this.#root, path.slice(1).split('/'), 0, values)
		if (!route) return undefined
		const params: Record<string, string> = {}
		for (const [index, name] of route.names.entries()) params[name] = values[index] as string
		return { pattern: route.pattern, endpoints: route.endpoints, params }
	}

	list(): string[] {
		const names: string[] = []
		const walk = (branch: Branch) => {
			for (const method of branch.route?.endpoints.keys() ?? []) names.push(`${method} ${branch.route?.pattern}`)
			for (const next of branch.fixed.values()) walk(next)
			if (branch.any) walk(branch.any)
		}
		walk(this.#root)
		return names.sort()
	}
}

function find(branch: Branch, segments: string[], at: number, values: string[]): Route | undefined {
	if (at === segments.length) return branch.route
	const segment = segments[at] as string
	const fixed = branch.fixed.get(segment)
	const match = fixed && find(fixed, segments, at + 1, values)
	if (match) return match
	if (!branch.any || segment === '') return undefined
	values.push(segment)
	const guessed = find(branch.any, segments, at + 1, values)
	if (!guessed) values.pop()
	return guessed
}

export function findEndpoint(router: ApiRouter, method: string, path: string) {
	const route = router.match(path)
	if (!route || !isOn(route.pattern)) return { status: 404 as const }
	const { pattern, params } = route
	const endpoint = route.endpoints.get(method === 'HEAD' ? 'GET' : method)
	if (endpoint) return { status: 200 as const, pattern, params, endpoint }
	const methods = [...route.endpoints.keys()].flatMap((known) => (known === 'GET' ? ['GET', 'HEAD'] : [known]))
	return {
		status: method === 'OPTIONS' ? (204 as const) : (405 as const),
		pattern,
		allow: [...methods, 'OPTIONS'].join(', '),
	}
}

/** Base paths of files whose access a contract controls. Requests are handled like API calls, not as Astro pages. */
const FILE_BASES = ['/media']

/** Returns whether the API handles a path. Unknown paths below a file base are not included: they get the 404 page. */
export const isContractPath = (router: ApiRouter, path: string) =>
	path === '/api' || path.startsWith('/api/') || (isBelowFiles(path) && router.match(path) !== undefined)

const isBelowFiles = (path: string) => FILE_BASES.some((base) => path.startsWith(`${base}/`))

/** Returns whether the API router handles an endpoint's path. Astro routes all others, like pages. */
export const isApiPath = (path: string) => path.startsWith('/api/') || isBelowFiles(path)

/** Returns the body size above which a request is rejected at once. Endpoints check the limit of their contract. */
export function maxBodySize(router: ApiRouter, method: string | undefined, path: string): number {
	const contract = router.match(path)?.endpoints.get(method ?? '')?.contract
	return Math.max(contract?.bodyLimit ?? 0, HARD_BODY_LIMIT)
}

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
		streamBody: (limit) => streamBody(req, limit),
		clientAddress: clientAddress(req, hops),
		requestId,
	}
}

const MANY_FILES = 'Too many files are being sent at once. Please try again in a moment.'

/** Counts a file to be sent. @returns a function that releases it, if counted; `none` if the limit is reached. */
function takeFile({ req, files }: Exchange, trustProxyHops: number): (() => void) | 'none' | undefined {
	if (!files || req.method === 'HEAD') return undefined
	return files.take(addressSubject(clientAddress(req, trustProxyHops))) ?? 'none'
}

export async function answerApi(
	exchange: Exchange,
	target: RequestTarget,
	router: ApiRouter,
	{ trustProxyHops, store }: { readonly trustProxyHops: number; readonly store: StaticStore },
): Promise<void> {
	const { req, requestId } = exchange
	const requestIdHeader: [string, string] = ['X-Request-Id', requestId]
	const found = findEndpoint(router, req.method ?? '', target.path)
	if (found.status === 404) return sendText(exchange, 404, 'Not found', [requestIdHeader])
	exchange.route = found.pattern
	if (found.status !== 200) {
		const allow: [string, string] = ['Allow', found.allow]
		if (found.status === 405) return sendText(exchange, 405, 'Method not allowed', [allow, requestIdHeader])
		return sendDynamic(exchange, { status: 204, headers: [allow, requestIdHeader], body: undefined })
	}
	const reply = await found.endpoint.execute(apiRequest(exchange, target, found.params, trustProxyHops))
	if (isBelowFiles(target.path) && sendFileError(exchange, target.path, reply.status, store)) return
	reply.headers.push(requestIdHeader)
	const release = reply.body instanceof FileBody ? takeFile(exchange, trustProxyHops) : undefined
	if (release === 'none') return sendText(exchange, 503, MANY_FILES, [...[requestIdHeader], ['Retry-After', '10']])
	const { protection } = reply
	const { other: own, sandboxed } = exchange.security
	const security = protection && { security: protection === 'own' ? own : sandboxed }
	try {
		await sendDynamic(exchange, { ...reply, ...security })
	} catch (error) {
		// A file that is missing from storage is detected only when it is opened.
		if (!isApiError(error) || exchange.res.headersSent) throw error
		sendText(exchange, error.status, error.text, [requestIdHeader])
	} finally {
		release?.()
	}
}

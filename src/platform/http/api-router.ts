import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isApiError } from '#src/lib/errors.ts'
import { isOn } from '#src/lib/features.ts'
import { addressSubject } from '../rate-limit.ts'
import { type ApiEndpoint, type ApiRequest, FileBody } from './api-types.ts'
import { clientAddress } from './client-address.ts'
import { HARD_BODY_LIMIT, readBody, streamBody } from './read-body.ts'
import type { RequestTarget } from './request-target.ts'
import { type Exchange, sendDynamic, sendText } from './send.ts'
import type { StaticStore } from './static-store.ts'
import { sendFileError } from './status-pages.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

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

/** A route that a path leads to. */
export interface ApiMatch {
	/** As in a contract: `/api/courses/:id`. */
	readonly pattern: string
	/** By method. HEAD is answered by GET. */
	readonly endpoints: ReadonlyMap<string, ApiEndpoint>
	readonly params: Record<string, string>
}

/** Finds the endpoints of a path: a tree of segments, in which a fixed segment comes before a parameter. */
export class ApiRouter {
	readonly #root = newBranch()

	/** `pattern` as in a contract: `/api/courses/:id`. */
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
		branch.route.endpoints.set(method, endpoint)
	}

	/** `path` is decoded and begins with a slash. */
	match(path: string): ApiMatch | undefined {
		const values: string[] = []
		const route = find(this.#root, path.slice(1).split('/'), 0, values)
		if (!route) return undefined
		const params: Record<string, string> = {}
		for (const [index, name] of route.names.entries()) params[name] = values[index] as string
		return { pattern: route.pattern, endpoints: route.endpoints, params }
	}

	/** Every method and pattern, for tests. */
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

/** The pattern of a route file, by Astro's naming: `courses/[id]/index.ts` is `/api/courses/:id`. */
function patternOf(base: string, file: string): string {
	const segments = file.replace(/\.ts$/, '').split(sep)
	if (segments.at(-1) === 'index') segments.pop()
	return [base, ...segments.map((segment) => segment.replace(/^\[(\w+)\]$/, ':$1'))].join('/')
}

const isEndpoint = (value: unknown): value is { endpoint: ApiEndpoint } =>
	typeof value === 'function' && 'endpoint' in value && typeof value.endpoint === 'object'

async function addModule(router: ApiRouter, base: string, folder: string, file: string): Promise<void> {
	const pattern = patternOf(base, file)
	if (/[[\]]/.test(pattern)) throw new Error(`${file}: only whole segments such as [id] can be parameters`)
	const routes = (await import(pathToFileURL(join(folder, file)).href)) as Record<string, unknown>
	for (const method of METHODS) {
		const route = routes[method]
		if (route === undefined) continue
		if (!isEndpoint(route)) throw new Error(`${file}: ${method} is not made by handle(contract, service)`)
		const { contract } = route.endpoint
		if (contract.method !== method || contract.path !== pattern)
			throw new Error(`${file}: ${method} ${pattern} has the contract of ${contract.method} ${contract.path}`)
		// What is switched off is as if it were not there.
		if (isOn(pattern)) router.add(pattern, method, route.endpoint)
	}
}

/** Base of the paths and folder of the route files of calls, and of files. */
const routeFolders = (projectRoot: string): [base: string, folder: string][] => [
	['/api', join(projectRoot, 'src/pages/api')],
	...FILE_BASES.map((base): [string, string] => [base, join(projectRoot, 'src/pages', base)]),
]

/** Absolute paths of what `loadAllRoutes` loads. */
export const allRouteFiles = async (projectRoot: string): Promise<string[]> =>
	(await Promise.all(routeFolders(projectRoot).map(([, folder]) => routeFilesBelow(folder)))).flat()

/**
 * Loads every route file below `src/pages/api`, and those of files, which have addresses of their own.
 * @throws when a file's place and its contract differ: better at the start than a 404 in the night.
 */
export async function loadAllRoutes(projectRoot: string): Promise<ApiRouter> {
	const router = new ApiRouter()
	for (const [base, folder] of routeFolders(projectRoot)) await addRoutes(router, base, folder)
	return router
}

/** Loads every route file below `folder` as one of `/api`. */
export async function loadApiRoutes(folder: string): Promise<ApiRouter> {
	const router = new ApiRouter()
	await addRoutes(router, '/api', folder)
	return router
}

/** Below these lie files with the rights of their contracts: no screen of Astro's, and answered as calls are. */
const FILE_BASES = ['/media']

/** Whether a path is answered by a contract. What lies below a folder of files and is none is a page that is not there. */
export const isOfContract = (router: ApiRouter, path: string) =>
	path === '/api' || path.startsWith('/api/') || (isBelowFiles(path) && router.match(path) !== undefined)

const isBelowFiles = (path: string) => FILE_BASES.some((base) => path.startsWith(`${base}/`))

async function addRoutes(router: ApiRouter, base: string, folder: string): Promise<void> {
	const files = await routeFilesBelow(folder)
	await Promise.all(files.map((file) => addModule(router, base, folder, relative(folder, file))))
}

async function routeFilesBelow(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true })
	return entries
		.filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !/^_|\.(test|d)\.ts$/.test(entry.name))
		.map((entry) => join(entry.parentPath, entry.name))
}

/** Returns the most bytes that a request may bring: what its contract allows, which refuses what lies between. */
export function longestBody(router: ApiRouter, method: string | undefined, path: string): number {
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

/** Counts a file that is about to be sent. @returns what ends it, where it is counted; `none` where there are too many. */
function takeFile({ req, files }: Exchange, trustProxyHops: number): (() => void) | 'none' | undefined {
	if (!files || req.method === 'HEAD') return undefined
	return files.take(addressSubject(clientAddress(req, trustProxyHops))) ?? 'none'
}

/** Answers a request of a contract's path. */
export async function answerApi(
	exchange: Exchange,
	target: RequestTarget,
	router: ApiRouter,
	{ trustProxyHops, store }: { readonly trustProxyHops: number; readonly store: StaticStore },
): Promise<void> {
	const { req, requestId } = exchange
	const identified: [string, string] = ['X-Request-Id', requestId]
	const route = router.match(target.path)
	if (!route) return sendText(exchange, 404, 'Not found', [identified])
	exchange.route = route.pattern
	const endpoint = route.endpoints.get(req.method === 'HEAD' ? 'GET' : (req.method ?? ''))
	if (!endpoint) {
		const methods = [...route.endpoints.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
		const allow: [string, string] = ['Allow', [...methods, 'OPTIONS'].join(', ')]
		if (req.method !== 'OPTIONS') return sendText(exchange, 405, 'Method not allowed', [allow, identified])
		return sendDynamic(exchange, { status: 204, headers: [allow, identified], body: undefined })
	}
	const reply = await endpoint.execute(apiRequest(exchange, target, route.params, trustProxyHops))
	if (isBelowFiles(target.path) && sendFileError(exchange, target.path, reply.status, store)) return
	reply.headers.push(identified)
	const release = reply.body instanceof FileBody ? takeFile(exchange, trustProxyHops) : undefined
	if (release === 'none') return sendText(exchange, 503, MANY_FILES, [...[identified], ['Retry-After', '10']])
	const { protection } = reply
	const { other: own, sandboxed } = exchange.security
	const security = protection && { security: protection === 'own' ? own : sandboxed }
	try {
		await sendDynamic(exchange, { ...reply, ...security })
	} catch (error) {
		// A file that its storage does not give is found out when it is opened.
		if (!isApiError(error) || exchange.res.headersSent) throw error
		sendText(exchange, error.status, error.text, [identified])
	} finally {
		release?.()
	}
}

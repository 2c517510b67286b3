import * as z from 'zod/mini'
import { isMissingReference, isNothingSaved, isUnavailable } from '#db/errors.ts'
import { type Access, isAllowed, memberOf } from '#src/lib/api/access.ts'
import type { SignedInUser } from '#src/lib/api/auth-state.ts'
import {
	type BodyOf,
	BYTES,
	type Contract,
	isContract,
	isMutation,
	JSON_TYPE,
	type ParamsOf,
	type QueryOf,
	type ResponseInput,
	takesBody,
} from '#src/lib/api/contract.ts'
import { ANOTHER_USER, PAGE_USER_HEADER } from '#src/lib/api/csrf.ts'
import { ApiError, BUSY, failureText, isApiError, justDeleted, NOTHING_SAVED } from '#src/lib/api/errors.ts'
import { PROBLEM_TYPE } from '#src/lib/api/version.ts'
import { isLocal } from '#src/lib/site/links.ts'
import { env } from '../env/env.ts'
import type { ApiEndpoint, ApiReply, ApiRequest } from '../http/api-types.ts'
import { FileAnswer, fileReply } from '../http/files/file-reply.ts'
import { log } from '../log.ts'
import type { AuthSession, Caller, CallerCheck } from './caller.ts'
import { hasCookie } from './cookies.ts'
import { mayReadEarly, readBody, startReading, streamBody } from './request-body.ts'

export interface Context<Allowed extends Access = Access> {
	/** The caller; always defined if the contract requires a sign-in. */
	readonly user: Allowed extends 'public' ? SignedInUser | undefined : SignedInUser
	readonly authSession: Allowed extends 'public' ? AuthSession | undefined : AuthSession
	readonly clientAddress: string
	readonly requestId: string
	/** Whether the request has no session cookie, so that its response may be cached publicly. */
	readonly isSessionless: boolean
	header(name: string): string | undefined
	/** Adds a response header. Repeated `Set-Cookie` headers accumulate. */
	setHeader(name: string, value: string): void
	/**
	 * Sets the response's ETag. If the client has this version, returns a value that the service must return.
	 */
	notModified(etag: string): NotModified | undefined
}

export type Service<C extends Contract> = (
	input: { params: ParamsOf<C>; query: QueryOf<C>; body: BodyOf<C> },
	context: Context<C['access']>,
) => Promise<ResponseInput<C> | PreparedJson | Pieces | FileAnswer | NotModified>

class NotModified {
	readonly status = 304
}

export type { NotModified }

const notModified = new NotModified()

/** A response that is parsed and serialized once, for frequent requests of rarely changing data. */
export class PreparedJson {
	/** The same buffer for all responses, so that it is also compressed only once. */
	readonly bytes: Buffer

	constructor(bytes: Buffer) {
		this.bytes = bytes
	}

	static of<C extends Contract>(contract: C, value: ResponseInput<C>): PreparedJson {
		return new PreparedJson(Buffer.from(JSON.stringify(z.parse(contract.response, value))))
	}
}

/**
 * A streamed response, for long data. An error while streaming closes the connection, so that no client takes a partial
 * response for a complete one. The contract's schema is not applied, so the service must select the fields itself.
 */
export class Pieces {
	readonly of: AsyncIterable<string | Uint8Array>

	constructor(pieces: AsyncIterable<string | Uint8Array>) {
		this.of = pieces
	}
}

const TEXT: [string, string] = ['Content-Type', 'text/plain; charset=utf-8']
const JSON_HEADER: [string, string] = ['Content-Type', 'application/json; charset=utf-8']

/** Returns a problem response with the current record, for clients that accept `PROBLEM_TYPE`. */
const problemReply = ({ status, text, current }: ApiError): ApiReply => ({
	status,
	headers: [['Content-Type', PROBLEM_TYPE]],
	body: JSON.stringify({ status, detail: text, current }),
})

/** Returns the response to an error of an endpoint. Only an `ApiError`'s message is sent; others are generic. */
export function errorReply(error: unknown, request: ApiRequest): ApiReply {
	if (isApiError(error)) {
		const headers: ApiReply['headers'] = [
			TEXT,
			...error.headers.map(([name, value]): [string, string] => [name, value]),
		]
		if (error.current !== undefined && request.header('accept')?.includes(PROBLEM_TYPE)) return problemReply(error)
		if (error.retryAfter !== undefined) headers.push(['Retry-After', String(Math.ceil(error.retryAfter))])
		return { status: error.status, headers, body: error.text }
	}
	if (isUnavailable(error)) {
		log.error({ requestId: request.requestId, err: error }, 'database unavailable')
		const [wait, body] = isNothingSaved(error) ? ['60', NOTHING_SAVED] : ['2', BUSY]
		return { status: 503, headers: [TEXT, ['Retry-After', wait]], body }
	}
	// The caller's account, a course or a question, for example, was just deleted.
	if (isMissingReference(error)) return errorReply(justDeleted(), request)
	log.error({ requestId: request.requestId, path: request.path, err: error }, 'request failed')
	return {
		status: 500,
		headers: [TEXT],
		body: failureText(request.requestId),
	}
}

function parseOr400<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
	const parsed = z.safeParse(schema, value)
	if (parsed.success) return parsed.data
	// Report the first invalid field in the form's order, with the message that the form shows.
	throw new ApiError(400, parsed.error.issues[0]?.message ?? 'Invalid input')
}

/** Returns the query parameters by name. Rejects U+FFFD, because `URLSearchParams` replaces invalid UTF-8 with it. */
function readQuery({ query }: ApiRequest): Record<string, string> {
	for (const part of query) {
		if (part.some((text) => text.includes('\0'))) throw new ApiError(400, 'Text cannot contain the character U+0000')
		if (part.some((text) => text.includes('\uFFFD') || !text.isWellFormed()))
			throw new ApiError(400, 'The address of this request is not valid')
	}
	return Object.fromEntries(query)
}

/**
 * Returns whether an origin is our own: PUBLIC_URL, or the ALLOWED_HOSTS entry that the request was sent to, with the
 * same scheme. On plain http, an attacker on the network could inject a page, so http is allowed only locally and not
 * in production.
 */
function isOwnOrigin(origin: string, host: string | undefined): boolean {
	const url = URL.parse(origin)
	if (!url) return false
	const { publicUrl, allowedHosts, production } = env()
	const own = new URL(publicUrl)
	if (url.origin === own.origin) return true
	const isOwnScheme = url.protocol === own.protocol || (!production && url.protocol === 'http:' && isLocal(url))
	return isOwnScheme && url.host === host && allowedHosts.has(url.host)
}

/**
 * Rejects requests from other sites by the headers that browsers send. Clients that do not send them (scripts, tests)
 * still need the CSRF token, which another site cannot read.
 * @throws {ApiError} 403.
 */
export function assertSameOrigin(request: ApiRequest): void {
	const site = request.header('sec-fetch-site')
	const origin = request.header('origin')
	const isForeign =
		(site !== undefined && site !== 'same-origin' && site !== 'none') ||
		(origin !== undefined && !isOwnOrigin(origin, request.header('host')))
	if (isForeign) throw new ApiError(403, 'This request came from another site and was refused')
}

/** Returns the caller if the contract allows access. Throws 401 before 403, so that a visitor is asked to sign in. */
async function authorize(callers: CallerCheck, contract: Contract, request: ApiRequest) {
	const mutation = isMutation(contract.method)
	if (mutation) assertSameOrigin(request)
	const caller = await callers.readCaller(request.header('cookie'))
	if (contract.access !== 'public' && !caller) throw new ApiError(401, 'Please sign in')
	if (mutation) callers.assertCsrfToken(request, caller?.authSession)
	// A page that one user left open must not write as another user who signed in later (docs/decisions/005).
	const shown = mutation ? request.header(PAGE_USER_HEADER.toLowerCase()) : undefined
	if (shown && caller && shown !== caller.user.id) throw new ApiError(409, ANOTHER_USER)
	if (contract.access !== 'public' && caller?.suspended !== undefined) throw new ApiError(403, caller.suspended)
	if (contract.access !== 'public' && !contract.isForSetup && caller?.unprotected !== undefined)
		throw new ApiError(403, caller.unprotected)
	if (!isAllowed(contract.access, caller?.user)) {
		const lapsed = contract.access === 'admin' ? undefined : caller?.lapsed
		throw new ApiError(403, lapsed ?? 'You do not have permission to do this')
	}
	return caller
}

/** Returns the user for public endpoints. Suspended or lapsed members and unprotected admins count as visitors. */
const readerOf = (caller: Caller | undefined) =>
	(caller?.suspended ?? caller?.unprotected) === undefined ? memberOf(caller?.user) : undefined

/** Converts a service's result to a response by its contract. */
function replyOf(contract: Contract, result: unknown, request: ApiRequest, headers: ApiReply['headers']): ApiReply {
	const { status } = contract
	if (result instanceof FileAnswer) return fileReply(result, request, headers)
	if (result instanceof NotModified) return { status: 304, headers, body: undefined }
	if (status === 204) return { status, headers, body: undefined }
	if (result instanceof PreparedJson) {
		headers.push(JSON_HEADER)
		return { status, headers, body: result.bytes }
	}
	if (result instanceof Pieces) {
		headers.push(['Content-Type', contract.produces])
		return { status, headers, body: result.of }
	}
	// Parsing strips fields that are not in the contract, so that a column added later cannot leak.
	const answer = z.parse(contract.response, result)
	if (status === 302) {
		headers.push(TEXT, ['Location', answer as string])
		return { status, headers, body: 'Go on to the page' }
	}
	const isJson = contract.produces === JSON_TYPE
	headers.push(isJson ? JSON_HEADER : ['Content-Type', contract.produces])
	return { status, headers, body: isJson ? JSON.stringify(answer) : (answer as string | Buffer) }
}

async function run<C extends Contract>(
	callers: CallerCheck,
	contract: C,
	service: Service<C>,
	request: ApiRequest,
): Promise<ApiReply> {
	const early = mayReadEarly(contract, request) ? startReading(contract, request) : undefined
	let caller = await authorize(callers, contract, request)
	const wasThere = early?.isThere
	const params = z.safeParse(contract.params, request.params)
	if (!params.success) throw new ApiError(404, 'Not found')
	const query = parseOr400(contract.query, readQuery(request))
	const isStream = contract.takes === BYTES
	const body = isStream
		? streamBody(contract, request)
		: takesBody(contract)
			? parseOr400(contract.body, await readBody(contract, request, early))
			: undefined
	// A body may take half a minute to arrive: check again that the caller was not signed out or demoted in that time.
	// A stream arrives while the service runs, but has no effect until a later request checks the caller again.
	if (body !== undefined && !isStream && !wasThere && contract.access !== 'public')
		caller = await authorize(callers, contract, request)

	const headers: ApiReply['headers'] = []
	const context = {
		user: contract.access === 'public' ? readerOf(caller) : caller?.user,
		authSession: caller?.authSession,
		clientAddress: request.clientAddress,
		requestId: request.requestId,
		isSessionless: !hasCookie(request.header('cookie')),
		header: request.header,
		setHeader: (name: string, value: string) => void headers.push([name, value]),
		notModified(etag: string) {
			headers.push(['ETag', etag])
			const known = request.header('if-none-match')
			const isKnown = known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
			return isKnown ? notModified : undefined
		},
	} as Context<C['access']>
	const input = { params: params.data, query, body } as Parameters<Service<C>>[0]
	const result = await service(input, context)
	if (isMutation(contract.method)) await callers.afterChange?.()
	return replyOf(contract, result, request, headers)
}

export interface Endpoint {
	readonly contract: Contract
	serve(callers: CallerCheck): ApiEndpoint
}

/**
 * Creates an endpoint from a contract and its service. It authorizes the caller, parses the request, calls the service,
 * strips the response to its schema and maps errors.
 */
export function handle<C extends Contract>(contract: C, service: Service<C>): Endpoint {
	const serve = (callers: CallerCheck): ApiEndpoint => ({
		contract,
		async execute(request) {
			try {
				return await run(callers, contract, service, request)
			} catch (error) {
				return errorReply(error, request)
			}
		},
	})
	return { contract, serve }
}

/** Services by the names of their contracts. */
type Services<Contracts> = {
	[Name in keyof Contracts]?: Contracts[Name] extends Contract ? Service<Contracts[Name]> : unknown
}

/** Creates endpoints for the contracts of a file, each with the service of the same name from `modules`. */
export const handleAll = <Contracts extends object>(contracts: Contracts, ...modules: Services<Contracts>[]) =>
	Object.entries(contracts).flatMap(([name, contract]) => {
		const service = modules.map((services) => services[name as keyof Contracts]).find(Boolean)
		return isContract(contract) && service ? [handle(contract, service as Service<Contract>)] : []
	})

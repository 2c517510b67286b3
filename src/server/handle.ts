import * as z from 'zod/mini'
import { isMissingReference, isUnavailable } from '#db/client.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { assertCsrfToken, assertSameOrigin } from '#src/features/auth/server/csrf.ts'
import type { AuthSession } from '#src/features/auth/server/lucia.ts'
import { DuplicateSessionError, readAuthSession } from '#src/features/auth/server/sessions.ts'
import {
	type Access,
	type BodyOf,
	type Contract,
	isMutation,
	type ParamsOf,
	type QueryOf,
	type ResponseInput,
	takesBody,
} from '#src/lib/contract.ts'
import { ApiError, failureText, isApiError } from '#src/lib/errors.ts'
import { hasCookie } from './cookies.ts'
import type { ApiReply, ApiRequest } from './http/api-types.ts'
import { type AstroRoute, astroRoute } from './http/astro-bridge.ts'
import { log } from './log.ts'

/** What a service knows of its request besides the parsed input. */
export interface Context<Allowed extends Access = Access> {
	/** The caller; certain where the contract asks for a sign-in. */
	readonly user: Allowed extends 'public' ? CurrentUser | undefined : CurrentUser
	readonly authSession: Allowed extends 'public' ? AuthSession | undefined : AuthSession
	readonly clientAddress: string
	readonly requestId: string
	/** The request bears no session cookie, so that its answer may be cached for everybody. */
	readonly isSessionless: boolean
	/** A header of the request. */
	header(name: string): string | undefined
	/** Adds a header to the answer; a second `Set-Cookie` stands beside the first. */
	setHeader(name: string, value: string): void
	/** Sets the answer's ETag. True when the caller has that version already: the service then returns undefined. */
	notModified(etag: string): boolean
}

export type Service<C extends Contract> = (
	input: { params: ParamsOf<C>; query: QueryOf<C>; body: BodyOf<C> },
	context: Context<C['access']>,
) => Promise<ResponseInput<C> | PreparedJson | undefined>

/** An answer that was parsed and written once, for what many ask for and seldom changes. */
export class PreparedJson {
	/** One buffer for all answers, so that its compressed forms are made once too. */
	readonly bytes: Buffer

	constructor(bytes: Buffer) {
		this.bytes = bytes
	}

	static of<C extends Contract>(contract: C, value: ResponseInput<C>): PreparedJson {
		return new PreparedJson(Buffer.from(JSON.stringify(z.parse(contract.response, value))))
	}
}

const TEXT: [string, string] = ['Content-Type', 'text/plain; charset=utf-8']
const JSON_TYPE: [string, string] = ['Content-Type', 'application/json; charset=utf-8']

/** The answer to whatever an endpoint threw: the sentence it was thrown with, or one that tells no detail. */
export function errorReply(error: unknown, request: ApiRequest): ApiReply {
	if (isApiError(error)) {
		const headers: ApiReply['headers'] = [TEXT]
		if (error.retryAfter !== undefined) headers.push(['Retry-After', String(Math.ceil(error.retryAfter))])
		return { status: error.status, headers, body: error.text }
	}
	if (isUnavailable(error)) {
		log.error({ requestId: request.requestId, err: error }, 'database unavailable')
		return {
			status: 503,
			headers: [TEXT, ['Retry-After', '2']],
			body: 'The service is busy. Please try again in a moment.',
		}
	}
	// Between the look and the write somebody deleted it: the account of the caller, a course, a question.
	if (isMissingReference(error))
		return { status: 409, headers: [TEXT], body: 'What this belongs to has just been deleted. Please reload the page.' }
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
	// The first failing field in the order of the form, with the form's own sentence.
	throw new ApiError(400, parsed.error.issues[0]?.message ?? 'Invalid input')
}

/** As JSON writes it, and not as the end of an escaped backslash. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/

async function readJson(contract: Contract, request: ApiRequest): Promise<unknown> {
	const type = request.header('content-type') ?? ''
	if (!/^application\/json\s*(;|$)/i.test(type)) throw new ApiError(415, 'Send the request body as application/json')
	const bytes = await request.readBody(contract.bodyLimit)
	let json: string
	let value: unknown
	try {
		json = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
		value = JSON.parse(json)
	} catch {
		throw new ApiError(400, 'The request body is not valid JSON')
	}
	// The database gives back a text only up to there: what was long enough for its form would be stored as nothing.
	if (NUL.test(json)) throw new ApiError(400, 'Text cannot contain the character U+0000')
	return value
}

/** Who calls, refused where the contract does not allow them: 401 before 403, so that a visitor learns to sign in. */
async function authorise(contract: Contract, request: ApiRequest) {
	const mutation = isMutation(contract.method)
	if (mutation) assertSameOrigin(request)
	const found = await readAuthSession(request.header('cookie')).catch((error: unknown) => {
		if (error instanceof DuplicateSessionError) throw new ApiError(400, 'The request has more than one session cookie')
		throw error
	})
	if (contract.access !== 'public' && !found) throw new ApiError(401, 'Please sign in')
	if (mutation) assertCsrfToken(request, found?.authSession)
	if (contract.access === 'admin' && found?.user.role !== 'admin')
		throw new ApiError(403, 'You do not have permission to do this')
	return found
}

async function run<C extends Contract>(contract: C, service: Service<C>, request: ApiRequest): Promise<ApiReply> {
	let found = await authorise(contract, request)
	const params = z.safeParse(contract.params, request.params)
	if (!params.success) throw new ApiError(404, 'Not found')
	const query = parseOr400(contract.query, Object.fromEntries(request.query))
	const body = takesBody(contract) ? parseOr400(contract.body, await readJson(contract, request)) : undefined
	// A body may take half a minute to arrive: who was signed out or demoted meanwhile must not finish what they began.
	if (body !== undefined && contract.access !== 'public') found = await authorise(contract, request)

	const headers: ApiReply['headers'] = []
	let unchanged = false
	const context = {
		user: found?.user,
		authSession: found?.authSession,
		clientAddress: request.clientAddress,
		requestId: request.requestId,
		isSessionless: !hasCookie(request.header('cookie')),
		header: request.header,
		setHeader: (name: string, value: string) => void headers.push([name, value]),
		notModified(etag: string) {
			headers.push(['ETag', etag])
			const known = request.header('if-none-match')
			unchanged = known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false
			return unchanged
		},
	} as Context<C['access']>
	const input = { params: params.data, query, body } as Parameters<Service<C>>[0]
	const result = await service(input, context)
	if (unchanged) return { status: 304, headers, body: undefined }
	if (contract.status === 204) return { status: 204, headers, body: undefined }
	headers.push(JSON_TYPE)
	if (result instanceof PreparedJson) return { status: contract.status, headers, body: result.bytes }
	// Parsing strips whatever the contract does not name: a column added later cannot leak.
	return { status: contract.status, headers, body: JSON.stringify(z.parse(contract.response, result)) }
}

/**
 * The endpoint of a contract: authorises, parses, calls the service, strips the answer to its schema, maps errors.
 * Our server calls `endpoint.execute`; the development server calls the function as it calls its own endpoints.
 */
export function handle<C extends Contract>(contract: C, service: Service<C>): AstroRoute {
	const execute = async (request: ApiRequest): Promise<ApiReply> => {
		try {
			return await run(contract, service, request)
		} catch (error) {
			return errorReply(error, request)
		}
	}
	return astroRoute({ contract, execute })
}

import * as z from 'zod/mini'
import { type BodyInput, type Contract, isMutation, type ParamsOf, type ResponseOf, takesBody } from './contract.ts'
import { CSRF_COOKIE, CSRF_HEADER, CSRF_REFUSED, readCookie } from './csrf.ts'
import { ApiError } from './errors.ts'
import { type Page, pageFacts } from './page.ts'

/** One of the things that a list endpoint answers. */
type ItemOf<C extends Contract> = ResponseOf<C> extends ReadonlyArray<infer Item> ? Item : never

type Input<C extends Contract> = {
	params?: ParamsOf<C>
	/** Values left undefined are not sent. */
	query?: Record<string, string | number | undefined>
	body?: BodyInput<C>
	signal?: AbortSignal
}

/** How long a token that was fetched serves before another is asked for: 30 minutes (specification, section 9). */
const TOKEN_CACHE_MS = 30 * 60 * 1000

let fetched: { token: string; at: number } | undefined
let fetching: Promise<string | null> | undefined

/** What a reader is told where browsers say "Failed to fetch". */
export const UNREACHABLE = 'The server could not be reached. Please check your connection and try again.'

async function reach(url: string, init: RequestInit): Promise<Response> {
	try {
		return await fetch(url, init)
	} catch (error) {
		// Anything else is our own doing: a call that was taken back.
		throw error instanceof TypeError ? new Error(UNREACHABLE, { cause: error }) : error
	}
}

async function fetchToken(): Promise<string | null> {
	const response = await reach('/api/csrf-token', { credentials: 'same-origin' })
	if (response.status === 401) return null
	if (!response.ok) throw await toError(response)
	const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await response.json())
	fetched = { token: csrfToken, at: Date.now() }
	return csrfToken
}

/** The token for mutations: the cookie's when there is one, else fetched once and kept for half an hour. */
export async function csrfToken(options: { renew?: boolean } = {}): Promise<string | null> {
	if (!options.renew) {
		const fromCookie = readCookie(CSRF_COOKIE)
		if (fromCookie) return fromCookie
		if (fetched && Date.now() - fetched.at < TOKEN_CACHE_MS) return fetched.token
	}
	fetching ??= fetchToken().finally(() => {
		fetching = undefined
	})
	return fetching
}

async function toError(response: Response): Promise<ApiError> {
	const text = (await response.text().catch(() => '')).trim() || response.statusText
	const seconds = Number(response.headers.get('Retry-After'))
	return new ApiError(response.status, text, seconds > 0 ? { retryAfter: seconds } : {})
}

function address(contract: Contract, input: Input<Contract>): string {
	const params = (input.params ?? {}) as Record<string, unknown>
	const path = contract.path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
	const query = new URLSearchParams()
	for (const [name, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(name, String(value))
	return query.size > 0 ? `${path}?${query}` : path
}

async function send(contract: Contract, input: Input<Contract>, token: string | null): Promise<Response> {
	const headers = new Headers()
	if (token) headers.set(CSRF_HEADER, token)
	const hasBody = takesBody(contract)
	if (hasBody) headers.set('Content-Type', 'application/json')
	return reach(address(contract, input), {
		method: contract.method,
		headers,
		credentials: 'same-origin',
		...(hasBody ? { body: JSON.stringify(input.body ?? {}) } : {}),
		...(input.signal ? { signal: input.signal } : {}),
	})
}

/** Sends the call and answers only when it succeeded. */
async function succeed(contract: Contract, input: Input<Contract>): Promise<Response> {
	const mutation = isMutation(contract.method)
	let response = await send(contract, input, mutation ? await csrfToken() : null)
	if (mutation && response.status === 403 && (await response.clone().text()) === CSRF_REFUSED)
		response = await send(contract, input, await csrfToken({ renew: true }))
	if (!response.ok) throw await toError(response)
	return response
}

/** The answer as the contract has it. One that is not, as after an update that this page predates, is said in words. */
async function readAnswer(contract: Contract, response: Response): Promise<unknown> {
	const parsed = z.safeParse(contract.response, await response.json().catch(() => undefined))
	if (parsed.success) return parsed.data
	console.error(parsed.error)
	throw new Error('The answer could not be read. Please reload the page.')
}

/**
 * Calls the endpoint of a contract and parses its answer.
 * A stale security token is renewed and the call made once more, so that nobody loses what they typed.
 * @throws {ApiError} `status: sentence` for every answer that is not a success.
 */
export async function call<C extends Contract>(contract: C, input: Input<C> = {}): Promise<ResponseOf<C>> {
	const response = await succeed(contract, input as Input<Contract>)
	if (response.status === 204) return undefined as ResponseOf<C>
	return (await readAnswer(contract, response)) as ResponseOf<C>
}

/** As `call`, for a list that comes in pages: with the number of all, and where the next page begins. */
export async function callPage<C extends Contract>(contract: C, input: Input<C> = {}): Promise<Page<ItemOf<C>>> {
	const response = await succeed(contract, input as Input<Contract>)
	const items = (await readAnswer(contract, response)) as ItemOf<C>[]
	return { items, ...pageFacts(response.headers.get('Link'), response.headers.get('X-Total-Count')) }
}

import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { type Page, pageFacts } from '../site/page.ts'
import { $user } from './auth-state.ts'
import {
	BYTES,
	BYTES_TYPE,
	type CallInput,
	type Contract,
	isMutation,
	JSON_TYPE,
	type ResponseOf,
	type rawBody,
	takesBody,
} from './contract.ts'
import { CSRF_COOKIE, CSRF_HEADER, CSRF_REFUSED, PAGE_USER_HEADER, readCookie, SIGN_IN_ENDED } from './csrf.ts'
import { ApiError } from './errors.ts'
import { hasCurrent, PROBLEM_TYPE } from './version.ts'

/** One of the things that a list endpoint answers. */
export type ItemOf<C extends Contract> = ResponseOf<C> extends ReadonlyArray<infer Item> ? Item : never

/** Values of the query that are left undefined are not sent. */
type Input<C extends Contract> = CallInput<C> & Ways

/** How a call is made. */
interface Ways {
	signal?: AbortSignal
	/** It goes on when the page is left. */
	keepalive?: boolean
	/** Nobody asked for it: an ended sign-in is not said either. */
	isQuiet?: boolean
}

/** The input may be left out where the contract requires nothing. */
export type Args<C extends Contract> = Record<never, never> extends Input<C> ? [input?: Input<C>] : [input: Input<C>]

/** An input whose contract is not known any more. */
interface AnyInput extends Ways {
	params?: unknown
	query?: unknown
	body?: unknown
}

/** How long a token that was fetched serves before another is asked for (docs/product.md, Calls and their errors). */
const TOKEN_CACHE_MS = 30 * 60 * 1000

let fetched: { token: string; at: number } | undefined
let fetching: Promise<string | null> | undefined

/** What a reader is told where browsers say "Failed to fetch". */
export const UNREACHABLE = 'The server could not be reached. Please check your connection and try again.'

/** Anything but a failed connection is our own doing: a call that was taken back. */
const cut = (error: unknown) => (error instanceof TypeError ? new Error(UNREACHABLE, { cause: error }) : error)

async function reach(url: string, init: RequestInit): Promise<Response> {
	try {
		return await fetch(url, init)
	} catch (error) {
		throw cut(error)
	}
}

/** The body as JSON, undefined where it is none. It may be cut off or taken back when the answer has begun, too. */
async function readJson(response: Response): Promise<unknown> {
	try {
		return await response.json()
	} catch (error) {
		if (error instanceof SyntaxError) return undefined
		throw cut(error)
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

/** How often the cookie is looked at again (docs/product.md, Calls and their errors). */
const POLL_MS = 5_000

/**
 * The security token for a form's hidden field, and whether it is still being fetched. Follows the cookie, which
 * changes when somebody signs in or out in another tab.
 */
export function useCsrfToken(): { token: string | null; isLoading: boolean } {
	const [state, setState] = useState<{ token: string | null; isLoading: boolean }>({ token: null, isLoading: true })
	useEffect(() => {
		let current = true
		// The same one renders nothing anew.
		const keep = (token: string | null) =>
			setState((now) => (now.token === token && !now.isLoading ? now : { token, isLoading: false }))
		const look = () =>
			csrfToken().then(
				(token) => current && keep(token),
				// A form without a token can still be sent: the call itself asks for one again.
				() => current && keep(null),
			)
		void look()
		const timer = setInterval(() => {
			const token = readCookie(CSRF_COOKIE)
			if (token) keep(token)
			else void look()
		}, POLL_MS)
		return () => {
			current = false
			clearInterval(timer)
		}
	}, [])
	return state
}

const problem = z.object({ detail: z.string(), current: z.unknown() })

async function toError(response: Response, contract?: Contract): Promise<ApiError> {
	const { status, headers } = response
	if (contract && headers.get('Content-Type')?.startsWith(PROBLEM_TYPE)) {
		const { detail, current } = problem.parse(await readJson(response))
		// Of another form, as after an update that this page predates, it cannot be shown: the sentence is left.
		return new ApiError(status, detail, { current: z.safeParse(contract.current, current).data })
	}
	const text = (await response.text().catch(() => '')).trim() || response.statusText
	const seconds = Number(headers.get('Retry-After'))
	return new ApiError(status, text, seconds > 0 ? { retryAfter: seconds } : {})
}

function address(contract: Contract, input: AnyInput): string {
	const params = (input.params ?? {}) as Record<string, unknown>
	const path = contract.path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
	const query = new URLSearchParams()
	for (const [name, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(name, String(value))
	return query.size > 0 ? `${path}?${query}` : path
}

/** A body as it is sent, with its content type. */
function bodyOf(contract: Contract, body: unknown): { type: string; content: BodyInit } {
	if (contract.takes === JSON_TYPE) return { type: JSON_TYPE, content: JSON.stringify(body ?? {}) }
	if (contract.takes === BYTES) return { type: BYTES_TYPE, content: body as Blob }
	const { type, bytes } = body as z.output<typeof rawBody>
	return { type, content: new Blob([new Uint8Array(bytes)]) }
}

async function send(contract: Contract, input: AnyInput, token: string | null): Promise<Response> {
	const headers = new Headers()
	if (token) headers.set(CSRF_HEADER, token)
	if (hasCurrent(contract)) headers.set('Accept', `${PROBLEM_TYPE}, ${JSON_TYPE}`)
	const shown = $user.get()
	if (shown && isMutation(contract.method)) headers.set(PAGE_USER_HEADER, shown.id)
	const body = takesBody(contract) ? bodyOf(contract, input.body) : undefined
	if (body) headers.set('Content-Type', body.type)
	return reach(address(contract, input), {
		method: contract.method,
		headers,
		credentials: 'same-origin',
		...(body ? { body: body.content } : {}),
		...(input.signal ? { signal: input.signal } : {}),
		...(input.keepalive ? { keepalive: true } : {}),
	})
}

/** Sends the call and answers only when it succeeded. */
async function succeed(contract: Contract, input: AnyInput): Promise<Response> {
	const mutation = isMutation(contract.method)
	let response = await send(contract, input, mutation ? await csrfToken() : null)
	if (mutation && response.status === 403 && (await response.clone().text()) === CSRF_REFUSED)
		response = await send(contract, input, await csrfToken({ renew: true }))
	// The header says so, with a way back to this page (components/site/page/return-links.ts).
	if (response.status === 401 && contract.access !== 'public' && !input.isQuiet)
		globalThis.window?.dispatchEvent(new Event(SIGN_IN_ENDED))
	if (!response.ok) throw await toError(response, contract)
	return response
}

/** The answer as the contract has it. One that is not, as after an update that this page predates, is said in words. */
async function readAnswer(contract: Contract, response: Response): Promise<unknown> {
	const parsed = z.safeParse(contract.response, await readJson(response))
	if (parsed.success) return parsed.data
	console.error(parsed.error)
	throw new Error('The answer could not be read. Please reload the page.')
}

/**
 * Calls the endpoint of a contract and parses its answer.
 * A stale security token is renewed and the call made once more, so that nobody loses what they typed.
 * @throws {ApiError} `status: sentence` for every answer that is not a success.
 */
export async function call<C extends Contract>(contract: C, ...[input]: Args<C>): Promise<ResponseOf<C>> {
	const response = await succeed(contract, input ?? {})
	if (response.status === 204) return undefined as ResponseOf<C>
	return (await readAnswer(contract, response)) as ResponseOf<C>
}

/** As `call`, for a list that comes in pages: with the number of all, and where the next page begins. */
export async function callPage<C extends Contract>(contract: C, ...[input]: Args<C>): Promise<Page<ItemOf<C>>> {
	const response = await succeed(contract, input ?? {})
	const items = (await readAnswer(contract, response)) as ItemOf<C>[]
	return { items, ...pageFacts(response.headers.get('Link'), response.headers.get('X-Total-Count')) }
}

import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { type Page, readPageHeaders } from '../site/page.ts'
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
import { ApiError, SECOND_FACTOR_HEADER, STEP_UP_HEADER } from './errors.ts'
import { askToConfirm } from './step-up.ts'
import { hasCurrent, PROBLEM_TYPE } from './version.ts'

/** The item type of a list endpoint. */
export type ItemOf<C extends Contract> = ResponseOf<C> extends ReadonlyArray<infer Item> ? Item : never

/** Input of a call. Undefined query values are not sent. */
type Input<C extends Contract> = CallInput<C> & RequestOptions

interface RequestOptions {
	signal?: AbortSignal
	/** Keeps the request alive when the page is left. */
	keepalive?: boolean
	/** A background call: does not report an expired session. */
	isQuiet?: boolean
}

/** Call arguments: optional if the contract requires nothing. */
export type Args<C extends Contract> = Record<never, never> extends Input<C> ? [input?: Input<C>] : [input: Input<C>]

interface AnyInput extends RequestOptions {
	params?: unknown
	query?: unknown
	body?: unknown
}

/** Lifetime of a fetched token (docs/product.md, Calls and their errors). */
const TOKEN_CACHE_MS = 30 * 60 * 1000

let cachedToken: { token: string; at: number } | undefined
let tokenRequest: Promise<string | null> | undefined

/** Message in place of the browser's "Failed to fetch". */
export const UNREACHABLE = 'We could not reach the server. Please check your connection and try again.'

/** Maps a network error to a message. Anything but a network error means that we aborted the call. */
const toNetworkError = (error: unknown) =>
	error instanceof TypeError ? new Error(UNREACHABLE, { cause: error }) : error

async function fetchOrThrow(url: string, init: RequestInit): Promise<Response> {
	try {
		return await fetch(url, init)
	} catch (error) {
		throw toNetworkError(error)
	}
}

/**
 * Reads the body as JSON, or returns undefined. The connection can also break, or the call be aborted, while the body
 * is read.
 */
async function readJson(response: Response): Promise<unknown> {
	try {
		return await response.json()
	} catch (error) {
		if (error instanceof SyntaxError) return undefined
		throw toNetworkError(error)
	}
}

async function fetchToken(): Promise<string | null> {
	const response = await fetchOrThrow('/api/csrf-token', { credentials: 'same-origin' })
	if (response.status === 401) return null
	if (!response.ok) throw await toError(response)
	const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await response.json())
	cachedToken = { token: csrfToken, at: Date.now() }
	return csrfToken
}

/** Returns the CSRF token: from the cookie, or fetched and cached for half an hour. */
async function csrfToken(options: { renew?: boolean } = {}): Promise<string | null> {
	if (!options.renew) {
		const fromCookie = readCookie(CSRF_COOKIE)
		if (fromCookie) return fromCookie
		if (cachedToken && Date.now() - cachedToken.at < TOKEN_CACHE_MS) return cachedToken.token
	}
	tokenRequest ??= fetchToken().finally(() => {
		tokenRequest = undefined
	})
	return tokenRequest
}

/** Interval of the cookie check (docs/product.md, Calls and their errors). */
const POLL_MS = 5_000

/**
 * Returns the CSRF token for a form's hidden field, and whether it is loading. Follows the cookie, which changes after
 * a login or logout in another tab.
 */
export function useCsrfToken(): { token: string | null; isLoading: boolean } {
	const [state, setState] = useState<{ token: string | null; isLoading: boolean }>({ token: null, isLoading: true })
	useEffect(() => {
		let current = true
		// An unchanged token causes no render.
		const update = (token: string | null) =>
			setState((previous) => (previous.token === token && !previous.isLoading ? previous : { token, isLoading: false }))
		const load = () =>
			csrfToken().then(
				(token) => current && update(token),
				// A form without a token can still be submitted: the call fetches one.
				() => current && update(null),
			)
		void load()
		const timer = setInterval(() => {
			const token = readCookie(CSRF_COOKIE)
			if (token) update(token)
			else void load()
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
		// If the current state does not match the schema, as after an update newer than this page, keep only the sentence.
		return new ApiError(status, detail, { current: z.safeParse(contract.current, current).data })
	}
	// Do not show the HTML error page of a proxy in an alert.
	const isPage = headers.get('Content-Type')?.startsWith('text/html')
	const body = isPage ? '' : await response.text().catch(() => '')
	const text = body.trim() || response.statusText
	const seconds = Number(headers.get('Retry-After'))
	const challengeHeaders = [SECOND_FACTOR_HEADER, STEP_UP_HEADER].map(
		(name) => [name, headers.get(name) ?? ''] as const,
	)
	return new ApiError(status, text, {
		...(seconds > 0 ? { retryAfter: seconds } : {}),
		headers: challengeHeaders.filter(([, value]) => value !== ''),
	})
}

function urlOf(contract: Contract, input: AnyInput): string {
	const params = (input.params ?? {}) as Record<string, unknown>
	const path = contract.path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
	const query = new URLSearchParams()
	for (const [name, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(name, String(value))
	return query.size > 0 ? `${path}?${query}` : path
}

/** Encodes a request body and returns its content type. */
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
	const pageUser = $user.get()
	if (pageUser && isMutation(contract.method)) headers.set(PAGE_USER_HEADER, pageUser.id)
	const body = takesBody(contract) ? bodyOf(contract, input.body) : undefined
	if (body) headers.set('Content-Type', body.type)
	return fetchOrThrow(urlOf(contract, input), {
		method: contract.method,
		headers,
		credentials: 'same-origin',
		...(body ? { body: body.content } : {}),
		...(input.signal ? { signal: input.signal } : {}),
		...(input.keepalive ? { keepalive: true } : {}),
	})
}

const needsConfirmation = ({ status, headers }: Response) => status === 401 && headers.has(STEP_UP_HEADER)

/** Sends the call. Resolves only on success. */
async function sendOrThrow(contract: Contract, input: AnyInput): Promise<Response> {
	const mutation = isMutation(contract.method)
	let response = await send(contract, input, mutation ? await csrfToken() : null)
	if (mutation && response.status === 403 && (await response.clone().text()) === CSRF_REFUSED)
		response = await send(contract, input, await csrfToken({ renew: true }))
	if (needsConfirmation(response) && (await askToConfirm())) response = await send(contract, input, await csrfToken())
	// The page header reports the expired session, with a link back to this page (components/site/page/return-links.ts).
	if (response.status === 401 && contract.access !== 'public' && !input.isQuiet && !needsConfirmation(response))
		globalThis.window?.dispatchEvent(new Event(SIGN_IN_ENDED))
	if (!response.ok) throw await toError(response, contract)
	return response
}

/**
 * Parses the response by the contract. Throws an error on a mismatch, as after an update newer than this page.
 */
async function readAnswer(contract: Contract, response: Response): Promise<unknown> {
	const parsed = z.safeParse(contract.response, await readJson(response))
	if (parsed.success) return parsed.data
	console.error(parsed.error)
	throw new Error('The response could not be read. Please reload the page.')
}

/**
 * Calls the endpoint of a contract and parses the response. Renews a stale CSRF token and retries once, so that no
 * input is lost.
 * @throws {ApiError} `status: sentence` for every unsuccessful response.
 */
export async function call<C extends Contract>(contract: C, ...[input]: Args<C>): Promise<ResponseOf<C>> {
	const response = await sendOrThrow(contract, input ?? {})
	if (response.status === 204) return undefined as ResponseOf<C>
	return (await readAnswer(contract, response)) as ResponseOf<C>
}

/** Calls a paginated list endpoint. Also returns the total and the cursor of the next page. */
export async function callPage<C extends Contract>(contract: C, ...[input]: Args<C>): Promise<Page<ItemOf<C>>> {
	const response = await sendOrThrow(contract, input ?? {})
	const items = (await readAnswer(contract, response)) as ItemOf<C>[]
	return { items, ...readPageHeaders(response.headers.get('Link'), response.headers.get('X-Total-Count')) }
}

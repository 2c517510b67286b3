// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { call, UNREACHABLE } from './api-client.ts'
import { contract } from './contract.ts'
import { CSRF_COOKIE, SIGN_IN_ENDED } from './csrf.ts'
import { changedMeanwhile, currentOf, PROBLEM_TYPE, versionField } from './version.ts'

const base = { response: z.array(z.string()) } as const
const things = contract('GET /api/things', { ...base, access: 'member' })
const publicThings = contract('GET /api/things', { ...base, access: 'public' })

function answerWith(response: Response): void {
	vi.stubGlobal('fetch', () => Promise.resolve(response))
}

/** Creates a response that breaks off halfway. */
function brokenOff(error: Error): Response {
	const response = Response.json([])
	vi.spyOn(response, 'json').mockRejectedValue(error)
	return response
}

test('reports a call aborted during the response as aborted', async () => {
	const abortError = new DOMException('Aborted', 'AbortError')
	answerWith(brokenOff(abortError))
	await expect(call(things)).rejects.toBe(abortError)
})

test('reports a truncated response as an unreachable server', async () => {
	answerWith(brokenOff(new TypeError('network error')))
	await expect(call(things)).rejects.toThrow(UNREACHABLE)
})

test('does not show the HTML page of a proxy as a message', async () => {
	const html = { headers: { 'Content-Type': 'text/html' }, status: 503, statusText: 'Service Unavailable' }
	answerWith(new Response('<h1>503</h1><p>nginx</p>', html))
	await expect(call(things)).rejects.toThrow('503: Service Unavailable')
})

test('reports a response that violates the contract with a readable message', async () => {
	const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
	answerWith(new Response('<html>'))
	await expect(call(things)).rejects.toThrow('The response could not be read. Please reload the page.')
	expect(logged).toHaveBeenCalledOnce()
})

test.each([
	['announces that the session ended', things, 1],
	['announces nothing for a public endpoint, such as the sign-in itself', publicThings, 0],
])('a 401 %s', async (_, endpoint, times) => {
	const listener = vi.fn()
	window.addEventListener(SIGN_IN_ENDED, listener)
	answerWith(new Response('Please sign in', { status: 401 }))
	await expect(call(endpoint)).rejects.toThrow('401: Please sign in')
	expect(listener).toHaveBeenCalledTimes(times)
	window.removeEventListener(SIGN_IN_ENDED, listener)
})

const change = contract('PATCH /api/things/:id', {
	access: 'public',
	body: z.object({ name: z.string(), ...versionField }),
	errors: { changed: changedMeanwhile('thing') },
	current: z.object({ name: z.string(), version: z.number() }),
})

/** Returns the error of a change rejected with `answer`, and the request's `Accept` header. */
async function rejectedChange(answer: object) {
	const sent = vi.fn((_: string, _init: RequestInit) =>
		Promise.resolve(Response.json(answer, { status: 409, headers: { 'Content-Type': PROBLEM_TYPE } })),
	)
	vi.stubGlobal('fetch', sent)
	vi.spyOn(document, 'cookie', 'get').mockReturnValue(`${CSRF_COOKIE}=token`)
	const error = await call(change, { params: { id: '1' }, body: { name: 'Mine', version: 1 } }).catch(
		(thrown: unknown) => thrown,
	)
	return { error, accept: new Headers(sent.mock.calls[0]?.[1].headers).get('Accept') }
}

test('requests the current state with a versioned change, and adds it to the error', async () => {
	const current = { name: 'Theirs', version: 2 }
	const { error, accept } = await rejectedChange({ detail: 'This thing has changed.', current })
	expect(accept).toContain(PROBLEM_TYPE)
	expect(String(error)).toBe('ApiError: 409: This thing has changed.')
	expect(currentOf(error)).toEqual(current)
})

test('keeps only the sentence if the current state does not match the schema', async () => {
	const { error } = await rejectedChange({ detail: 'This thing has changed.', current: { title: 'Theirs' } })
	expect(String(error)).toBe('ApiError: 409: This thing has changed.')
	expect(currentOf(error)).toBeUndefined()
})

// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { call, UNREACHABLE } from './api-client.ts'
import { contract } from './contract.ts'
import { SIGN_IN_ENDED } from './csrf.ts'

const base = { method: 'GET', path: '/api/things', response: z.array(z.string()) } as const
const things = contract({ ...base, access: 'member' })
const publicThings = contract({ ...base, access: 'public' })

function answerWith(response: Response): void {
	vi.stubGlobal('fetch', () => Promise.resolve(response))
}

/** An answer that begins well and then breaks off. */
function brokenOff(error: Error): Response {
	const response = Response.json([])
	vi.spyOn(response, 'json').mockRejectedValue(error)
	return response
}

test('a call that is taken back while its answer arrives is no broken answer', async () => {
	const taken = new DOMException('Taken back', 'AbortError')
	answerWith(brokenOff(taken))
	await expect(call(things)).rejects.toBe(taken)
})

test('an answer that is cut off is an unreachable server', async () => {
	answerWith(brokenOff(new TypeError('network error')))
	await expect(call(things)).rejects.toThrow(UNREACHABLE)
})

test('an answer that is none of ours is said in words', async () => {
	const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
	answerWith(new Response('<html>'))
	await expect(call(things)).rejects.toThrow('The answer could not be read. Please reload the page.')
	expect(logged).toHaveBeenCalledOnce()
})

test.each([
	['says that the sign-in has ended', things, 1],
	['says nothing where none is needed, as at the sign-in itself', publicThings, 0],
])('a 401 %s', async (_, given, times) => {
	const heard = vi.fn()
	window.addEventListener(SIGN_IN_ENDED, heard)
	answerWith(new Response('Please sign in', { status: 401 }))
	await expect(call(given)).rejects.toThrow('401: Please sign in')
	expect(heard).toHaveBeenCalledTimes(times)
	window.removeEventListener(SIGN_IN_ENDED, heard)
})

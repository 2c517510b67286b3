// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { sendBeacon } from './beacon.ts'
import { contract } from './contract.ts'
import { SIGN_IN_ENDED } from './csrf.ts'

const place = contract('PUT /api/things/:id/place', { access: 'member', body: z.object({ at: z.number() }) })
const input = { params: { id: 'one' }, body: { at: 1 } }
// biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is not in every browser we serve
document.cookie = 'XSRF-TOKEN=token'

test.each<[number, boolean]>([
	[204, true],
	[401, false],
	[403, false],
	[404, false],
	[429, true],
	[503, true],
])('a response of %i is not shown, and further reports are worth sending: %s', async (status, shouldContinue) => {
	const listener = vi.fn()
	window.addEventListener(SIGN_IN_ENDED, listener)
	vi.stubGlobal('fetch', () => Promise.resolve(new Response(status === 204 ? null : 'No', { status })))
	expect(await sendBeacon(place, input, false)).toBe(shouldContinue)
	expect(listener).not.toHaveBeenCalled()
	window.removeEventListener(SIGN_IN_ENDED, listener)
})

test('ignores a network error', async () => {
	vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
	expect(await sendBeacon(place, input, false)).toBe(true)
})

test.each([true, false])('uses keepalive when the page is left: %s', async (isLeaving) => {
	const fetch = vi.fn(() => Promise.resolve(new Response(null, { status: 204 })))
	vi.stubGlobal('fetch', fetch)
	await sendBeacon(place, input, isLeaving)
	const [[, init]] = fetch.mock.calls as unknown as [[string, RequestInit]]
	expect(init.keepalive ?? false).toBe(isLeaving)
})

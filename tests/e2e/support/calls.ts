import type { APIRequestContext } from 'playwright/test'
import { CSRF_HEADER } from '#src/lib/csrf.ts'
import { expect } from './fixtures.ts'

async function send(request: APIRequestContext, origin: string, method: string, path: string, data?: unknown) {
	const { csrfToken } = await (await request.get('/api/csrf-token')).json()
	const answer = await request.fetch(path, { method, data, headers: { Origin: origin, [CSRF_HEADER]: csrfToken } })
	expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
	return answer
}

/** Makes something by the API, as whoever is signed in. */
export const post = async (request: APIRequestContext, origin: string, path: string, data: unknown) =>
	(await send(request, origin, 'POST', path, data)).json() as Promise<{ id: string }>

/** Takes it away again. */
export const remove = (request: APIRequestContext, origin: string, path: string) =>
	send(request, origin, 'DELETE', path)

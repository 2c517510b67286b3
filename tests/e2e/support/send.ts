import type { Page } from 'playwright/test'
import { CSRF_HEADER } from '#src/lib/api/csrf.ts'
import { expect } from './fixtures.ts'

/** Returns the origin of the server under test. */
export const originOf = async (page: Page): Promise<string> =>
	new URL((await page.context().request.get('/api/csrf-token')).url()).origin

/** Sends a request as the signed-in browser, to set up data without the screens. @returns the parsed JSON. */
export async function send<T = void>(page: Page, method: string, path: string, data?: unknown): Promise<T> {
	const { request } = page.context()
	const first = await request.get('/api/csrf-token')
	const { csrfToken } = await first.json()
	const answer = await request.fetch(path, {
		method,
		...(data === undefined ? {} : { data }),
		headers: { Origin: new URL(first.url()).origin, [CSRF_HEADER]: csrfToken },
	})
	expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
	const text = await answer.text()
	return (text ? JSON.parse(text) : undefined) as T
}

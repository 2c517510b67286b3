import type { Page } from 'playwright/test'
import { CSRF_HEADER } from '#src/lib/api/csrf.ts'
import { expect } from './fixtures.ts'

/** The address of the server that this test talks to. */
export const originOf = async (page: Page): Promise<string> =>
	new URL((await page.context().request.get('/api/csrf-token')).url()).origin

/** A call of the signed-in browser without its screen: for what a state needs in the store. Answers with the JSON. */
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

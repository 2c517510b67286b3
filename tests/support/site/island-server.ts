import { vi } from 'vitest'

/** Response to a call. Undefined sends 204. */
type Answer = (body: unknown) => unknown | Promise<unknown>

/**
 * Mocks API responses by `METHOD /path` for islands that are tested without a server. Other calls fail.
 * @returns the calls so far.
 */
export function answerCalls(answers: Record<string, Answer>): string[] {
	const made: string[] = []
	// biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
	document.cookie = 'XSRF-TOKEN=token'
	vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
		const call = `${init.method ?? 'GET'} ${url.split('?')[0]}`
		made.push(call)
		const answer = answers[call]
		if (!answer) return new Response(`${call} is not answered`, { status: 500 })
		const value = await answer(typeof init.body === 'string' ? JSON.parse(init.body) : undefined)
		if (value instanceof Response) return value
		return value === undefined ? new Response(null, { status: 204 }) : Response.json(value)
	})
	return made
}

/** Returns a promise and the functions that settle it. */
export function held<Value = void>() {
	let release: (value: Value) => void = () => {}
	const until = new Promise<Value>((resolve) => {
		release = resolve
	})
	return { until, release }
}

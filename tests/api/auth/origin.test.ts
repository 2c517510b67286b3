import { afterEach, expect, test, vi } from 'vitest'
import { assertSameOrigin } from '#src/platform/endpoint/handle.ts'
import * as settings from '#src/platform/env/env.ts'
import type { ApiRequest } from '#src/platform/http/api-types.ts'

afterEach(() => vi.restoreAllMocks())

const SECRET = 'x'.repeat(32)

/** Returns whether a server with these settings accepts writes from a page at `origin`, sent to the same host. */
function isOwn(origin: string, values: Record<string, string>): boolean {
	vi.spyOn(settings, 'env').mockReturnValue(settings.parseEnv({ SECRET_KEY: SECRET, ...values }))
	const headers: Record<string, string> = { origin, host: new URL(origin).host }
	try {
		assertSameOrigin({ header: (name) => headers[name] } as ApiRequest)
		return true
	} catch {
		return false
	}
}

test('production on https accepts only its own https pages, including those of another allowed host', () => {
	const values = {
		NODE_ENV: 'production',
		PUBLIC_URL: 'https://club.example',
		ALLOWED_HOSTS: 'www.club.example,127.0.0.1:4321',
	}
	expect(isOwn('https://club.example', values)).toBe(true)
	expect(isOwn('https://www.club.example', values)).toBe(true)
	expect(isOwn('http://club.example', values)).toBe(false)
	expect(isOwn('http://www.club.example', values)).toBe(false)
	expect(isOwn('http://127.0.0.1:4321', values)).toBe(false)
	expect(isOwn('https://other.example', values)).toBe(false)
})

test('development accepts all local names and a public address', () => {
	expect(isOwn('http://localhost:4321', {})).toBe(true)
	expect(isOwn('http://127.0.0.1:4321', {})).toBe(true)
	expect(isOwn('https://localhost:4321', {})).toBe(false)
	const tunnel = { PUBLIC_URL: 'https://tunnel.example' }
	expect(isOwn('http://localhost:4321', tunnel)).toBe(true)
	expect(isOwn('http://tunnel.example', tunnel)).toBe(false)
})

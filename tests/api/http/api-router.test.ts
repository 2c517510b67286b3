import { describe, expect, it } from 'vitest'
import { apiRouter, endpoints } from '#src/app/endpoints.ts'
import { ApiRouter } from '#src/platform/http/api-router.ts'
import { addRoute, json } from './support.ts'

describe('the router', () => {
	it('has all endpoints except table exports, which are among the screens', () => {
		const expected = endpoints.map(({ contract }) => `${contract.method} ${contract.path}`)
		expect(apiRouter().list()).toEqual(expected.filter((name) => !name.endsWith('/export.csv')).sort())
	})

	it.each([
		[['/api/x/:a', '/api/x/:b'], 'answer the same paths'],
		[['/api/x', '/api/x'], 'Two endpoints answer GET /api/x'],
	] as const)('rejects conflicting routes: %s', (paths, message) => {
		const router = new ApiRouter()
		expect(() => {
			for (const path of paths) addRoute(router, 'GET', path, () => json({}))
		}).toThrow(message)
	})
})

describe('path matching', () => {
	const router = new ApiRouter()
	for (const path of ['/api/a/b', '/api/a/:id', '/api/:kind/b/c', '/api/a/:id/c/:other'] as const)
		addRoute(router, 'GET', path, () => json({}))

	it.each([
		['/api/a/b', {}],
		['/api/a/x', { id: 'x' }],
		['/api/a/b/c', { kind: 'a' }],
		['/api/x/b/c', { kind: 'x' }],
		['/api/a/b/c/d', { id: 'b', other: 'd' }],
		['/api/a/x/c/y', { id: 'x', other: 'y' }],
	])('finds %s, fixed segments before parameters', (path, params) => {
		expect(router.match(path)?.params).toEqual(params)
	})

	it.each(['/api', '/api/', '/api/a', '/api/a/', '/api/a/x/', '/api/a/x/d', '/api/a/b/c/', '/'])(
		'does not find %s',
		(path) => {
			expect(router.match(path)).toBeUndefined()
		},
	)
})

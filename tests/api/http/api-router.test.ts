import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ApiRouter, loadApiRoutes } from '#src/platform/http/api-router.ts'
import { routes } from '#tests/support/api.ts'
import { addRoute, json } from './support.ts'

async function folderWith(files: Record<string, string>): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'routes-'))
	for (const [name, text] of Object.entries(files)) {
		await mkdir(dirname(join(folder, name)), { recursive: true })
		await writeFile(join(folder, name), text)
	}
	return folder
}

const route = (method: string, path: string) =>
	`export const ${method} = Object.assign(() => {}, { endpoint: { contract: { method: '${method}', path: '${path}' }, execute() {} } })\n`

describe('the routes', () => {
	it('are those of src/pages/api', async () => {
		const router = await loadApiRoutes(fileURLToPath(new URL('../../../src/pages/api', import.meta.url)))
		// One that is no part of the API, a file to save, is among the pages.
		const expected = [...routes.keys()].filter((route) => route.includes(' /api/'))
		expect(router.list()).toEqual(expected.sort())
	})

	it('take their place from their file', async () => {
		const router = await loadApiRoutes(
			await folderWith({
				'courses/index.ts': route('GET', '/api/courses'),
				'courses/[id].ts': route('GET', '/api/courses/:id') + route('PUT', '/api/courses/:id'),
				'courses/[courseId]/modules.ts': route('POST', '/api/courses/:courseId/modules'),
				'_helper.ts': 'export const GET = 1',
				'courses/courses.test.ts': 'throw new Error("a test was loaded")',
			}),
		)
		expect(router.list()).toEqual([
			'GET /api/courses',
			'GET /api/courses/:id',
			'POST /api/courses/:courseId/modules',
			'PUT /api/courses/:id',
		])
	})

	it.each([
		['whose contract is of another path', { 'a.ts': route('GET', '/api/b') }, 'has the contract of GET /api/b'],
		['that are no endpoints', { 'a.ts': 'export const POST = () => new Response()' }, 'not made by handle'],
		['with part of a segment as parameter', { 'a-[id].ts': route('GET', '/api/a-:id') }, 'only whole segments'],
		['that catch all', { '[...all].ts': route('GET', '/api/:all') }, 'only whole segments'],
		[
			'that answer the same paths',
			{ 'x/[a].ts': route('GET', '/api/x/:a'), 'x/[b].ts': route('GET', '/api/x/:b') },
			'answer the same paths',
		],
	])('%s stop the start', async (_, files, message) => {
		await expect(loadApiRoutes(await folderWith(files))).rejects.toThrow(message)
	})
})

describe('a path', () => {
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
	])('%s is found, fixed segments before parameters', (path, params) => {
		expect(router.match(path)?.params).toEqual(params)
	})

	it.each(['/api', '/api/', '/api/a', '/api/a/', '/api/a/x/', '/api/a/x/d', '/api/a/b/c/', '/'])(
		'%s is not',
		(path) => {
			expect(router.match(path)).toBeUndefined()
		},
	)
})

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contracts } from '#src/features/contracts.ts'
import { type Contract, DEFAULT_BODY_LIMIT, takesBody } from '#src/lib/api/contract.ts'
import { ApiError } from '#src/lib/api/errors.ts'
import { setSite } from '#src/lib/site/site.ts'
import { ApiRouter } from '#src/platform/http/api-router.ts'
import type { ApiReply, ApiRequest } from '#src/platform/http/api-types.ts'
import { json, startServer } from './support.ts'

// Endpoints of a feature that is off would return 404.
beforeAll(() => setSite({ collectsDues: 'on' }))
afterAll(() => setSite({}))

const large = contracts.filter((contract) => takesBody(contract) && contract.bodyLimit > DEFAULT_BODY_LIMIT)
const byName = large.map((contract): [string, Contract] => [`${contract.method} ${contract.path}`, contract])

async function lengthOf(request: ApiRequest, { takes, bodyLimit }: Contract): Promise<ApiReply> {
	try {
		if (takes !== 'bytes') return json((await request.readBody(bodyLimit)).length)
		let length = 0
		for await (const piece of request.streamBody(bodyLimit)) length += piece.length
		return json(length)
	} catch (error) {
		if (!(error instanceof ApiError)) throw error
		return { status: error.status, headers: [['Content-Type', 'text/plain']], body: error.text }
	}
}

test.each(byName)('%s accepts a body up to its limit, and names the limit in its error', async (_, contract) => {
	const api = new ApiRouter()
	api.add(contract.path, contract.method, { contract, execute: (request) => lengthOf(request, contract) })
	const { ask } = await startServer({ api })
	const path = contract.path.replaceAll(/:\w+/g, '1')
	const send = (bytes: number) => ask(path, { method: contract.method, body: Buffer.alloc(bytes, 'x') })
	expect((await send(contract.bodyLimit)).text).toBe(String(contract.bodyLimit))
	const response = await send(contract.bodyLimit + 1)
	expect(response.status).toBe(413)
	expect(response.text).toMatch(/^The request body is too large\. At most \d+ [kM]B can be sent here\.$/)
})

test('the reverse proxies of deploy/ accept the longest body that a contract allows', () => {
	const longest = Math.max(...large.map(({ bodyLimit }) => bodyLimit))
	const [, nginx] = /client_max_body_size (\d+)m;/.exec(readFileSync('deploy/nginx/second-chair.conf', 'utf8')) ?? []
	const [, caddy] = /max_size (\d+)MB/.exec(readFileSync('deploy/caddy/Caddyfile', 'utf8')) ?? []
	expect(Number(nginx) * 1024 * 1024).toBeGreaterThanOrEqual(longest)
	expect(Number(caddy) * 1_000_000).toBeGreaterThanOrEqual(longest)
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const preflight = fileURLToPath(new URL('../../../src/server/preflight.mjs', import.meta.url))

async function run(command: string, settings: Record<string, string>): Promise<{ code: number; said: string }> {
	const child = spawn(process.execPath, [preflight, command], { env: { PATH: process.env.PATH, ...settings } })
	let said = ''
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (part: string) => {
			said += part
		})
	const [code] = (await once(child, 'close')) as [number]
	return { code, said }
}

it('names every wrong setting in one line each, and does not start', async () => {
	const { code, said } = await run('start', { PORT: 'high', TRUST_PROXY_HOPS: '-1' })
	expect(code).toBe(1)
	expect(said.trim().split('\n')).toEqual([
		expect.stringMatching(/^PORT: /),
		expect.stringMatching(/^TRUST_PROXY_HOPS: /),
	])
})

it('asks production for its address and its secret', async () => {
	const { code, said } = await run('start', { NODE_ENV: 'production' })
	expect(code).toBe(1)
	expect(said).toContain('PUBLIC_URL: required in production')
	expect(said).toContain('SECRET_KEY: required in production')
})

it('knows two commands', async () => {
	const { code, said } = await run('fly', {})
	expect(code).toBe(1)
	expect(said).toContain('Use: start, build')
})

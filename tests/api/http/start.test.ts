import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const preflight = fileURLToPath(new URL('../../../src/app/preflight.mjs', import.meta.url))

async function run(command: string, settings: Record<string, string>): Promise<{ code: number; output: string }> {
	const child = spawn(process.execPath, [preflight, command], { env: { PATH: process.env.PATH, ...settings } })
	let output = ''
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (part: string) => {
			output += part
		})
	const [code] = (await once(child, 'close')) as [number]
	return { code, output }
}

it('names every invalid setting in one line each and does not start', async () => {
	const { code, output } = await run('start', { PORT: 'high', TRUST_PROXY_HOPS: '-1' })
	expect(code).toBe(1)
	expect(output.trim().split('\n')).toEqual([
		expect.stringMatching(/^PORT: /),
		expect.stringMatching(/^TRUST_PROXY_HOPS: /),
	])
})

it('requires a public URL and a secret in production', async () => {
	const { code, output } = await run('start', { NODE_ENV: 'production' })
	expect(code).toBe(1)
	expect(output).toContain('PUBLIC_URL: required in production')
	expect(output).toContain('SECRET_KEY: required in production')
})

it('rejects an unusable database file in one sentence before building', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'second-chair-start-'))
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
	const file = join(folder, 'second-chair.db')
	writeFileSync(file, 'this is no database')
	const { code, output } = await run('start', { DATA_DIR: folder })
	expect(code).toBe(1)
	expect(output.trim().split('\n')).toEqual([expect.stringContaining(`The file ${file} is not an SQLite database`)])
	expect(readdirSync(folder).sort()).toEqual(['second-chair.db', 'secret-key'])

	const below = await run('start', { DATA_DIR: join(file, 'data') })
	expect(below.code).toBe(1)
	expect(below.output.trim().split('\n')).toEqual([expect.stringContaining('part of the path is a file')])
})

it('names its two commands if another one is given', async () => {
	const { code, output } = await run('fly', {})
	expect(code).toBe(1)
	expect(output).toContain('Use: start, build')
})

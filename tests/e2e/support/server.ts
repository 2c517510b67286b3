import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testEnvironment } from '#tests/support/run/environment.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { startArguments } from '#tests/support/servers/start-command.ts'

const root = join(import.meta.dirname, '../../..')

export interface OwnServer {
	readonly url: string
	/** Returns the server's log entries so far. */
	logged(): Array<Record<string, unknown>>
	stop(): Promise<void>
}

/** Starts a separate server with these settings from the existing build. */
export async function startServer(settings: Record<string, string>): Promise<OwnServer> {
	const folder = mkdtempSync(join(tmpdir(), 'second-chair-server-'))
	const port = settings.PORT ?? String(await freePort())
	const url = `http://localhost:${port}`
	const child = spawn(process.execPath, startArguments, {
		cwd: root,
		env: { ...testEnvironment(root, folder), NODE_ENV: 'development', PORT: port, LOG_LEVEL: 'info', ...settings },
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	const closed = once(child, 'close')
	let output = ''
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (part: string) => {
			output += part
		})
	const isReady = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true
	while (!(await isReady())) {
		if (child.exitCode !== null || child.signalCode !== null) {
			// After the exit, the last output may still be on its way.
			await closed
			throw new Error(`The server ended (${child.exitCode ?? child.signalCode}):\n${output}`)
		}
		await new Promise((resolve) => setTimeout(resolve, 50))
	}
	return {
		url,
		logged: () =>
			output
				.split('\n')
				.filter((line) => line.startsWith('{'))
				.map((line) => JSON.parse(line) as Record<string, unknown>),
		async stop() {
			child.kill('SIGTERM')
			await closed
			rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
		},
	}
}

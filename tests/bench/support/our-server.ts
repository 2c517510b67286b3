import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startArguments } from '#tests/support/servers/start-command.ts'
import { freePort, startPinned } from './tools.ts'

/** Starts our built server on one core with its own data folder. */
export async function startOurServer(folder: string, settings: Record<string, string> = {}, cores?: string) {
	const port = await freePort()
	const url = `http://127.0.0.1:${port}`
	const dataDir = join(folder, `data-${port}`)
	const server = await startPinned(process.execPath, startArguments, {
		url: `${url}/readyz`,
		...(cores ? { cores } : {}),
		env: {
			PORT: String(port),
			DATA_DIR: dataDir,
			PUBLIC_URL: `http://localhost:${port}`,
			LOG_LEVEL: 'warn',
			NODE_ENV: '',
			...settings,
		},
	})
	return { ...server, url, dataDir }
}

/** The admin of a club that a benchmark fills. */
export const ADMIN = { email: 'bench@example.com', password: 'a password for the benchmark' }

/** Starts our server on a filled club, in production mode to exclude React's checks. */
export async function startClub(folder: string, file: string) {
	const ours = await startOurServer(folder, {
		DATABASE_URL: `file:${file}`,
		NODE_ENV: 'production',
		SECRET_KEY: 'a secret of the benchmark, of no other use',
		ADMIN_EMAIL: ADMIN.email,
		ADMIN_PASSWORD: ADMIN.password,
	})
	// In production the server only accepts the host of PUBLIC_URL.
	return { ...ours, url: ours.url.replace('127.0.0.1', 'localhost') }
}

/** Maximum share of a core that an idle server uses, and the maximum wait for it in milliseconds. */
const IDLE_SHARE = 0.1
const MAX_MS = 600_000

/** Returns the CPU seconds of a process so far. Linux counts in hundredths. */
export function cpuSeconds(pid: number): number {
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
		.replace(/^.*\) /s, '')
		.split(' ')
	return (Number(fields[11]) + Number(fields[12])) / 100
}

/**
 * Waits until a server has finished its startup work. A club that was filled without a running server is indexed and
 * counted in the background, which would affect the measurement.
 */
export async function waitUntilIdle({ child: { pid = 0 } }: { child: ChildProcess }): Promise<void> {
	const until = Date.now() + MAX_MS
	for (let idleChecks = 0; idleChecks < 3; ) {
		if (Date.now() > until) throw new Error('The server does not come to rest')
		const before = cpuSeconds(pid)
		await setTimeout(1_000)
		idleChecks = cpuSeconds(pid) - before < IDLE_SHARE ? idleChecks + 1 : 0
	}
}

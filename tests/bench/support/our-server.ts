import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort, startPinned } from './tools.ts'

/** Our built server on one core with a data folder of its own. */
export async function startOurs(folder: string, settings: Record<string, string> = {}, cores?: string) {
	const port = await freePort()
	const url = `http://127.0.0.1:${port}`
	const dataDir = join(folder, `data-${port}`)
	const server = await startPinned(process.execPath, ['src/app/preflight.mjs', 'start'], {
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

/** What a calm server takes of a core at most, and how long it is waited for. */
const CALM_SHARE = 0.1
const LONGEST_MS = 600_000

/** Seconds of a core that a process took so far, which Linux counts in hundredths. */
export function cpuSeconds(pid: number): number {
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
		.replace(/^.*\) /s, '')
		.split(' ')
	return (Number(fields[11]) + Number(fields[12])) / 100
}

/**
 * Waits until a server has done what waited for its start. A club that was filled without it is indexed and counted in the
 * background for some time: what is measured then is that, too.
 */
export async function untilCalm({ child: { pid = 0 } }: { child: ChildProcess }): Promise<void> {
	const until = Date.now() + LONGEST_MS
	for (let calm = 0; calm < 3; ) {
		if (Date.now() > until) throw new Error('The server does not come to rest')
		const before = cpuSeconds(pid)
		await setTimeout(1_000)
		calm = cpuSeconds(pid) - before < CALM_SHARE ? calm + 1 : 0
	}
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRelease } from '#src/app/build/release.ts'
import { startArguments } from '#tests/support/servers/start-command.ts'
import { waitUntilIdle } from './support/our-server.ts'
import { freePort, type Row } from './support/tools.ts'

const ROUNDS = 5
/** Delay before memory is measured, in milliseconds after the first page: jobs are running, and there is no traffic. */
const SETTLED_MS = 3_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Returns the resident memory of a process tree in megabytes. Shared pages count in full. */
function treeMegabytes(pid: number): number {
	const own = Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
	const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
	return children.reduce((sum, child) => sum + treeMegabytes(Number(child)), own)
}

async function firstPage(child: ChildProcess, url: string): Promise<void> {
	for (;;) {
		const response = await fetch(url).catch(() => undefined)
		await response?.arrayBuffer()
		if (response?.status === 200) return
		if (child.exitCode !== null) throw new Error('The server ended')
		await pause(5)
	}
}

/** Runs `npm start` on both cores with an existing build and database. */
async function startOnce(folder: string, publicUrl: string, settle: (child: ChildProcess) => Promise<unknown>) {
	const port = await freePort()
	const env = { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data-start'), PUBLIC_URL: publicUrl }
	const startedAt = performance.now()
	const child = spawn(process.execPath, startArguments, {
		env: { ...env, LOG_LEVEL: 'warn', NODE_ENV: '' },
		stdio: ['ignore', 'ignore', 'inherit'],
	})
	await firstPage(child, `http://127.0.0.1:${port}/`)
	const ms = performance.now() - startedAt
	await settle(child)
	const megabytes = treeMegabytes(child.pid as number)
	child.kill('SIGTERM')
	await once(child, 'exit')
	return { ms, megabytes }
}

/** Measures a restart: the time until the home page responds, and the memory three seconds later. */
export async function start(folder: string): Promise<Row[]> {
	const release = await readRelease('dist')
	if (!release) throw new Error('There is no build')
	// The first start fills the club, which continues in the background.
	await startOnce(folder, release.publicUrl, (child) => waitUntilIdle({ child }))
	const times: number[] = []
	const sizes: number[] = []
	for (let round = 0; round < ROUNDS; round++) {
		const { ms, megabytes } = await startOnce(folder, release.publicUrl, () => pause(SETTLED_MS))
		times.push(ms)
		sizes.push(megabytes)
	}
	const time = Math.round(median(times))
	const size = Math.round(Math.max(...sizes))
	return [
		{
			what: 'second start to the first page',
			ours: time,
			unit: `ms, median of ${ROUNDS}`,
			aim: 'at most 2,000 ms',
			reached: time <= 2_000,
		},
		{
			what: 'memory after the start',
			ours: size,
			unit: `MB resident, all processes, worst of ${ROUNDS}`,
			aim: 'at most 200 MB',
			reached: size <= 200,
		},
	]
}

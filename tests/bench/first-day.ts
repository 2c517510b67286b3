import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { signInMember } from './support/club.ts'
import { startOurServer } from './support/our-server.ts'
import type { Row } from './support/tools.ts'

const MEMBERS = 500
const MINUTE_MS = 60_000
/** Interval at which a signed-in member opens a page during the load, in milliseconds. */
const PAGE_EVERY_MS = 250

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function percentile(times: number[], part: number): number {
	const sorted = times.toSorted((a, b) => a - b)
	return Math.round(sorted[Math.floor(sorted.length * part)] ?? 0)
}

async function timed(run: () => Promise<unknown>): Promise<number> {
	const started = performance.now()
	await run()
	return performance.now() - started
}

async function openPage(url: string, cookie: string): Promise<void> {
	const answer = await fetch(`${url}/questions`, { headers: { Cookie: cookie }, redirect: 'manual' })
	await answer.arrayBuffer()
	if (answer.status !== 200) throw new Error(`/questions: ${answer.status}`)
}

/** Reads the event loop delay since the last call. */
async function takeDelay(pid: number, file: string): Promise<{ p50: number; p99: number; max: number }> {
	rmSync(file, { force: true })
	process.kill(pid, 'SIGUSR2')
	while (!existsSync(file) || readFileSync(file, 'utf8') === '') await pause(20)
	return JSON.parse(readFileSync(file, 'utf8')) as { p50: number; p99: number; max: number }
}

const atMost = (what: string, ours: number, most: number): Row => ({
	what,
	ours: Math.round(ours),
	unit: 'ms',
	aim: `at most ${most} ms`,
	reached: ours <= most,
})

/** Signs in 500 members within a minute while another member reads the forum. */
export async function firstDay(folder: string): Promise<Row[]> {
	const file = join(folder, 'first-day.db')
	const delayFile = join(folder, 'event-loop.json')
	execFileSync(process.execPath, ['tests/bench/support/data/club.ts', `file:${file}`, String(MEMBERS + 1)], {
		stdio: 'inherit',
	})
	const preload = pathToFileURL(join(import.meta.dirname, 'support', 'event-loop.ts')).href
	const ours = await startOurServer(folder, {
		DATABASE_URL: `file:${file}`,
		SEED_DEMO: 'false',
		TRUST_PROXY_HOPS: '1',
		NODE_OPTIONS: `--import=${preload}`,
		BENCH_EVENT_LOOP: delayFile,
	})
	const pid = ours.child.pid ?? 0
	try {
		const reader = await signInMember(ours.url, MEMBERS, '10.9.9.9')
		for (let round = 0; round < 20; round++) await openPage(ours.url, reader.cookie)
		await takeDelay(pid, delayFile)
		const signIns: number[] = []
		const pages: number[] = []
		let isOver = false
		const reading = (async () => {
			while (!isOver) {
				pages.push(await timed(() => openPage(ours.url, reader.cookie)))
				await pause(PAGE_EVERY_MS)
			}
		})()
		await Promise.all(
			Array.from({ length: MEMBERS }, async (_, number) => {
				await pause(Math.random() * MINUTE_MS)
				signIns.push(
					await timed(() =>
						signInMember(ours.url, number, `10.0.${number >> 8}.${number & 255}`).then(() => undefined),
					),
				)
			}),
		)
		isOver = true
		await reading
		const delay = await takeDelay(pid, delayFile)
		return [
			atMost('500 sign-ins within a minute: event loop held up, p99', delay.p99, 100),
			atMost('500 sign-ins within a minute: a sign-in, p95', percentile(signIns, 0.95), 1_000),
			atMost('500 sign-ins within a minute: the forum for another, p95', percentile(pages, 0.95), 200),
		]
	} finally {
		await ours.stop()
	}
}

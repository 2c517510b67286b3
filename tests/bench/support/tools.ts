import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Core of the server; the load runs on the other. */
export const SERVER_CORE = '0'
export const LOAD_CORE = '1'

/** Returns whether a program is installed. */
export function has(program: string): boolean {
	try {
		execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
		return true
	} catch {
		return false
	}
}

export async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1')
	await once(server, 'listening')
	const address = server.address()
	await new Promise((resolve) => server.close(resolve))
	if (typeof address !== 'object' || !address) throw new Error('no port')
	return address.port
}

/** Starts a server on one core and waits for a status below 500 from `url`. Errors include the server's output. */
export async function startPinned(
	command: string,
	args: string[],
	options: { url: string; env?: Record<string, string>; cwd?: string; cores?: string },
): Promise<{ stop(): Promise<void>; child: ChildProcess }> {
	const child = spawn('taskset', ['-c', options.cores ?? SERVER_CORE, command, ...args], {
		env: { ...process.env, ...options.env },
		cwd: options.cwd,
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	let output = ''
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (part: string) => (output += part))
	const started = Date.now()
	for (;;) {
		if (child.exitCode !== null) throw new Error(`${command} ${args.join(' ')} ended:\n${output}`)
		const response = await fetch(options.url).catch(() => undefined)
		await response?.arrayBuffer()
		if (response && response.status < 500) break
		if (Date.now() - started > 60_000) throw new Error(`${options.url} does not answer:\n${output}`)
		await new Promise((resolve) => setTimeout(resolve, 20))
	}
	return {
		child,
		async stop() {
			if (child.exitCode !== null) return
			child.kill('SIGTERM')
			await once(child, 'exit')
		},
	}
}

export interface Load {
	requestsPerSecond: number
	p50: string
	p99: string
}

const CONNECTIONS = 32

/** Runs wrk with one thread on the other core. Takes the better of two rounds to exclude other load. */
export function load(
	url: string,
	headers: Record<string, string> = {},
	seconds = 3,
	script?: string,
	connections = CONNECTIONS,
): Load {
	const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
	if (script) flags.push('-s', script)
	const round = (duration: number): Load => {
		const args = ['-c', LOAD_CORE, 'wrk', '-t1', `-c${connections}`, `-d${duration}s`, '--latency', ...flags, url]
		const output = execFileSync('taskset', args, { encoding: 'utf8' })
		if (/Non-2xx/.test(output)) throw new Error(`${url} did not answer 200:\n${output}`)
		const value = (pattern: RegExp) => pattern.exec(output)?.[1] ?? ''
		return {
			requestsPerSecond: Number(value(/Requests\/sec:\s+([\d.]+)/)),
			p50: value(/50%\s+(\S+)/),
			p99: value(/99%\s+(\S+)/),
		}
	}
	round(1)
	const rounds = [round(seconds), round(seconds)]
	return rounds.reduce((best, one) => (one.requestsPerSecond > best.requestsPerSecond ? one : best))
}

/** Pins all threads of a process to these cores. Default: the server's core. */
export const pin = (pid: number, cores = SERVER_CORE) =>
	execFileSync('taskset', ['-a', '-c', '-p', cores, String(pid)], { stdio: 'ignore' })

const PAIRS = 5

/**
 * Runs load on two servers alternately, so other load affects both. Both stay up.
 * @returns the round of the median ratio for each.
 */
export function loadPair(
	ours: string,
	theirs: string,
	headers: Record<string, string> = {},
): { ours: Load; theirs: Load } {
	const rounds = Array.from({ length: PAIRS }, () => ({
		ours: load(ours, headers, 2),
		theirs: load(theirs, headers, 2),
	}))
	const ratio = (pair: (typeof rounds)[number]) => pair.ours.requestsPerSecond / pair.theirs.requestsPerSecond
	const sorted = rounds.sort((a, b) => ratio(a) - ratio(b))
	return sorted[Math.floor(PAIRS / 2)] as (typeof rounds)[number]
}

/** One result of the benchmark and its target. */
export interface Row {
	what: string
	ours: number
	unit: string
	against?: { name: string; value: number; ratio: number }
	aim: string
	reached: boolean
}

/** Returns a row that compares requests per second. */
export function ratioRow(what: string, ours: Load, name: string, theirs: Load, least: number): Row {
	const ratio = ours.requestsPerSecond / theirs.requestsPerSecond
	return {
		what,
		ours: Math.round(ours.requestsPerSecond),
		unit: 'requests/s',
		against: { name, value: Math.round(theirs.requestsPerSecond), ratio: Number(ratio.toFixed(2)) },
		aim: `at least ${least} times`,
		reached: ratio >= least,
	}
}

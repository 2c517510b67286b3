import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Outcome {
	ok: boolean
	/** Output of the command, with both streams in order of arrival. */
	output: string
}

const GRACE = 10_000
const running = new Set<ChildProcess>()

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	try {
		// The command has its own process group, so its child processes end with it.
		if (child.pid) process.kill(-child.pid, signal)
	} catch {
		// The group has ended.
	}
}

/** Sends SIGINT first, so that Playwright stops its server and browsers, which are in other process groups. */
async function stop(child: ChildProcess): Promise<void> {
	const forced = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE)
	const closed = once(child, 'close')
	signalGroup(child, 'SIGINT')
	await closed
	clearTimeout(forced)
}

/** Ends all commands that are still running. */
export async function stopCommands(): Promise<void> {
	await Promise.all([...running].map(stop))
}

/** Runs a command until it ends or `timeout` milliseconds have passed, and collects its output. */
export async function runCommand(
	command: readonly string[],
	options: { cwd: string; env: Record<string, string>; timeout: number },
): Promise<Outcome> {
	const [file = '', ...args] = command
	const { cwd, env, timeout } = options
	const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
	running.add(child)
	const parts: string[] = []
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (part: string) => parts.push(part))
	const timer = setTimeout(() => {
		parts.push(`\nStopped: not finished after ${timeout / 1000} seconds.\n`)
		void stop(child)
	}, timeout)
	try {
		const [code] = await once(child, 'close')
		return { ok: code === 0, output: parts.join('') }
	} catch (error) {
		return { ok: false, output: `${file}: ${String(error)}` }
	} finally {
		clearTimeout(timer)
		signalGroup(child, 'SIGKILL')
		running.delete(child)
	}
}

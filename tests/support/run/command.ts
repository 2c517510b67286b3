import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Outcome {
	ok: boolean
	/** Everything the command wrote, both streams in the order of arrival. */
	output: string
}

const running = new Set<ChildProcess>()

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	try {
		// A group of its own, so that servers and browsers that the command started end with it.
		if (child.pid) process.kill(-child.pid, signal)
	} catch {
		// The group is gone already.
	}
}

/** Ends what `runCommand` still runs. */
export function stopCommands(): void {
	for (const child of running) signalGroup(child, 'SIGKILL')
}

/** Runs a command to its end, or to `timeout` milliseconds, and keeps what it says for whoever wants to read it. */
export async function runCommand(
	command: readonly string[],
	options: { cwd: string; env: NodeJS.ProcessEnv; timeout: number },
): Promise<Outcome> {
	const [file = '', ...args] = command
	const child = spawn(file, args, { ...options, timeout: undefined, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
	running.add(child)
	const parts: string[] = []
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (part: string) => parts.push(part))
	const timer = setTimeout(() => {
		parts.push(`\nStopped: not finished after ${options.timeout / 1000} seconds.\n`)
		signalGroup(child, 'SIGKILL')
	}, options.timeout)
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

import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { DatabaseRefusedError, DatabaseUnavailableError } from '../errors.ts'
import type { CopyJob, CopyResult } from './job.ts'

const script = fileURLToPath(new URL('./child.ts', import.meta.url))

/** What the process needs of this one's environment. The settings of the site are not among it. */
const environment = () =>
	Object.fromEntries(
		['PATH', 'TMPDIR', 'NODE_COMPILE_CACHE'].flatMap((name) => {
			const value = process.env[name]
			return value === undefined ? [] : [[name, value]]
		}),
	)

/** What the other process threw, so that it can be told from other errors here too. */
function errorOf(written: string): Error | undefined {
	try {
		const { name, message } = JSON.parse(written) as { name: string; message: string }
		const kind = [DatabaseUnavailableError, DatabaseRefusedError].find((each) => each.name === name) ?? Error
		return new kind(message)
	} catch {
		return undefined
	}
}

/**
 * Copies a database in a process of its own, so that this one goes on answering. Not in a thread: two builds of SQLite
 * in one process undo each other's locks on a file.
 * @param signal ends it; what it has written is then left to the caller.
 * @throws with the sentence of what went wrong.
 */
export async function runCopy(job: CopyJob, signal?: AbortSignal): Promise<CopyResult> {
	const child = spawn(process.execPath, [script], { env: environment(), stdio: 'pipe' })
	const stop = () => void child.kill('SIGKILL')
	signal?.addEventListener('abort', stop, { once: true })
	if (signal?.aborted) stop()
	// It may be gone before it has read its job: then its end says so.
	child.stdin.on('error', () => undefined)
	child.stdin.end(JSON.stringify(job))
	try {
		const ended = new Promise<string>((resolve, reject) => {
			child.once('error', reject)
			child.once('close', (status, name) => resolve(name ?? String(status)))
		})
		const [said, wrong, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
		if (status === '0') return JSON.parse(said) as CopyResult
		throw errorOf(wrong) ?? new Error(`The copying process was ended (${status}): ${wrong.trim()}`)
	} finally {
		signal?.removeEventListener('abort', stop)
	}
}

import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { DatabaseRefusedError, DatabaseUnavailableError } from '../errors.ts'
import type { CopyJob, CopyResult } from './job.ts'

const script = fileURLToPath(new URL('./child.ts', import.meta.url))

/** Returns the environment of the child process, without the site's settings. */
const environment = () =>
	Object.fromEntries(
		['PATH', 'TMPDIR', 'NODE_COMPILE_CACHE'].flatMap((name) => {
			const value = process.env[name]
			return value === undefined ? [] : [[name, value]]
		}),
	)

function errorOf(stderr: string): Error | undefined {
	try {
		const { name, message } = JSON.parse(stderr) as { name: string; message: string }
		const kind = [DatabaseUnavailableError, DatabaseRefusedError].find((each) => each.name === name) ?? Error
		return new kind(message)
	} catch {
		return undefined
	}
}

/**
 * Copies a database in a child process to keep this one responsive. A thread is not an option: two builds of SQLite in
 * one process release each other's file locks.
 * @param signal aborts the copy; the caller cleans up partial output.
 * @throws with the child's error message.
 */
export async function runCopy(job: CopyJob, signal?: AbortSignal): Promise<CopyResult> {
	const child = spawn(process.execPath, [script], { env: environment(), stdio: 'pipe' })
	const stop = () => void child.kill('SIGKILL')
	signal?.addEventListener('abort', stop, { once: true })
	if (signal?.aborted) stop()
	// The child may exit before it reads its job. Ignore the write error, because the exit code reports the failure.
	child.stdin.on('error', () => undefined)
	child.stdin.end(JSON.stringify(job))
	try {
		const ended = new Promise<string>((resolve, reject) => {
			child.once('error', reject)
			child.once('close', (status, name) => resolve(name ?? String(status)))
		})
		const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
		if (status === '0') return JSON.parse(stdout) as CopyResult
		throw errorOf(stderr) ?? new Error(`The copy process ended with ${status}: ${stderr.trim()}`)
	} finally {
		signal?.removeEventListener('abort', stop)
	}
}

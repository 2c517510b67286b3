import { setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { type CopyJob, runCopyInProcess } from './job.ts'

// Child process that copies a database: see ./run.ts. Reads its job from stdin as JSON. Writes the result to stdout,
// and an error to stderr, as JSON.

// Lower the priority: visitors' requests come first.
setPriority(10)
const job = JSON.parse(await text(process.stdin)) as CopyJob
try {
	process.stdout.write(`${JSON.stringify(await runCopyInProcess(job))}\n`)
} catch (error) {
	const { name, message } = error instanceof Error ? error : new Error(String(error))
	process.stderr.write(JSON.stringify({ name, message }))
	process.exitCode = 1
}

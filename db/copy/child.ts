import { setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { type CopyJob, copyHere } from './job.ts'

// A process of its own that copies a database: see ./run.ts. Its job comes on standard input, its result is one line
// of JSON on standard output, and what went wrong another on standard error.

// Visitors first.
setPriority(10)
const job = JSON.parse(await text(process.stdin)) as CopyJob
try {
	process.stdout.write(`${JSON.stringify(await copyHere(job))}\n`)
} catch (error) {
	const { name, message } = error instanceof Error ? error : new Error(String(error))
	process.stderr.write(JSON.stringify({ name, message }))
	process.exitCode = 1
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const writer = fileURLToPath(new URL('../servers/writer.ts', import.meta.url))

/** Starts a process that writes `rows` rows into the database file and prints each acknowledged one. */
export const startWriter = (file: string, rows: number) =>
	spawn(process.execPath, [writer, file, String(rows)], { stdio: ['ignore', 'pipe', 'pipe'] })

/** Runs the writer and kills it after `acknowledged` writes. @returns the ids of the writes that it reported */
export async function writeUntilKilled(file: string, acknowledged: number): Promise<string[]> {
	const child = startWriter(file, 1000)
	child.stderr.pipe(process.stderr)
	let said = ''
	child.stdout.setEncoding('utf8').on('data', (part: string) => {
		said += part
		if (said.split('\n').length > acknowledged) child.kill('SIGKILL')
	})
	await once(child, 'close')
	// The last line may be incomplete, so its write does not count as reported.
	return said.slice(0, said.lastIndexOf('\n')).split('\n')
}

import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { log } from './log.ts'

/** What a command of the machine's owner asks of the running server, and its answer in one sentence. */
export type ControlCommands = Record<string, (argument: string) => Promise<string>>

/**
 * A socket in the data folder, readable for the owner alone. Only one process may open the database, so
 * `npm run db:backup` and `npm run feed:check` ask the server that has it.
 */
const socketPath = (dataDir: string) => join(dataDir, 'control.sock')

/** Listens for commands until the returned function is called. */
export async function listenForCommands(dataDir: string, commands: ControlCommands): Promise<() => Promise<void>> {
	const path = socketPath(dataDir)
	mkdirSync(dataDir, { recursive: true })
	// A server that was killed leaves its socket behind; we hold the database lock, so nobody listens there.
	rmSync(path, { force: true })
	const server = createServer((incoming, answer) => {
		const url = new URL(incoming.url ?? '/', 'http://control')
		const command = commands[url.pathname.slice(1)]
		const reply = (status: number, text: string) => answer.writeHead(status).end(`${text}\n`)
		if (!command || incoming.method !== 'POST') return void reply(404, 'There is no such command.')
		command(url.searchParams.get('argument') ?? '').then(
			(text) => reply(200, text),
			(error: unknown) => {
				log.error({ err: error, command: url.pathname }, 'command failed')
				reply(500, error instanceof Error ? error.message : String(error))
			},
		)
	})
	await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
	chmodSync(path, 0o600)
	return () => new Promise((resolve) => server.close(() => resolve()))
}

/**
 * Asks the running server for a command.
 * @returns its answer, or undefined when no server runs on this data folder.
 * @throws with the server's sentence when the command failed.
 */
export function askServer(dataDir: string, command: string, argument = ''): Promise<string | undefined> {
	const path = `/${command}?${new URLSearchParams({ argument })}`
	return new Promise((resolve, reject) => {
		const asked = request({ socketPath: socketPath(dataDir), path, method: 'POST' }, (answer) => {
			let text = ''
			answer.setEncoding('utf8')
			answer.on('data', (part: string) => {
				text += part
			})
			answer.on('end', () => (answer.statusCode === 200 ? resolve(text.trim()) : reject(new Error(text.trim()))))
		})
		asked.on('error', (error: NodeJS.ErrnoException) =>
			error.code === 'ENOENT' || error.code === 'ECONNREFUSED' ? resolve(undefined) : reject(error),
		)
		asked.end()
	})
}

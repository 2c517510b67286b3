import { chmodSync, lstatSync, mkdirSync, unlinkSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { log, withoutStatementValues } from '#src/platform/log.ts'

/** Commands that the machine's owner sends to the running server. Each returns one sentence. */
export type ControlCommands = Record<string, (argument: string) => Promise<string>>

/**
 * Path of a socket in the data folder that only the owner can use. Only one process may open the database, so
 * `npm run db:backup` and `npm run feed:check` ask the server that has it open.
 */
const socketPath = (dataDir: string) => join(dataDir, 'control.sock')

/** Runs a command. Async throughout, so that any error becomes an answer instead of ending the process. */
async function run(commands: ControlCommands, incoming: IncomingMessage): Promise<readonly [number, string]> {
	const [, name = '', query = ''] = /^\/([^?]*)\??(.*)$/.exec(incoming.url ?? '') ?? []
	// Own properties only: every object has a `constructor`.
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined
	if (!command || incoming.method !== 'POST') return [404, 'There is no such command.']
	return [200, await command(new URLSearchParams(query).get('argument') ?? '')]
}

export async function listenForCommands(dataDir: string, commands: ControlCommands): Promise<() => Promise<void>> {
	const path = socketPath(dataDir)
	mkdirSync(dataDir, { recursive: true, mode: 0o700 })
	// A killed server leaves its socket behind. We have the database lock, so no server listens there.
	if (lstatSync(path, { throwIfNoEntry: false })) unlinkSync(path)
	const server = createServer((incoming, answer) => {
		const reply = ([status, text]: readonly [number, string]) => answer.writeHead(status).end(`${text}\n`)
		run(commands, incoming).then(reply, (error: unknown) => {
			log.error({ err: error, command: incoming.url }, 'command failed')
			reply([500, withoutStatementValues(error instanceof Error ? error.message : String(error))])
		})
	})
	await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
	chmodSync(path, 0o600)
	return () => new Promise((resolve) => server.close(() => resolve()))
}

/**
 * Sends a command to the running server.
 * @returns its answer, or undefined if no server uses this data folder.
 * @throws with the server's sentence if the command failed.
 */
export function askServer(dataDir: string, command: string, argument = ''): Promise<string | undefined> {
	const path = `/${command}?${new URLSearchParams({ argument })}`
	return new Promise((resolve, reject) => {
		const outgoing = request({ socketPath: socketPath(dataDir), path, method: 'POST' }, (answer) => {
			let text = ''
			answer.setEncoding('utf8')
			answer.on('data', (part: string) => {
				text += part
			})
			answer.on('end', () => (answer.statusCode === 200 ? resolve(text.trim()) : reject(new Error(text.trim()))))
		})
		outgoing.on('error', (error: NodeJS.ErrnoException) =>
			error.code === 'ENOENT' || error.code === 'ECONNREFUSED' ? resolve(undefined) : reject(error),
		)
		outgoing.end()
	})
}

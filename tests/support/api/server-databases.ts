import { randomUUID } from 'node:crypto'
import dns, { type LookupOptions } from 'node:dns'
import { type Database, openDatabase } from '#db/client.ts'

/** The addresses and token of a libSQL server with many databases, as test processes receive them. */
export interface DatabaseServer {
	readonly url: string
	readonly authToken: string
	readonly adminUrl: string
}

/** The database from which all others are copied. */
const TEMPLATE = 'template'
const SUFFIX = '.databases.localhost'

type Lookup = (host: string, options: LookupOptions, callback: unknown) => void

/**
 * Resolves names below `localhost` to this machine, because not every system does. The server uses the first label of
 * the host name as the database.
 */
function resolveHere(): void {
	const holder = dns as unknown as { lookup: Lookup & { isOurs?: true } }
	const { lookup } = holder
	if (lookup.isOurs) return
	const here: Lookup = (host, options, callback) =>
		lookup(host.endsWith(SUFFIX) ? '127.0.0.1' : host, options, callback)
	holder.lookup = Object.assign(here, { isOurs: true as const })
}

function open({ url, authToken }: DatabaseServer, name: string): Promise<Database> {
	resolveHere()
	return openDatabase({ url: `http://${name}${SUFFIX}:${new URL(url).port}`, authToken })
}

async function admin({ adminUrl }: DatabaseServer, method: string, path: string): Promise<void> {
	const headers = { 'content-type': 'application/json' }
	const body = method === 'POST' ? '{}' : undefined
	const reply = await fetch(`${adminUrl}/v1/namespaces/${path}`, { method, headers, body: body ?? null })
	if (!reply.ok) throw new Error(`${method} ${path} of the database server: ${reply.status} ${await reply.text()}`)
}

/** Creates the template and fills it. */
export async function makeTemplate(server: DatabaseServer, fill: (opened: Database) => Promise<void>): Promise<void> {
	await admin(server, 'POST', `${TEMPLATE}/create`)
	const opened = await open(server, TEMPLATE)
	await fill(opened)
	await opened.close()
}

/** A database of a server, with a function that removes it. */
export interface ServerCopy {
	readonly name: string
	readonly opened: Database
	drop(): Promise<void>
}

/** Copies the template, or another copy of it in its current state. */
export async function copyOnServer(server: DatabaseServer, of: string = TEMPLATE): Promise<ServerCopy> {
	const name = `test-${randomUUID()}`
	await admin(server, 'POST', `${of}/fork/${name}`)
	return { name, opened: await open(server, name), drop: () => admin(server, 'DELETE', name) }
}

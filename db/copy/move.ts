import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { getTableName } from 'drizzle-orm'
import type { DatabaseAddress } from '../address.ts'
import { inspectDatabaseFile, MOVE_TABLE } from '../inspect.ts'
import { lockDatabase } from '../lock.ts'
import { NODE_ALIVE_MS, nodes } from '../schema/platform/operations.ts'
import { assertStoredKeys } from '../stored-keys.ts'
import type { TableSum } from './cells.ts'
import { assertSame, copyAll, type Progress, sumsOf, sumsOfFile } from './copy.ts'
import { fileReader, fileWriter } from './file-side.ts'
import { type Client, openServer, serverReader, serverWriter, withDatabaseErrors } from './server-side.ts'
import { isClub, isEmptyPlan, quote, readPlan } from './tables.ts'

/** A move was rejected before anything changed. The message contains the reason and the remedy. */
class MoveRefusedError extends Error {
	override name = 'MoveRefusedError'
}

const UNFINISHED =
	'The database of DATABASE_URL is being filled by another "npm run db:to-server" or "npm run data:import", or one was interrupted. If none is running, start over with "npm run db:to-server -- --anew" or "npm run data:import -- FILE --anew": it deletes what is there.'

const rowsIn = async (client: Client, sql: string) =>
	(await withDatabaseErrors(() => client.execute(sql))).rows.map((row) => Array.from(row as ArrayLike<unknown>))

const isMoveOpen = async (client: Client) =>
	(await rowsIn(client, `select 1 from sqlite_schema where name = '${MOVE_TABLE}'`)).length > 0

/** Drops everything except the move's marker, which the caller drops last. */
async function clear(client: Client): Promise<void> {
	const objects = await rowsIn(
		client,
		`select s.type, s.name from sqlite_schema s left join pragma_table_list l on l.name = s.name and l.schema = 'main'
		 where s.type in ('table', 'view', 'trigger') and s.name not like 'sqlite\\_%' escape '\\'
		 and s.name <> '${MOVE_TABLE}'
		 and coalesce(l.type, '') <> 'shadow' order by s.type = 'table', coalesce(l.type, '') <> 'virtual'`,
	)
	const drops = objects.map(([type, name]) => `drop ${String(type)} if exists ${quote(String(name))}`)
	// `migrate` turns foreign keys off. Dropping a full-text table also drops its shadow tables.
	if (drops.length > 0) await withDatabaseErrors(() => client.migrate(drops))
}

/** Returns the URLs of recently active nodes. Empty if the database has no table of nodes (empty or older). */
async function liveNodes(client: Client): Promise<string[]> {
	const table = await rowsIn(client, "select 1 from sqlite_schema where type = 'table' and name = 'nodes'")
	if (table.length === 0) return []
	const since = `unixepoch('subsec') * 1000 - ${NODE_ALIVE_MS}`
	const live = await rowsIn(client, `select url from ${getTableName(nodes)} where seen_at > ${since} order by url`)
	return live.map(([url]) => (url === null ? 'one without an address' : String(url)))
}

/** Checks that no node is running. @throws {MoveRefusedError} with the URLs of running nodes. */
async function assertNoNodes(client: Client): Promise<void> {
	const live = await liveNodes(client)
	if (live.length === 0) return
	throw new MoveRefusedError(
		`Nothing was restored: ${live.length === 1 ? 'a node is running' : `${live.length} nodes are running`} on the database of DATABASE_URL (${live.join(', ')}); stop every node and try again, after ${NODE_ALIVE_MS / 1_000} seconds where one was killed.`,
	)
}

/** Data that may be deleted on the server: none, the remains of an unfinished move, or all. */
export type Clearing = 'nothing' | 'unfinished' | 'everything'

/** Marks the database as being filled, which keeps new nodes from starting on it. @throws {MoveRefusedError} */
async function beginMove(client: Client, clearing: Clearing): Promise<void> {
	if (await isMoveOpen(client)) {
		if (clearing === 'nothing') throw new MoveRefusedError(UNFINISHED)
		await clear(client)
	} else {
		await withDatabaseErrors(() => client.execute(`create table ${MOVE_TABLE} (began_at text not null)`))
		if (clearing === 'everything') {
			await assertNoNodes(client).catch(async (error: unknown) => {
				await withDatabaseErrors(() => client.execute(`drop table ${MOVE_TABLE}`))
				throw error
			})
			await clear(client)
		}
	}
	// Check after setting the marker: a node that starts later is rejected, and an earlier one has created tables.
	if (isEmptyPlan(await readPlan((sql) => rowsIn(client, sql)))) return
	await withDatabaseErrors(() => client.execute(`drop table ${MOVE_TABLE}`))
	throw new MoveRefusedError(
		'The database of DATABASE_URL already contains data; nothing was changed. Use an empty one.',
	)
}

export interface MoveResult {
	from: TableSum[]
	to: TableSum[]
}

async function sumsOfServer(client: Client): Promise<TableSum[]> {
	const reader = await serverReader(client)
	try {
		return await sumsOf(reader)
	} finally {
		reader.close()
	}
}

/**
 * Fills an empty server from a database file that is not being written to, then reads both and compares them.
 * @param options.clearing data that may be deleted on the server first. Defaults to `nothing`.
 * @param options.beforeRows runs after the marker is set and before the first row is written. It stores data
 * outside of the database that rows refer to.
 * @throws {MoveRefusedError} when the server contains data or an unfinished move.
 * @throws {CopyDiffersError} when the two differ. The server then stays marked as unfinished.
 */
export async function fillServer(
	file: string,
	server: DatabaseAddress,
	options: { clearing?: Clearing; progress?: Progress; beforeRows?: () => Promise<void> } = {},
): Promise<MoveResult> {
	if (!existsSync(file)) throw new MoveRefusedError(`There is no database at ${file}.`)
	inspectDatabaseFile(file)
	assertStoredKeys(file)
	const client = openServer(server)
	const reader = fileReader(file)
	try {
		if (!isClub(await reader.plan())) throw new MoveRefusedError(`${file} is not a club's database.`)
		await beginMove(client, options.clearing ?? 'nothing')
		await options.beforeRows?.()
		const from = await copyAll(reader, serverWriter(client), options.progress)
		const to = await sumsOfServer(client)
		assertSame(from, to)
		await withDatabaseErrors(() => client.execute(`drop table ${MOVE_TABLE}`))
		return { from, to }
	} finally {
		reader.close()
		client.close()
	}
}

/** Runs `npm run db:to-server`: like `fillServer`, but locks the file to keep site servers from starting on it. */
export async function moveToServer(...[file, server, options]: Parameters<typeof fillServer>): Promise<MoveResult> {
	if (!existsSync(file)) throw new MoveRefusedError(`There is no database at ${file}.`)
	const release = await lockDatabase(file)
	try {
		return await fillServer(file, server, options)
	} finally {
		await release()
	}
}

/**
 * Checks that no running node uses a server, before its content is replaced. Nodes that start later are detected by
 * `beginMove`.
 * @throws {MoveRefusedError} with the URLs of running nodes.
 */
export async function assertNoNodesOn(server: DatabaseAddress): Promise<void> {
	const client = openServer(server)
	try {
		await assertNoNodes(client)
	} finally {
		client.close()
	}
}

/** Returns whether a server contains a complete club. */
export async function holdsClub(server: DatabaseAddress): Promise<boolean> {
	const client = openServer(server)
	try {
		if (await isMoveOpen(client)) return false
		return !isEmptyPlan(await readPlan((sql) => rowsIn(client, sql)))
	} finally {
		client.close()
	}
}

/** Maximum attempts to read a server that ends the transaction early. */
const MAX_ATTEMPTS = 3

/** Returns whether the server ended the read transaction. No mixed data was returned, so a retry is safe. */
const wasEndedByServer = (error: unknown) =>
	/STREAM_EXPIRED|TRANSACTION|EXPIRED|BATON/i.test(String((error as { code?: unknown }).code))

async function readServerInto(client: Client, target: string, progress?: Progress): Promise<TableSum[]> {
	await rm(target, { force: true })
	// Create the file with mode 0600.
	await writeFile(target, '', { mode: 0o600 })
	const reader = await serverReader(client)
	try {
		if (!isClub(await reader.plan()))
			throw new MoveRefusedError("The database of DATABASE_URL is not a club's database: nothing was saved.")
		const writer = fileWriter(target)
		try {
			return await copyAll(reader, writer, progress)
		} finally {
			writer.close()
		}
	} finally {
		reader.close()
	}
}

async function syncFile(file: string): Promise<void> {
	const handle = await open(file, 'r')
	try {
		await handle.sync()
	} finally {
		await handle.close()
	}
}

/**
 * Writes a snapshot of a server to the new file `target` and compares the two. Nodes may keep running.
 * @throws {MoveRefusedError} when the server contains an unfinished move or is not a club's database.
 * @throws {CopyDiffersError}
 */
export async function saveServer(server: DatabaseAddress, target: string, progress?: Progress): Promise<MoveResult> {
	const client = openServer(server)
	try {
		if (await isMoveOpen(client)) throw new MoveRefusedError(UNFINISHED)
		for (let attempt = 1; ; attempt++) {
			try {
				const from = await readServerInto(client, target, progress)
				const to = await sumsOfFile(target)
				assertSame(from, to)
				await syncFile(target)
				return { from, to }
			} catch (error) {
				if (!wasEndedByServer(error)) throw error
				if (attempt === MAX_ATTEMPTS)
					throw new Error(
						'The database server ended every read before it was complete. Try again when there is less traffic.',
					)
			}
		}
	} catch (error) {
		await rm(target, { force: true })
		throw error
	} finally {
		client.close()
	}
}

/**
 * Runs `npm run db:from-server`: writes a file that the site can start on.
 * @throws {MoveRefusedError} if the file exists, or the server contains no complete club.
 */
export async function moveFromServer(server: DatabaseAddress, file: string, progress?: Progress): Promise<MoveResult> {
	await mkdir(dirname(file), { recursive: true, mode: 0o700 })
	const release = await lockDatabase(file)
	try {
		for (const suffix of ['', '-wal'])
			if (existsSync(`${file}${suffix}`))
				throw new MoveRefusedError(`${file}${suffix} already exists and was not changed. Use another file.`)
		const unfinished = `${file}.unfinished`
		const sums = await saveServer(server, unfinished, progress)
		try {
			assertStoredKeys(unfinished)
		} catch (error) {
			await rm(unfinished, { force: true })
			throw error
		}
		await rename(unfinished, file)
		return sums
	} finally {
		await release()
	}
}

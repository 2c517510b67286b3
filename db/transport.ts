import type { InStatement, ResultSet } from '@libsql/client'
import { asDatabaseError, DatabaseUnavailableError, driverError, translateError, unavailableError } from './errors.ts'
import type { FileClient } from './file-client.ts'
import { batchedReads, isJoinable } from './remote/reads.ts'
import type { RemoteLanes, StatementKind } from './remote/remote.ts'

/** Lock timeout of a statement, in milliseconds. The driver is synchronous, so all requests wait too. */
export const BUSY_TIMEOUT_MS = 250

/**
 * PRAGMAs of every connection, each with the value that SQLite reports once it is set. `synchronous = full`: an
 * acknowledged write survives a power cut. PRAGMAs apply to one connection, so a reconnect sets them again.
 */
const PRAGMAS = [
	['journal_mode', 'wal', 'wal'],
	['synchronous', 'full', '2'],
	['foreign_keys', 'on', '1'],
	// Overwrite deleted and blanked content (initial passwords, members' posts) instead of only unlinking it.
	['secure_delete', 'on', '1'],
	['busy_timeout', String(BUSY_TIMEOUT_MS), String(BUSY_TIMEOUT_MS)],
	['temp_store', 'memory', '2'],
	['cache_size', '-65536', '-65536'],
] as const

export async function assertPragmas(client: FileClient): Promise<void> {
	for (const [name, value, expected] of PRAGMAS) {
		await client.execute(`pragma ${name} = ${value}`)
		const row = (await client.execute(`pragma ${name}`)).rows[0]
		if (String(row?.[0]).toLowerCase() !== expected)
			throw new Error(`The pragma ${name} is ${String(row?.[0])}, and must be ${expected}`)
	}
}

/** Sends statements to the database. */
export interface Transport {
	read(statement: InStatement): Promise<ResultSet>
	write<T>(run: () => Promise<T>): Promise<T>
}

export const sqlOf = (statement: InStatement) => (typeof statement === 'string' ? statement : statement.sql)

/**
 * Sends statements to a server concurrently, within limits. The driver reconnects automatically.
 * @param reader client of the same server for reads, which may be retried.
 */
export function serverTransport(client: FileClient, reader: FileClient, lanes: RemoteLanes): Transport {
	const inLane = <T>(kind: StatementKind, run: () => Promise<T>): Promise<T> =>
		lanes.run(kind, run).catch((error: unknown) => {
			throw asDatabaseError(error)
		})

	const readBatched = batchedReads({
		readOne: (statement: InStatement) => reader.execute(statement),
		readMany: (statements) => reader.batch(statements, 'read'),
		inSlot: (send) => lanes.run('read', send),
		isStatementError: (error) => driverError(error) !== undefined && asDatabaseError(error) === error,
	})
	return {
		read: (statement) =>
			isJoinable(sqlOf(statement))
				? readBatched(statement).catch((error: unknown) => {
						throw asDatabaseError(error)
					})
				: inLane('read', () => client.execute(statement)),
		write: (run) => inLane('write', run),
	}
}

/**
 * Runs statements on a file one after the other. After an SQLITE_BUSY the driver silently loses later acknowledged
 * writes until it reconnects. So after any `DatabaseUnavailableError`, this transport reconnects and sets the PRAGMAs
 * before the next statement runs. If that fails, the next statement retries the reconnect first.
 */
export function fileTransport(client: FileClient, onRecovery: () => void): Transport {
	let isBroken = false
	let last: Promise<unknown> = Promise.resolve()

	async function recover(): Promise<void> {
		// We closed the client: a reconnect would open a file that this process has not locked.
		if (client.closed) return
		onRecovery()
		await client.reconnect()
		await assertPragmas(client)
		isBroken = false
	}

	async function attemptNow<T>(run: () => Promise<T>): Promise<T> {
		try {
			if (isBroken) await recover()
			return await run()
		} catch (error) {
			// An error of `assertPragmas` is not a LibsqlError, but the connection must not be used either.
			const thrown = isBroken ? unavailableError(error) : translateError(error)
			if (thrown instanceof DatabaseUnavailableError && !isBroken) {
				isBroken = true
				await recover().catch(() => undefined)
			}
			throw thrown
		}
	}

	function inTurn<T>(run: () => Promise<T>): Promise<T> {
		const turn = last.then(() => attemptNow(run))
		last = turn.catch(() => undefined)
		return turn
	}

	return { read: (statement) => inTurn(() => client.execute(statement)), write: inTurn }
}

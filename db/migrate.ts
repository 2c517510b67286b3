import { fileURLToPath } from 'node:url'
import { migrate } from 'drizzle-orm/libsql/migrator'
import type { Database } from './client.ts'
import { assertOurSchema, damaged, isDamage, MIGRATIONS } from './inspect.ts'

/** A server elsewhere is looked at as a file is before it is opened. */
async function inspectServer({ client }: Database): Promise<void> {
	const column = async (sql: string) => (await client.execute(sql)).rows.map((row) => row[0])
	const tables = (await column("select name from sqlite_schema where type = 'table'")).map(String)
	const applied = tables.includes(MIGRATIONS)
		? await column(`select created_at from ${MIGRATIONS} order by created_at`)
		: []
	assertOurSchema('of DATABASE_URL', tables, applied.map(Number))
}

/**
 * Brings the schema up to the committed migrations. Does nothing where it already is.
 * @throws {DatabaseFileError} when the database is damaged, another program's, or one of a newer version of ours.
 */
export async function migrateDatabase(database: Database): Promise<void> {
	if (!database.file) await inspectServer(database)
	try {
		await migrate(database.db, { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) })
	} catch (error) {
		throw database.file && isDamage(error) ? damaged(database.file, 'the schema could not be read or updated') : error
	}
}

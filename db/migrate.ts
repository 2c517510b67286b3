import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from 'drizzle-orm/libsql/migrator'
import type { Database } from './client.ts'
import { assertOurSchema, damagedError, isDamage, MIGRATIONS_TABLE, type Migration, migrations } from './inspect.ts'

/**
 * Checks the schema of a remote server, like that of a file before it is opened.
 * @returns the number of applied migrations.
 */
async function inspectServer({ client }: Database): Promise<number> {
	const column = async (sql: string) => (await client.execute(sql)).rows.map((row) => row[0])
	const tables = (await column("select name from sqlite_schema where type = 'table'")).map(String)
	const applied = tables.includes(MIGRATIONS_TABLE)
		? await column(`select created_at from ${MIGRATIONS_TABLE} order by created_at`)
		: []
	assertOurSchema('of DATABASE_URL', tables, applied.map(Number))
	return applied.length
}

const folder = fileURLToPath(new URL('./migrations', import.meta.url))
const applyMigrations = ({ db }: Database) => migrate(db, { migrationsFolder: folder })

/** Migrates a new database up to and including one migration, for tests with rows from that version. */
export async function migrateDatabaseTo({ db }: Database, last: Migration): Promise<void> {
	const entries = migrations().filter(({ when }) => when <= last.when)
	// The migrator applies all migrations of a folder, so copy the required ones to a temporary folder.
	const part = await mkdtemp(join(tmpdir(), 'second-chair-migrations-'))
	try {
		await mkdir(join(part, 'meta'))
		await writeFile(join(part, 'meta', '_journal.json'), JSON.stringify({ entries }))
		for (const { tag } of entries) await copyFile(join(folder, `${tag}.sql`), join(part, `${tag}.sql`))
		await migrate(db, { migrationsFolder: part })
	} finally {
		await rm(part, { recursive: true, force: true })
	}
}

/** Migrates a server. If another node applied migrations at the same time, tries again with the rest. */
async function migrateServer(database: Database): Promise<void> {
	const before = await inspectServer(database)
	try {
		await applyMigrations(database)
	} catch (error) {
		if ((await inspectServer(database)) === before) throw error
		await migrateServer(database)
	}
}

/**
 * Applies pending migrations. Does nothing if there are none.
 * @throws {DatabaseFileError} when the database is damaged, another program's, or from a newer version.
 */
export async function migrateDatabase(database: Database): Promise<void> {
	if (!database.file) return migrateServer(database)
	try {
		await applyMigrations(database)
	} catch (error) {
		throw isDamage(error) ? damagedError(database.file, 'the schema could not be read or updated') : error
	}
}

import { fileURLToPath } from 'node:url'
import { migrate } from 'drizzle-orm/libsql/migrator'
import type { Database } from './client.ts'

/** Brings the schema up to the committed migrations. Does nothing where it already is. */
export async function migrateDatabase(database: Database): Promise<void> {
	await migrate(database.db, { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) })
}

import { eq } from 'drizzle-orm'
import { afterEach, beforeEach } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { users } from '#db/schema/users.ts'
import { insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

let database: TestDatabase
export let admin: Principal

/** Sets up a separate club with an admin for each test. */
export function setUpMembers(): void {
	beforeEach(async () => {
		database = await freshDatabase()
		admin = await signedIn(await insertAccount({ role: 'admin', name: 'Ruth Adeyemi', email: 'ruth@club.example' }))
	})
	afterEach(() => database.discard())
}

export const accountOf = async (id: string) => (await db().select().from(users).where(eq(users.id, id)))[0]

/** Returns the actions in the audit log, in order. */
export const actionsDone = async () => (await db().select().from(audit).orderBy(audit.id)).map(({ action }) => action)

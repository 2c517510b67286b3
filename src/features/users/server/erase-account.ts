import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { erasePerson, type Person } from '#db/erase-person.ts'
import { write } from '#db/write.ts'
import { keepRepliesTo } from '#src/features/discussion/server/keep-replies.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { stopListsOf } from './import-job.ts'

/** Comments whose replies are kept in one write. */
const AT_ONCE = 20

/**
 * Erases an account and every trace of its person: the one way, for members who left and for accounts that an admin
 * deletes for good. May be repeated after an interruption.
 * @param alongside statements for the write that deletes the account.
 */
export async function eraseAccount(person: Person, alongside: readonly BatchItem<'sqlite'>[] = []): Promise<void> {
	await write(stopListsOf(person.id, sql`1`))
	while ((await keepRepliesTo(person.id, sql`1`, AT_ONCE)).rowsAffected > 0) await setImmediate()
	await erasePerson(person, alongside)
	wake('imports')
	wake('search')
}

import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { erasePerson, type Person } from '#db/erase-person.ts'
import { write } from '#db/write.ts'
import { keepRepliesTo } from '#src/features/discussion/server/keep-replies.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { stopListsOf } from './import-job.ts'

/** Comments per write when keeping their replies. */
const BATCH_SIZE = 20

/**
 * Erases an account and every trace of the person. All erasures use it: of members who left, and of accounts that an
 * admin deletes permanently. Can be repeated after an interruption.
 * @param alongside more statements for the `write` that deletes the account.
 */
export async function eraseAccount(person: Person, alongside: readonly BatchItem<'sqlite'>[] = []): Promise<void> {
	await write(stopListsOf(person.id, sql`1`))
	while ((await keepRepliesTo(person.id, sql`1`, BATCH_SIZE)).rowsAffected > 0) await setImmediate()
	await erasePerson(person, alongside)
	wake('imports')
	wake('search')
}

import { setImmediate } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { memberImportRows, memberNotes } from '#db/schema/members.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { dropWork, isAtRest, isEnqueued, isWaitingNamed, namedAtRest } from '#src/platform/jobs/outbox.ts'
import { MAIL_KIND } from '#src/platform/mail/mail.ts'

const BATCH_SIZE = 50

const idPrefix = (importId: string) => `invitation-${importId}`
/** Returns the id of the email to one person on a list, to find the email later. */
export const mailIdOf = (importId: string, line: number, userId: string) => `${idPrefix(importId)}-${line}-${userId}`

/** Returns the condition that a list has unsent invitations, not including failed ones. */
export const hasUnsentMails = (importId: string): SQL => isWaitingNamed(idPrefix(importId))

interface Withdrawal {
	mail: string
	line: number
	user: string
}

const parseMailId = (mail: string): Withdrawal => {
	const [line = '', user = ''] = mail.split('-').slice(-2)
	return { mail, line: Number(line), user }
}

/** Returns the statements that withdraw unsent invitations, each on the condition that it is still unsent. */
function withdraw(importId: string, all: readonly Withdrawal[]) {
	const unsent = (column: 'line' | 'user' | 'mail') => sql`
		select value ->> ${`$.${column}`} from json_each(${JSON.stringify(all)}) as item
		where ${isEnqueued(sql`item.value ->> '$.mail'`, isAtRest())}`
	return [
		db().run(sql`
			update ${memberImportRows} set state = 'waiting' where import_id = ${importId} and line in (${unsent('line')})`),
		// Keeps accounts that were edited, invited again or have a note: they no longer depend on this list.
		db().run(sql`
			delete from ${users} where id in (${unsent('user')}) and status = 'inactive' and invited_at is not null
				and version = 1 and not exists (select 1 from ${memberNotes} where user_id = ${users}.id)`),
		dropWork(MAIL_KIND, sql`id in (${unsent('mail')})`),
	] as const
}

/**
 * Withdraws all unsent invitations of a list with their accounts. After an interruption, call it again.
 * @param shouldContinue whether to continue, checked before each slice. @returns whether it is done.
 */
export async function withdrawInvitations(importId: string, shouldContinue: () => Promise<boolean>): Promise<boolean> {
	for (;;) {
		if (!(await shouldContinue())) return false
		const mails = await namedAtRest(MAIL_KIND, idPrefix(importId), BATCH_SIZE)
		if (mails.length === 0) return true
		await write(...withdraw(importId, mails.map(parseMailId)))
		await setImmediate()
	}
}

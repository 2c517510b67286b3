import { setImmediate } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { db, write } from '#db/client.ts'
import { isAtRest, isWaitingNamed, namedAtRest } from '#src/platform/jobs/outbox.ts'
import { MAIL_KIND } from '#src/platform/mail/mail.ts'

/** Invitations that are taken back by one write. */
const SLICE = 50

const startOf = (importId: string) => `invitation-${importId}`
/** The id of the mail to one person of a list: by it the mail is found again. */
export const mailIdOf = (importId: string, line: number, userId: string) => `${startOf(importId)}-${line}-${userId}`

/** Whether invitations of a list have still to leave, as a condition; those that were given up do not. */
export const mailsWaitOf = (importId: string): SQL => isWaitingNamed(startOf(importId))

/** What is taken back of one person, as JSON for the statements. */
interface TakenBack {
	mail: string
	line: number
	user: string
}

const partsOf = (mail: string): TakenBack => {
	const [line = '', user = ''] = mail.split('-').slice(-2)
	return { mail, line: Number(line), user }
}

/** The statements that take back what has not left, each under the condition that it still has not. */
function takeBack(importId: string, all: readonly TakenBack[]) {
	const waiting = (column: 'line' | 'user' | 'mail') => sql`
		select value ->> ${`$.${column}`} from json_each(${JSON.stringify(all)}) as item
		where exists (select 1 from outbox where outbox.id = item.value ->> '$.mail' and ${isAtRest()})`
	return [
		db().run(sql`
			update member_import_rows set state = 'waiting' where import_id = ${importId} and line in (${waiting('line')})`),
		// An account that somebody edited, invited once more or wrote a note about stays: it is more than this list by now.
		db().run(sql`
			delete from users where id in (${waiting('user')}) and status = 'inactive' and invited_at is not null
				and version = 1 and not exists (select 1 from member_notes where user_id = users.id)`),
		db().run(sql`update outbox set state = 'done', payload = '{}' where id in (${waiting('mail')})`),
	] as const
}

/**
 * Takes back every invitation of a list that has not left, and the account that was prepared with it. Whoever stops it
 * in the middle calls it again.
 * @param goesOn whether to go on, asked before each slice. @returns whether it is done.
 */
export async function takeBackMails(importId: string, goesOn: () => Promise<boolean>): Promise<boolean> {
	for (;;) {
		if (!(await goesOn())) return false
		const mails = await namedAtRest(MAIL_KIND, startOf(importId), SLICE)
		if (mails.length === 0) return true
		await write(...takeBack(importId, mails.map(partsOf)))
		await setImmediate()
	}
}

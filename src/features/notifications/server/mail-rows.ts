import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'

/** What the mail worker sends. */
export interface Mail {
	to: string
	subject: string
	text: string
	html?: string
	headers?: Record<string, string>
	/** Stable for one cause, so that a mail that is sent twice is shown once. */
	messageId: string
}

/**
 * The outbox row of a mail, for a `write(...)` batch. `id` names the cause: a second row of the same id is not
 * written. With `when` it is written only if the condition holds at that moment in the batch.
 */
export function mailRow(id: string, mail: Mail, options: { when?: SQL } = {}) {
	const now = Date.now()
	return db().run(sql`
		insert into outbox (id, kind, payload, created_at, available_at, attempts, state)
		select ${id}, 'mail', ${JSON.stringify(mail)}, ${now}, ${now}, 0, 'waiting'
		where ${options.when ?? sql`true`}
		on conflict (id) do nothing`)
}

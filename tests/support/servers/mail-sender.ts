import { openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { deliverMail } from '#src/app/mails.ts'
import { runOutbox } from '#src/platform/jobs/outbox.ts'
import { closeMail } from '#src/platform/mail/deliver.ts'
import { MAIL_KIND } from '#src/platform/mail/mail.ts'

// Sends the queued emails of a database to the configured mail server in a separate process, then exits.
// Usage: node mail-sender.ts FILE [N]
// With N, stops after the mail server has accepted email N but before the email is marked as sent, prints its id and
// waits to be killed.

const [file = '', holdAt] = process.argv.slice(2)
const opened = await openDatabase({ url: `file:${file}` })
await migrateDatabase(opened)
useDatabase(opened)
let taken = 0
await runOutbox(
	{
		async [MAIL_KIND](payload, id) {
			await deliverMail(payload, id)
			if (++taken !== Number(holdAt)) return
			process.stdout.write(`${id}\n`)
			// A timer keeps the process alive, because Node exits if there is no pending work.
			await new Promise(() => setInterval(() => undefined, 60_000))
		},
	},
	{ only: [MAIL_KIND] },
)
closeMail()
await opened.close()

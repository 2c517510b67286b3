import { sql } from 'drizzle-orm'
import * as accountMails from '#src/features/account/server/mails.ts'
import * as adminHomeMails from '#src/features/admin-home/server/mails.ts'
import * as applicationMails from '#src/features/applications/server/mails.ts'
import * as authMails from '#src/features/auth/server/mails.ts'
import * as duesMails from '#src/features/dues/server/mails.ts'
import * as leavingMails from '#src/features/leaving/server/mails.ts'
import { notifyAdmins } from '#src/features/notifications/server/notify.ts'
import * as securityMails from '#src/features/security/server/mails.ts'
import * as settingsMails from '#src/features/settings/server/mails.ts'
import * as userMails from '#src/features/users/server/mails.ts'
import { job } from '#src/platform/jobs/job.ts'
import { nextDue } from '#src/platform/jobs/outbox.ts'
import { createMailDelivery, runMailOutbox } from '#src/platform/mail/deliver.ts'
import { MAIL_KIND, mailWaits } from '#src/platform/mail/mail.ts'

export const mails = [
	...Object.values(applicationMails),
	...Object.values(userMails),
	...Object.values(authMails),
	...Object.values(accountMails),
	...Object.values(leavingMails),
	...Object.values(duesMails),
	...Object.values(securityMails),
	...Object.values(settingsMails),
	...Object.values(adminHomeMails),
] as const

export const deliverMail = createMailDelivery(mails)

export const sendDueMails = (signal?: AbortSignal) =>
	runMailOutbox(deliverMail, { ...(signal && { signal }), withGivenUp: () => [notifyAdmins('mail', sql`1`)] })

/** Sends emails. A separate job: a mail server that hangs must not block the rest. */
export const mailJob = job({
	name: 'mail',
	due: () => (mailWaits() ? undefined : nextDue({ only: [MAIL_KIND] })),
	inserted: { table: 'outbox', when: (values) => values.includes(MAIL_KIND) },
	run: sendDueMails,
})

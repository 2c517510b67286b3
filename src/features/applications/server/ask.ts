import { and, eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { isAdminNow, isStillAdmin } from '#src/features/auth/server/still-admin.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { replyAddress } from '#src/platform/mail/deliver.ts'
import { enqueueMail, mailWaits } from '#src/platform/mail/mail.ts'
import * as contracts from '../contract.ts'
import { actions } from './audit-actions.ts'
import { findApplication } from './decisions.ts'
import { applicationQuestion } from './mails.ts'

/** The stored questions; an empty list if they are not valid JSON. */
const stored = sql`case json_valid(${users.applicationQuestions}) when 1
	then ${users.applicationQuestions} else '[]' end`
const lastQuestion = sql`json_extract(${stored}, '$[#-1].question')`

/** Emails the applicant a question. Repeating the last question, as after a lost response, sends no second email. */
export const askApplicant: Service<typeof contracts.askApplicant> = async ({ params, body }, { user }) => {
	const { errors } = contracts.askApplicant
	const { question } = body
	if (mailWaits()) throw httpError(errors.noMail)
	if (replyAddress() === undefined) throw httpError(errors.noReply)
	const applicant = await findApplication(params.userId)
	if (!applicant) throw httpError(errors.unknown)
	const { id, name, email } = applicant
	const mayAsk = and(
		eq(users.id, id),
		eq(users.applicationStatus, 'pending'),
		sql`json_array_length(${stored}) < ${contracts.MAX_QUESTIONS}`,
		sql`${lastQuestion} is not ${question}`,
		isStillAdmin(user),
	)
	const when = hasRow(users, mayAsk)
	const entry = JSON.stringify({ askedAt: new Date().toISOString(), askedBy: user.name, question })
	const subject = { type: 'user', id, name }
	const { updated } = await write({
		mail: enqueueMail({ to: email, mail: applicationQuestion, data: { name, by: user.name, question } }, { when }),
		audit: recordAudit({ actor: user, action: actions['application.asked'], subject }, when),
		updated: db()
			.update(users)
			.set({ applicationQuestions: sql`json_insert(${stored}, '$[#]', json(${entry}))`, updatedAt: new Date() })
			.where(mayAsk),
	})
	const current = await findApplication(id)
	if (!current) throw httpError(errors.unknown)
	if (updated.rowsAffected > 0) return current
	if (current.applicationStatus !== 'pending') throw httpError(errors.decided)
	if (current.applicationQuestions.at(-1)?.question === question) return current
	throw httpError((await isAdminNow(user)) ? errors.often : errors.notAdmin)
}

import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { cleAdmissions, cleNotices } from '#db/schema/cle.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { composeNotice, getsMails, wantsMails } from '#src/features/notifications/server/compose.ts'
import { unsubscribeToken } from '#src/features/notifications/server/unsubscribe-tokens.ts'
import { daysBetween } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { env } from '#src/platform/env/env.ts'
import { job } from '#src/platform/jobs/job.ts'
import { log } from '#src/platform/log.ts'
import { text } from '#src/platform/mail/compose.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'
import { type Deadline, deadlinesOf, deadlineText } from './ledger.ts'

/** Emails are sent this many days before the last day, once each. */
const REMINDER_DAYS = [7, 30, 60, 90] as const
/** Members per batch: few enough that no request has to wait. */
const BATCH_SIZE = 20

interface Member {
	id: string
	name: string
	email: string
}

/** Selects members who have an active admission and want these emails, by id. */
const membersAfter = (after: string) =>
	db()
		.selectDistinct({ id: users.id, name: users.name, email: users.email })
		.from(cleAdmissions)
		.innerJoin(users, eq(users.id, cleAdmissions.userId))
		.where(
			and(
				gt(cleAdmissions.userId, after),
				eq(cleAdmissions.status, 'active'),
				getsMails(sql`${users}`),
				wantsMails(sql`${users.id}`, 'deadlines'),
			),
		)
		.orderBy(asc(cleAdmissions.userId))
		.limit(BATCH_SIZE)

const daysLeftText = (days: number) =>
	days === 0 ? 'Today is the last day' : days === 1 ? 'One day left' : `${days} days left`

/** Returns the statements that enqueue one email, unless it was already sent. */
function noticeOf(member: Member, deadline: Deadline, before: number, now: number) {
	const { admissionId, what, lastDay, words } = deadline
	const isSent = hasRow(
		cleNotices,
		and(eq(cleNotices.admissionId, admissionId), eq(cleNotices.day, lastDay), eq(cleNotices.daysBefore, before)),
	)
	const when = sql`not ${isSent} and ${hasRow(cleAdmissions, eq(cleAdmissions.id, admissionId))}`
	const { token, row } = unsubscribeToken(member.id, 'deadlines', { when })
	const missing = words.length > 0 ? words : ['Nothing is missing.']
	const mail = composeNotice({
		...{ to: member.email, name: member.name },
		subject: `${daysLeftText(daysBetween(clubDay(now), lastDay))} for your ${what}`,
		blocks: [
			text(deadlineText(deadline)),
			...missing.map(text),
			text(deadline.rules),
			{ kind: 'button', label: 'View your credits', href: `${env().publicUrl}/cle` },
		],
		unsubscribe: { token, what: 'reminders before your last day for credits' },
	})
	return [
		row,
		enqueueMail(mail, { id: `cle-${admissionId}-${lastDay}-${before}`, when }),
		db().run(sql`
			insert into ${cleNotices} (admission_id, day, days_before, sent_at)
			select ${admissionId}, ${lastDay}, ${before}, ${now} where ${when} on conflict do nothing`),
	]
}

async function remind(member: Member, now: number): Promise<void> {
	const today = clubDay(now)
	for (const deadline of await deadlinesOf(member.id, today)) {
		const daysLeft = daysBetween(today, deadline.lastDay)
		const before = REMINDER_DAYS.find((days) => daysLeft >= 0 && daysLeft <= days)
		if (before !== undefined) await write(...noticeOf(member, deadline, before, now))
	}
}

/** Enqueues the reminders that are due on the day of `now`. */
export async function sendDeadlines(now = Date.now(), signal?: AbortSignal): Promise<void> {
	for (let after = ''; !signal?.aborted; ) {
		const members = await membersAfter(after)
		const last = members.at(-1)
		if (!last) return
		for (const member of members) {
			// A ledger that cannot be evaluated must not block the emails to other members.
			await remind(member, now).catch((error: unknown) =>
				log.error({ userId: member.id, err: error }, 'reminders of last days could not be written'),
			)
			// Yields to waiting requests.
			await setImmediate()
		}
		after = last.id
	}
}

/** Day of the last run in this process. Another run on that day would send no further emails. */
let doneOn = ''

export const deadlinesJob = job({
	name: 'cle-deadlines',
	feature: 'cle',
	due: (now) =>
		doneOn === clubDay(now) ? undefined : db().select({ id: cleAdmissions.id }).from(cleAdmissions).limit(1),
	async run(signal) {
		const today = clubDay()
		await sendDeadlines(Date.now(), signal)
		if (!signal.aborted) doneOn = today
	},
})

import { and, asc, eq, gt, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { coachingSessions } from '#db/schema/coaching.ts'
import { notificationPreferences } from '#db/schema/notifications.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { composeNotice, getsMails } from '#src/features/notifications/server/compose.ts'
import { unsubscribeToken } from '#src/features/notifications/server/unsubscribe-tokens.ts'
import { formatSessionWithZone } from '#src/lib/dates/zoned-time.ts'
import { isolate } from '#src/lib/direction.ts'
import { env } from '#src/platform/env/env.ts'
import { job } from '#src/platform/jobs/job.ts'
import { isEnqueued } from '#src/platform/jobs/outbox.ts'
import type { Block } from '#src/platform/mail/compose.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'

/** Time between a reminder and its session, in milliseconds. */
export const REMINDER_MS = 24 * 60 * 60_000
/** Members per batch. The driver is synchronous, so batches must stay short. */
const BATCH = 100

type Row = typeof coachingSessions.$inferSelect

/** Matches sessions that begin within a day and have no reminder for their current time. */
const isDue = (now: number) =>
	and(
		gt(coachingSessions.scheduledAt, new Date(now)),
		lte(coachingSessions.scheduledAt, new Date(now + REMINDER_MS)),
		isNull(coachingSessions.cancelledAt),
		or(isNull(coachingSessions.remindedFor), ne(coachingSessions.remindedFor, coachingSessions.scheduledAt)),
	)

const recipientsAfter = (after: string) =>
	db()
		.select({ id: users.id, name: users.name, email: users.email, status: users.status })
		.from(users)
		.leftJoin(notificationPreferences, eq(notificationPreferences.userId, users.id))
		.where(
			and(gt(users.id, after), getsMails(sql`${users}`), sql`coalesce(${notificationPreferences.reminders}, 1) = 1`),
		)
		.orderBy(asc(users.id))
		.limit(BATCH)

interface Recipient {
	id: string
	name: string
	email: string
}

/** Builds the id of a reminder. It includes the time, so a moved session gets another reminder. */
const reminderId = (session: Row, at: Date, recipient: Recipient) =>
	`reminder-${session.id}-${at.getTime()}-${recipient.id}`

const timeOf = (session: Row, at: Date) => formatSessionWithZone(at, session.timeZone)

/** Returns the statements for an email about a session. Members can switch off this kind of email. */
function noticeFor(
	recipient: Recipient,
	subject: string,
	blocks: Block[],
	options: { id: string; when: SQL; until: number },
) {
	const { token, row } = unsubscribeToken(recipient.id, 'reminders', options)
	const unsubscribe = { token, what: 'coaching session reminders' }
	return [
		row,
		enqueueMail(
			{
				...composeNotice({ to: recipient.email, name: recipient.name, subject, blocks, unsubscribe }),
				until: options.until,
			},
			options,
		),
	]
}

function reminder(session: Row, recipient: Recipient) {
	const blocks: Block[] = [
		{ kind: 'text', text: `“${isolate(session.title)}” is on ${timeOf(session, session.scheduledAt)}.` },
		...(session.description ? [{ kind: 'quote', text: session.description } as const] : []),
		{ kind: 'button', label: 'Join Zoom Meeting', href: session.zoomLink },
		{ kind: 'link', label: 'View it in your time zone or suggest a topic', href: `${env().publicUrl}/coaching` },
	]
	const isUnchanged = sql`exists (select 1 from ${coachingSessions} where id = ${session.id} and cancelled_at is null
		and scheduled_at = ${session.scheduledAt.getTime()})`
	const id = reminderId(session, session.scheduledAt, recipient)
	// The reminder is useless once the session has begun.
	const until = session.scheduledAt.getTime()
	return noticeFor(recipient, `Coaching soon: ${isolate(session.title)}`, blocks, { id, when: isUnchanged, until })
}

async function notifyEachMember(
	session: Row,
	statements: (session: Row, recipient: Recipient) => ReturnType<typeof noticeFor>,
) {
	for (let after = ''; ; ) {
		const batch = await recipientsAfter(after)
		const last = batch.at(-1)
		if (!last) return
		await write(...batch.flatMap((recipient) => statements(session, recipient)))
		after = last.id
	}
}

// Run this last: after a crash, the job starts over, and existing rows stay unchanged.
// A session that changed during the run is processed again.
const setReminded = ({ id, sequence }: Row, remindedFor: Date | null) =>
	db()
		.update(coachingSessions)
		.set({ remindedFor })
		.where(and(eq(coachingSessions.id, id), eq(coachingSessions.sequence, sequence)))

/** Matches sessions whose reminder is wrong by now: deleted ones, or ones moved beyond the next day. */
const needsCorrection = (now: number) =>
	and(
		gt(coachingSessions.remindedFor, new Date(now)),
		or(isNotNull(coachingSessions.cancelledAt), gt(coachingSessions.scheduledAt, new Date(now + REMINDER_MS))),
	)

const sessionsWhere = (condition: SQL | undefined) => db().select().from(coachingSessions).where(condition)

/** Selects one row if `sendReminders` has work: part of the poll for due work. */
const dueReminder = (now = Date.now()) => sessionsWhere(or(isDue(now), needsCorrection(now))).limit(1)

function correctionMail(session: Row, recipient: Recipient) {
	const { cancelledAt, remindedFor, scheduledAt, sequence } = session
	const before = remindedFor ?? scheduledAt
	const news = cancelledAt ? 'is cancelled' : `is now on ${timeOf(session, scheduledAt)}`
	const text = `“${isolate(session.title)}” of ${timeOf(session, before)} ${news}.`
	const blocks: Block[] = [
		{ kind: 'text', text },
		{ kind: 'button', label: 'View coaching sessions', href: `${env().publicUrl}/coaching` },
	]
	const when = sql`${isEnqueued(reminderId(session, before, recipient))}
		and exists (select 1 from ${coachingSessions} where id = ${session.id} and sequence = ${sequence})`
	const subject = `Coaching ${cancelledAt ? 'cancelled' : 'moved'}: ${isolate(session.title)}`
	const id = `correction-${session.id}-${sequence}-${recipient.id}`
	return noticeFor(recipient, subject, blocks, { id, when, until: before.getTime() })
}

/** Writes due reminders, and corrections of earlier ones. @returns the number of sessions. */
export async function sendReminders(now = Date.now()): Promise<number> {
	const [outdated, due] = await Promise.all([sessionsWhere(needsCorrection(now)), sessionsWhere(isDue(now))])
	for (const session of outdated) {
		await notifyEachMember(session, correctionMail)
		await setReminded(session, null)
	}
	for (const session of due) {
		await notifyEachMember(session, reminder)
		await setReminded(session, session.scheduledAt)
	}
	return outdated.length + due.length
}

export const remindersJob = job({
	name: 'coaching-reminders',
	due: dueReminder,
	every: 60_000,
	run: () => sendReminders(),
})

import { and, asc, eq, gt, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { db, write } from '#db/client.ts'
import { coachingSessions, notificationPreferences, users } from '#db/schema/index.ts'
import { composeNotice } from '#src/features/notifications/server/compose.ts'
import { unsubscribeToken } from '#src/features/notifications/server/unsubscribe-tokens.ts'
import { env } from '#src/server/env.ts'
import { enqueueMail } from '#src/server/mail/outgoing.ts'
import { formatSessionIn, zoneName } from '../zoned-time.ts'

/** How long before a session its reminder goes out, in milliseconds. */
export const REMINDER_MS = 24 * 60 * 60_000
/** Members per batch: the driver is synchronous, so that a batch must stay short. */
const BATCH = 100

type Row = typeof coachingSessions.$inferSelect

/** Sessions that begin within a day, and that nobody was reminded of at the time they now have. */
function dueSessions(now: number): Promise<Row[]> {
	return db()
		.select()
		.from(coachingSessions)
		.where(
			and(
				gt(coachingSessions.scheduledAt, new Date(now)),
				lte(coachingSessions.scheduledAt, new Date(now + REMINDER_MS)),
				isNull(coachingSessions.cancelledAt),
				or(isNull(coachingSessions.remindedFor), ne(coachingSessions.remindedFor, coachingSessions.scheduledAt)),
			),
		)
}

const readers = (after: string) =>
	db()
		.select({ id: users.id, name: users.name, email: users.email, status: users.status })
		.from(users)
		.leftJoin(notificationPreferences, eq(notificationPreferences.userId, users.id))
		.where(
			and(gt(users.id, after), eq(users.status, 'active'), sql`coalesce(${notificationPreferences.reminders}, 1) = 1`),
		)
		.orderBy(asc(users.id))
		.limit(BATCH)

function reminder(session: Row, reader: { id: string; name: string; email: string }) {
	const { token, row } = unsubscribeToken(reader.id, 'reminders')
	// The time is part of the name: a session that was moved is reminded of again, at its new time.
	const id = `reminder-${session.id}-${session.scheduledAt.getTime()}-${reader.id}`
	const when = `${formatSessionIn(session.scheduledAt, session.timeZone)}, ${zoneName(session.scheduledAt, session.timeZone)}`
	const mail = composeNotice({
		to: reader.email,
		name: reader.name,
		subject: `Coaching soon: ${session.title}`,
		blocks: [
			{ kind: 'text', text: `“${session.title}” is on ${when}.` },
			...(session.description ? [{ kind: 'quote', text: session.description } as const] : []),
			{ kind: 'button', label: 'Join Zoom Meeting', href: session.zoomLink },
			{ kind: 'link', label: 'See it in your own time zone, or suggest a topic', href: `${env().publicUrl}/coaching` },
		],
		unsubscribe: { token, what: 'reminders of coaching sessions' },
	})
	const stands = sql`exists (select 1 from coaching_sessions where id = ${session.id} and cancelled_at is null
		and scheduled_at = ${session.scheduledAt.getTime()})`
	return [row, enqueueMail(mail, { id, when: stands })]
}

async function remind(session: Row): Promise<void> {
	for (let after = ''; ; ) {
		const batch = await readers(after)
		const last = batch.at(-1)
		if (!last) break
		await write(...batch.flatMap((reader) => reminder(session, reader)))
		after = last.id
	}
	// Last: a process that dies before is replaced by one that begins again, and rows that are there stay as they are.
	await db()
		.update(coachingSessions)
		.set({ remindedFor: session.scheduledAt })
		.where(eq(coachingSessions.id, session.id))
}

/** Writes the reminders that are due. @returns of how many sessions. */
export async function sendReminders(now = Date.now()): Promise<number> {
	const due = await dueSessions(now)
	for (const session of due) await remind(session)
	return due.length
}

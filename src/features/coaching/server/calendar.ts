import { and, asc, eq, gt } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { rowExists } from '#db/rows.ts'
import { calendarDownloads, calendarSubscriptions, coachingSessions } from '#db/schema/coaching.ts'
import { users } from '#db/schema/users.ts'
import { isInGoodStanding } from '#src/features/auth/server/standing.ts'
import { suspensionText } from '#src/features/auth/server/suspension.ts'
import { deadlinesOf, deadlineText } from '#src/features/cle/server/ledger.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { site } from '#src/lib/site/site.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { env } from '#src/platform/env/env.ts'
import { hashToken, newToken } from '#src/platform/tokens.ts'
import * as contracts from '../contract.ts'
import { type CalendarEvent, calendarFile } from '../ics.ts'

const DAY_MS = 86_400_000
/** Age up to which a subscription includes sessions, so that calendars receive every deletion. */
const MAX_AGE_MS = 400 * DAY_MS

type Row = typeof coachingSessions.$inferSelect

/** Converts a session. A deleted session contains only what a calendar needs to remove it. */
const toEvent = (row: Row): CalendarEvent => ({
	uid: `${row.id}@${new URL(env().publicUrl).hostname}`,
	sequence: row.sequence,
	changedAt: row.updatedAt,
	start: row.scheduledAt,
	end: new Date(row.scheduledAt.getTime() + row.durationMinutes * 60_000),
	title: row.title,
	description: row.cancelledAt ? '' : [row.description, `Join: ${row.zoomLink}`].filter(Boolean).join('\n\n'),
	url: row.cancelledAt ? '' : row.zoomLink,
	isCancelled: row.cancelledAt !== null,
})

const publisher = () => ({ name: `${site().name} coaching`, address: env().mailFrom.address })

/** Returns the file of one session; for a deleted one, the file that removes it from a calendar. */
export const getSessionCalendar: Service<typeof contracts.getSessionCalendar> = async ({ params }, context) => {
	const [row] = await db().select().from(coachingSessions).where(eq(coachingSessions.id, params.id))
	if (!row) throw httpError(contracts.getSessionCalendar.errors.notFound)
	context.setHeader('Content-Disposition', `attachment; filename="coaching-${row.id}.ics"`)
	return calendarFile(publisher(), row.cancelledAt ? 'CANCEL' : 'PUBLISH', [toEvent(row)])
}

/** Returns the last days of the member's credit cycles, as all-day events. */
async function lastDays({ id, createdAt }: { id: string; createdAt: Date }): Promise<CalendarEvent[]> {
	if (!hasFeature('cle')) return []
	const { publicUrl } = env()
	return (await deadlinesOf(id)).map((deadline) => ({
		uid: `credits-${deadline.admissionId}-${deadline.lastDay}@${new URL(publicUrl).hostname}`,
		...{ sequence: 0, changedAt: createdAt, start: createdAt, end: createdAt, isCancelled: false },
		day: deadline.lastDay,
		title: `Last day for ${deadline.what}`,
		description: [deadlineText(deadline), ...deadline.words].join('\n'),
		url: `${publicUrl}/cle`,
	}))
}

/** Returns the subscribed calendar. Inactive, suspended and lapsed members get the error of an unknown URL. */
export const getCalendar: Service<typeof contracts.getCalendar> = async ({ params }) => {
	const token = params.file.replace(/\.ics$/, '')
	const [member] = await db()
		.select({
			id: users.id,
			createdAt: users.createdAt,
			suspendedUntil: users.suspendedUntil,
			suspendedReason: users.suspendedReason,
		})
		.from(calendarSubscriptions)
		.innerJoin(users, and(eq(users.id, calendarSubscriptions.userId), eq(users.status, 'active')))
		.where(and(eq(calendarSubscriptions.tokenHash, hashToken(token)), isInGoodStanding(users.id)))
	// The calendar contains the links to the calls.
	if (!member || suspensionText(member) !== undefined) throw httpError(contracts.getCalendar.errors.notFound)
	const rows = await db()
		.select()
		.from(coachingSessions)
		.where(gt(coachingSessions.scheduledAt, new Date(Date.now() - MAX_AGE_MS)))
		.orderBy(asc(coachingSessions.scheduledAt))
	return calendarFile(publisher(), 'PUBLISH', [...rows.map(toEvent), ...(await lastDays(member))])
}

const ownedBy = (userId: string) => eq(calendarSubscriptions.userId, userId)

/** Checks whether a member has a private calendar URL. Only its hash is stored. */
export const hasSubscription = (userId: string) => rowExists(calendarSubscriptions, ownedBy(userId))

export const getSubscription: Service<typeof contracts.getSubscription> = async (_, { user }) => ({
	exists: await hasSubscription(user.id),
})

export const createSubscription: Service<typeof contracts.createSubscription> = async (_, { user }) => {
	const token = newToken()
	const values = { tokenHash: hashToken(token), createdAt: new Date() }
	await db()
		.insert(calendarSubscriptions)
		.values({ userId: user.id, ...values })
		.onConflictDoUpdate({ target: calendarSubscriptions.userId, set: values })
	return { url: `${env().publicUrl}/api/calendar/${token}.ics` }
}

export const revokeSubscription: Service<typeof contracts.revokeSubscription> = async (_, { user }) => {
	await db().delete(calendarSubscriptions).where(ownedBy(user.id))
}

export const noteCalendarDownload: Service<typeof contracts.noteCalendarDownload> = async (_, { user }) => {
	await db().insert(calendarDownloads).values({ userId: user.id, createdAt: new Date() }).onConflictDoNothing()
}

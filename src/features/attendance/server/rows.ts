import { and, eq, isNull, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.ts'
import { attendances } from '#db/schema/attendance.ts'
import { cleActivities } from '#db/schema/cle.ts'
import { coachingSessions } from '#db/schema/coaching.ts'
import { parseStored } from '#src/platform/stored-json.ts'
import { CHECK_IN_MINUTES } from '../contract.ts'

export type AttendanceRow = typeof attendances.$inferSelect
export type ActivityRow = typeof cleActivities.$inferSelect

const span = z.tuple([z.number(), z.number()])
const prompt = z.object({ atMs: z.number(), enteredAt: z.nullable(z.number()) })
const live = z.object({
	checkedInAt: z.optional(z.number()),
	signedOutAt: z.optional(z.number()),
	/** Spoken codes, including those of recordings. */
	codes: z._default(z.array(z.object({ code: z.string(), at: z.number() })), []),
	listedMinutes: z.optional(z.number()),
	/** When the participant list was imported, and the name of the admin. */
	list: z.optional(z.object({ at: z.number(), by: z.string() })),
})
export type Live = z.output<typeof live>
const review = z.object({ isAccepted: z.boolean(), reason: z.string(), at: z.number(), by: z.string() })

export const watchedOf = ({ watched }: Pick<AttendanceRow, 'watched'>) => parseStored(z.array(span), watched, [])
export const promptsOf = ({ codes }: Pick<AttendanceRow, 'codes'>) => parseStored(z.array(prompt), codes, [])
/** Returns whether data can still be recorded for an attendance, now or after a decision. */
export const isInProgress = ({ state }: Pick<AttendanceRow, 'state'>) => state === 'open' || state === 'review'
/** Returns the prompts that may be shown. During an attendance, the time of the next code is secret. */
export const shownPromptsOf = (row: Pick<AttendanceRow, 'codes' | 'state'>) =>
	promptsOf(row).filter(({ enteredAt }) => enteredAt !== null || !isInProgress(row))
export const liveOf = (row: Pick<AttendanceRow, 'live'>): Live => parseStored(live, row.live, { codes: [] })
export const reviewsOf = ({ reviews }: Pick<AttendanceRow, 'reviews'>) => parseStored(z.array(review), reviews, [])
export const ruleVersionsOf = ({ ruleVersions }: Pick<AttendanceRow, 'ruleVersions'>) =>
	parseStored(z.record(z.string(), z.number()), ruleVersions, {})

/** Start and end of a session. */
export interface SessionTimes {
	startsAt: number
	endsAt: number
}

/** An attendance with its activity, and for a session its times. */
export interface Attending {
	row: AttendanceRow
	activity: ActivityRow
	session: SessionTimes | undefined
}

/** Returns whether members can check in to a session at a time. */
export const isCheckInTime = ({ startsAt, endsAt }: SessionTimes, at: number): boolean =>
	startsAt - CHECK_IN_MINUTES * 60_000 <= at && at <= endsAt

/** Returns when a member checked in. Ignores a check-in from before the session was moved to another time. */
export function checkInOf({ row, session }: Attending): number | undefined {
	const { checkedInAt } = liveOf(row)
	const isValid = checkedInAt !== undefined && session !== undefined && isCheckInTime(session, checkedInAt)
	return isValid ? checkedInAt : undefined
}

/** Selects attendances with their activities. Ignores canceled sessions. */
export const attendingStatement = (where: SQL | undefined) =>
	db()
		.select({
			row: attendances,
			activity: cleActivities,
			scheduledAt: coachingSessions.scheduledAt,
			durationMinutes: coachingSessions.durationMinutes,
		})
		.from(attendances)
		.innerJoin(cleActivities, eq(cleActivities.id, attendances.activityId))
		.leftJoin(
			coachingSessions,
			and(
				...[eq(cleActivities.kind, 'session'), eq(coachingSessions.id, cleActivities.refId)],
				isNull(coachingSessions.cancelledAt),
			),
		)
		.where(where)
		.$dynamic()

type Selected = Awaited<ReturnType<typeof attendingStatement>>[number]

export const timesOf = (scheduledAt: Date, minutes: number): SessionTimes => ({
	startsAt: scheduledAt.getTime(),
	endsAt: scheduledAt.getTime() + minutes * 60_000,
})

export const toAttending = ({ row, activity, scheduledAt, durationMinutes }: Selected): Attending => ({
	row,
	activity,
	session: scheduledAt && durationMinutes ? timesOf(scheduledAt, durationMinutes) : undefined,
})

/** Reads an attendance; undefined if it is not the member's. */
export async function findOwn(id: string, userId: string): Promise<Attending | undefined> {
	const [found] = await attendingStatement(and(eq(attendances.id, id), eq(attendances.userId, userId)))
	return found && toAttending(found)
}

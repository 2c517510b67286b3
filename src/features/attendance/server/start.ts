import { randomBytes } from 'node:crypto'
import { and, desc, eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { attendances } from '#db/schema/attendance.ts'
import { codesFor } from '#src/features/cle/engine/codes.ts'
import { memberZone } from '#src/features/cle/server/member-zone.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { newId } from '#src/lib/ids.ts'
import type { Context, Service } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import { networkOf } from './addresses.ts'
import { awardsOf } from './awards.ts'
import { type Bars, barsOf } from './bars.ts'
import { receivableAwards } from './gain.ts'
import { findProgramme, type Programme, type ProgrammeRef } from './programmes.ts'
import { type Attending, attendingStatement, checkInOf, findOwn, isCheckInTime, toAttending } from './rows.ts'
import { viewOf } from './view.ts'

const { errors } = contracts.startAttendance
/** How long after a session an attendance can be opened, for members who could not check in. */
const LATE_MS = 24 * 60 * 60_000

/** Finds the member's latest attendance of an activity, which is the open one if there is one. */
async function latestOf(activityId: string, userId: string): Promise<Attending | undefined> {
	const [found] = await attendingStatement(and(eq(attendances.activityId, activityId), eq(attendances.userId, userId)))
		.orderBy(desc(attendances.id))
		.limit(1)
	return found && toAttending(found)
}

const isCurrent = ({ row }: Attending) => row.state === 'open' || row.state === 'review'

/** Returns whether no board would give the member another award for an activity. */
async function hasCredit(activity: Programme['activity'], bars: Bars, userId: string, day: string) {
	const awards = awardsOf(bars, activity, day)
	return (await receivableAwards(awards, { userId, activityId: activity.id }, day)).length === 0
}

/** Returns the error if an attendance cannot be opened now; undefined if it can. */
async function refusalOf({ activity, session }: Programme, bars: Bars, userId: string, now: number) {
	if (await hasCredit(activity, bars, userId, clubDay(now))) return errors.already
	if (!session) return undefined
	if (now < session.startsAt - contracts.CHECK_IN_MINUTES * 60_000) return errors.early
	return now > session.endsAt + LATE_MS ? errors.closed : undefined
}

/** Draws the times of the codes, in milliseconds of the programme. */
function drawCodes(lengthMs: number, { verification }: Bars, seed: string) {
	const times = codesFor(Math.floor(lengthMs / 1_000), { verification }, Number.parseInt(seed.slice(0, 8), 16))
	return times.map((seconds) => ({ atMs: seconds * 1_000, enteredAt: null }))
}

/** Returns whether opening an attendance now also checks the member in. */
const isCheckIn = ({ session }: Programme, now: number) => session !== undefined && isCheckInTime(session, now)

async function open(
	programme: Programme,
	bars: Bars,
	userId: string,
	{ now, address }: { now: number; address: string },
) {
	const { activity, mode } = programme
	const seed = randomBytes(32).toString('hex')
	const lengthMs = activity.minutes * 60_000
	await db()
		.insert(attendances)
		.values({
			...{ id: newId(), userId, activityId: activity.id, mode, state: 'open', seed, lengthMs },
			...{ openedAt: new Date(now), lastBeatAt: new Date(now), maxRate: bars.verification.maxRate },
			ruleVersions: JSON.stringify(bars.versions),
			codes: JSON.stringify(mode === 'watch' ? drawCodes(lengthMs, bars, seed) : []),
			live: JSON.stringify({ codes: [], ...(isCheckIn(programme, now) && { checkedInAt: now }) }),
			openedFrom: networkOf(address),
			timeZone: await memberZone(userId),
		})
		// If two tabs do this at once, only one opens an attendance.
		.onConflictDoNothing()
}

/** Checks in to an attendance that a participant list opened, or that was opened before the session was moved. */
async function checkIn({ row }: Attending, now: number): Promise<void> {
	await db()
		.update(attendances)
		.set({ live: sql`json_set(json_remove(live, '$.signedOutAt'), '$.checkedInAt', ${now})` })
		.where(and(eq(attendances.id, row.id), eq(attendances.state, 'open')))
}

export const startAttendance: Service<typeof contracts.startAttendance> = async ({ body }, { user, clientAddress }) => {
	const now = Date.now()
	const programme = await findProgramme(body, user)
	if (!programme) throw httpError(errors.notOffered)
	const { activity } = programme
	const [latest, bars] = await Promise.all([latestOf(activity.id, user.id), barsOf(activity.id, user.id)])
	if (!latest || !isCurrent(latest)) {
		const refusal = await refusalOf(programme, bars, user.id, now)
		if (refusal) throw httpError(refusal)
		await open(programme, bars, user.id, { now, address: clientAddress })
	} else if (isCheckIn(programme, now) && checkInOf(latest) === undefined) {
		await checkIn(latest, now)
	}
	const attending = await latestOf(activity.id, user.id)
	if (!attending) throw httpError(errors.notOffered)
	return viewOf(attending, user.name, now)
}

async function offerOf(programme: Programme, bars: Bars, userId: string): Promise<contracts.FoundAttendance['offer']> {
	const refusal = await refusalOf(programme, bars, userId, Date.now())
	const { activity, mode } = programme
	const { title, minutes } = activity
	return { title, minutes, mode, accredited: bars.accredited, refusal: refusal?.[1] ?? null }
}

/** Returns whether an attendance lacks the check-in to a session that is live or upcoming. */
const lacksCheckIn = (attending: Attending, now: number) =>
	attending.row.state === 'open' &&
	attending.session !== undefined &&
	now <= attending.session.endsAt &&
	checkInOf(attending) === undefined

/** Returns the member's attendance of an activity, or the offer to start one. */
export async function findAttendanceFor(
	{ kind, id }: ProgrammeRef,
	user: Context<'member'>['user'],
): Promise<contracts.FoundAttendance> {
	const programme = await findProgramme({ kind, id }, user)
	if (!programme) return { offer: null, attendance: null }
	const { activity } = programme
	const [latest, bars] = await Promise.all([latestOf(activity.id, user.id), barsOf(activity.id, user.id)])
	return {
		offer:
			latest && isCurrent(latest) && !lacksCheckIn(latest, Date.now()) ? null : await offerOf(programme, bars, user.id),
		attendance: latest ? await viewOf(latest, user.name) : null,
	}
}

export const findAttendance: Service<typeof contracts.findAttendance> = ({ query }, { user }) =>
	findAttendanceFor(query, user)

export const getAttendance: Service<typeof contracts.getAttendance> = async ({ params }, { user }) => {
	const attending = await findOwn(params.id, user.id)
	if (!attending) throw httpError(contracts.getAttendance.errors.unknown)
	return viewOf(attending, user.name)
}

export const signOutOfSession: Service<typeof contracts.signOutOfSession> = async ({ params }, { user }) => {
	const { errors: refusals } = contracts.signOutOfSession
	const attending = await findOwn(params.id, user.id)
	if (attending?.row.mode !== 'live') throw httpError(refusals.unknown)
	const { row, session } = attending
	if (row.state !== 'open') throw httpError(refusals.over)
	if (checkInOf(attending) === undefined) throw httpError(refusals.notCheckedIn)
	// After another sign-out, the later time counts, but no later than the end of the session.
	const at = Math.min(Date.now(), session?.endsAt ?? Date.now())
	await db()
		.update(attendances)
		.set({ live: sql`json_set(live, '$.signedOutAt', ${at})` })
		.where(and(eq(attendances.id, row.id), eq(attendances.state, 'open')))
	const after = await findOwn(row.id, user.id)
	return viewOf(after ?? attending, user.name)
}

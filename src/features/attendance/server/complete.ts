import { and, eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { attendanceEvidence, attendances } from '#db/schema/attendance.ts'
import { write } from '#db/write.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { dayInZone } from '#src/lib/dates/calendar-day.ts'
import { clubZone } from '#src/lib/dates/club-day.ts'
import type { Context, Service } from '#src/platform/endpoint/handle.ts'
import { fromJson } from '#src/platform/member-data.ts'
import * as contracts from '../contract.ts'
import { networkOf } from './addresses.ts'
import { awardsOf } from './awards.ts'
import { assertOpen } from './beats.ts'
import {
	barsAsOpened,
	compose,
	creditsOf,
	type Days,
	type Issued,
	insertCertificate,
	keptUntilOf,
	openedFor,
} from './certificates/issue.ts'
import { canonicalJson, textHash } from './evidence/chain.ts'
import { freezeStatement, inTurn } from './evidence/evidence.ts'
import { canReceiveAward, receivableAwards } from './gain.ts'
import { type Progress, progressOf } from './progress.ts'
import { type Attending, findOwn, liveOf, promptsOf, reviewsOf, watchedOf } from './rows.ts'
import { viewOf } from './view.ts'

const { errors } = contracts.completeAttendance

function isSameName(typed: string, name: string): boolean {
	const plain = (text: string) => text.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
	return plain(typed) === plain(name)
}

/** Returns the time zone stored at the opening: a zone chosen later could change the cycle. */
const zoneOf = ({ row }: Attending) => row.timeZone || clubZone()

/** Returns the first and last day of a programme in the member's time zone. For a session, both are its start. */
function daysOf(attending: Attending, now: number): Days {
	const { row, session } = attending
	const startedAt = session?.startsAt ?? row.openedAt.getTime()
	const zone = zoneOf(attending)
	return { startedOn: dayInZone(startedAt, zone), completedOn: dayInZone(session?.startsAt ?? now, zone) }
}

interface Completing {
	attending: Attending
	name: string
	/** The name as typed below the affirmation. */
	typed: string
	address: string
	progress: Progress
	days: Days
	now: number
}

/** Composes the evidence: everything that was recorded for an attendance, and the affirmation. */
function evidenceOf(
	{ attending, name, typed, address, progress, days, now }: Completing,
	{ issued, ruleVersions }: { issued: readonly Issued[]; ruleVersions: Record<string, number> },
): string {
	const { row, activity, session } = attending
	const { id, kind, refId, title, minutes, minutesByCategory, format } = activity
	const live = liveOf(row)
	return canonicalJson({
		attendance: { id: row.id, mode: row.mode, openedAt: row.openedAt.getTime(), openedFrom: row.openedFrom },
		member: { id: row.userId, name },
		activity: { id, kind, refId, title, minutes, minutesByCategory, format },
		session: session ? { ...session } : null,
		completed: { at: now, from: networkOf(address), timeZone: zoneOf(attending), ...days },
		watched: {
			lengthMs: row.lengthMs,
			confirmedMs: progress.confirmedMs,
			hiddenMs: row.hiddenMs,
			spans: watchedOf(row),
		},
		maxRate: row.maxRate,
		codes: promptsOf(row),
		live: { ...live, list: live.list && { at: live.list.at } },
		// Omits the admin who decided: evidence keeps only the member's name.
		reviews: reviewsOf(row).map(({ isAccepted, reason, at }) => ({ isAccepted, reason, at })),
		affirmation: { text: contracts.affirmationOf(name), typed, at: now },
		ruleVersions,
		certificates: issued.map(({ record, json }) => ({
			...{ number: record.number, jurisdiction: record.jurisdiction.code, sha256: textHash(json) },
		})),
	})
}

/** Freezes an attendance: evidence, credits and certificates in one write, or nothing if something has changed. */
async function freeze(completing: Completing): Promise<void> {
	const { attending, days } = completing
	const { row, activity } = attending
	const day = days.completedOn
	const bars = openedFor(attending, await barsAsOpened(attending, day))
	const awards = await receivableAwards(awardsOf(bars, activity, day), row, day)
	const issued = await compose(awards, attending, completing)
	const ruleVersions = Object.fromEntries([...bars.rules].map(([code, { version }]) => [code, version]))
	const of = {
		...{ attendanceId: row.id, userId: row.userId, activityId: activity.id },
		...{ completedOn: day, keptUntil: keptUntilOf(day, bars.rules) },
	}
	const canReceiveAll = sql.join([sql`1`, ...awards.map((award) => canReceiveAward(award, row, day))], sql` and `)
	const isUnchanged = sql`exists (select 1 from ${attendances} where id = ${row.id} and state = 'open'
		and codes = ${row.codes} and live = ${row.live} and length_ms = ${row.lengthMs}) and ${canReceiveAll}`
	const json = evidenceOf(completing, { issued, ruleVersions })
	const { statement, isFrozen } = await freezeStatement({ ...of, json }, isUnchanged)
	await write({
		evidence: statement,
		certificates: issued.map((one) => insertCertificate(one, of, isFrozen)),
		credits: creditsOf(issued, attending, isFrozen),
		change: db()
			.update(attendances)
			.set({ state: 'complete', endedAt: new Date(completing.now) })
			.where(and(eq(attendances.id, row.id), eq(attendances.state, 'open'), isFrozen)),
	})
}

/** Maximum number of attempts while other nodes add to the chain. */
const ATTEMPTS = 20

type Caller = Pick<Context<'member'>, 'user' | 'clientAddress'>

async function complete(id: string, name: string, caller: Caller): Promise<contracts.Attendance> {
	const { user, clientAddress } = caller
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const attending = await findOwn(id, user.id)
		if (!attending) throw httpError(errors.unknown)
		// Completed by the previous attempt, or by an earlier call whose response was lost.
		if (attending.row.state === 'complete') return viewOf(attending, user.name)
		assertOpen(attending)
		if (!isSameName(name, user.name)) throw httpError(errors.name)
		const now = Date.now()
		const progress = progressOf(attending, now)
		if (progress.missing !== null) throw httpError([errors.missing[0], progress.missing])
		const days = daysOf(attending, now)
		await freeze({ attending, name: user.name, typed: name, address: clientAddress, progress, days, now })
	}
	throw httpError(errors.over)
}

export const completeAttendance: Service<typeof contracts.completeAttendance> = ({ params, body }, context) =>
	inTurn(() => complete(params.id, body.name, context))

export const getEvidence: Service<typeof contracts.getEvidence> = async ({ params }, { user }) => {
	const [found] = await db()
		.select()
		.from(attendanceEvidence)
		.where(and(eq(attendanceEvidence.attendanceId, params.id), eq(attendanceEvidence.userId, user.id)))
	if (!found) throw httpError(contracts.getEvidence.errors.unknown)
	return { evidence: fromJson(found.json), hash: found.hash, completedOn: found.completedOn }
}

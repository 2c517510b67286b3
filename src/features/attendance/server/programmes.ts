import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { rowExists } from '#db/rows.ts'
import { cleActivities } from '#db/schema/cle.ts'
import { coachingSessions } from '#db/schema/coaching.ts'
import { courses } from '#db/schema/courses.ts'
import { mediaUses } from '#db/schema/media.ts'
import { modules } from '#db/schema/modules.ts'
import { isOpenTo, isVisible } from '#src/features/course-access/server/visibility.ts'
import type { SignedInUser } from '#src/lib/api/auth-state.ts'
import type { ActivityRow, AttendanceRow, SessionTimes } from './rows.ts'
import { timesOf } from './rows.ts'

// The programmes that a member can attend for credit.

export interface Programme {
	activity: ActivityRow
	session: SessionTimes | undefined
	mode: AttendanceRow['mode']
}

export interface ProgrammeRef {
	kind: ActivityRow['kind']
	id: string
}

async function sessionOf(id: string): Promise<SessionTimes | undefined> {
	const [row] = await db()
		.select({ scheduledAt: coachingSessions.scheduledAt, minutes: coachingSessions.durationMinutes })
		.from(coachingSessions)
		.where(and(eq(coachingSessions.id, id), isNull(coachingSessions.cancelledAt)))
	return row && timesOf(row.scheduledAt, row.minutes)
}

/** Returns whether a member can open the course, module or recording of an activity. */
async function isOpenFor({ kind, refId }: ActivityRow, user: SignedInUser): Promise<boolean> {
	if (kind === 'course') return rowExists(courses, and(eq(courses.id, refId), isVisible(user)))
	const shows = db().select({ id: mediaUses.subjectId }).from(mediaUses)
	// A recording is open to the readers of any module that shows it.
	const ofRecording = shows.where(and(eq(mediaUses.mediaId, refId), eq(mediaUses.subjectType, 'module')))
	const isAbout = kind === 'recording' ? inArray(modules.id, ofRecording) : eq(modules.id, refId)
	const [row] = await db()
		.select({ one: sql`1` })
		.from(modules)
		.innerJoin(courses, eq(courses.id, modules.courseId))
		.where(and(isAbout, isVisible(user), isOpenTo(user)))
		.limit(1)
	return row !== undefined
}

/** Finds a programme that a member can attend for credit; undefined if it is not offered to the member. */
export async function findProgramme({ kind, id }: ProgrammeRef, user: SignedInUser): Promise<Programme | undefined> {
	const [activity] = await db()
		.select()
		.from(cleActivities)
		.where(and(eq(cleActivities.kind, kind), eq(cleActivities.refId, id), eq(cleActivities.offered, true)))
	if (!activity) return undefined
	if (kind === 'session') {
		const session = await sessionOf(id)
		return session && { activity, session, mode: 'live' }
	}
	const isSpoken = activity.spokenCodes.length > 0
	// No player reports the playback of a whole course, so it needs spoken codes.
	if (kind === 'course' && !isSpoken) return undefined
	return (await isOpenFor(activity, user))
		? { activity, session: undefined, mode: isSpoken ? 'spoken' : 'watch' }
		: undefined
}

import { and, desc, eq, isNull } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { certificates } from '#db/schema/attendance.ts'
import { type Attendance, affirmationOf } from '../contract.ts'
import { type Progress, progressOf } from './progress.ts'
import { codeOf } from './prompts.ts'
import { type Attending, checkInOf, liveOf } from './rows.ts'

const toDate = (ms: number | undefined) => (ms === undefined ? null : new Date(ms))

function liveView(attending: Attending, { proofs }: Progress): Attendance['live'] {
	const { row, activity, session } = attending
	if (row.mode !== 'live' || !session) return null
	const { checkedInAt: pressedAt, signedOutAt, listedMinutes } = liveOf(row)
	const checkedInAt = checkInOf(attending)
	return {
		startsAt: new Date(session.startsAt).toISOString(),
		endsAt: new Date(session.endsAt).toISOString(),
		checkedInAt: toDate(checkedInAt)?.toISOString() ?? null,
		isMoved: pressedAt !== undefined && checkedInAt === undefined,
		signedOutAt: toDate(checkedInAt && signedOutAt)?.toISOString() ?? null,
		hasCodes: activity.spokenCodes.length > 0,
		listedMinutes: listedMinutes ?? null,
		proofs,
	}
}

/** Returns the numbers of the valid certificates of an attendance. */
const numbersOf = async (attendanceId: string) =>
	(
		await db()
			.select({ number: certificates.number })
			.from(certificates)
			.where(and(eq(certificates.attendanceId, attendanceId), isNull(certificates.revokedAt)))
			.orderBy(desc(certificates.issuedAt))
	).map(({ number }) => number)

/** Returns an attendance as its member sees it. */
export async function viewOf(attending: Attending, name: string, now = Date.now()): Promise<Attendance> {
	const { row, activity } = attending
	const progress = progressOf(attending, now)
	const isOpen = row.state === 'open'
	const { prompt, codesEntered } = progress
	const needsCode = isOpen && prompt !== undefined
	return {
		...{ id: row.id, kind: activity.kind, refId: activity.refId, title: activity.title },
		...{ mode: row.mode, state: row.state, lengthMs: row.lengthMs, maxRate: row.maxRate },
		...{ confirmedMs: progress.confirmedMs, requiredMs: progress.requiredMs },
		...{ codesEntered, codesShown: codesEntered + Number(needsCode) },
		prompt: needsCode ? { code: codeOf(row.seed, prompt) } : null,
		...{ sequence: row.sequence, positionMs: row.positionMs },
		live: liveView(attending, progress),
		missing: isOpen ? progress.missing : null,
		affirmation: affirmationOf(name),
		certificates: row.state === 'complete' ? await numbersOf(row.id) : [],
		mayEvaluate: row.state === 'complete' && !row.isEvaluated,
	}
}

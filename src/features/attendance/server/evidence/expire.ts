import { and, inArray, lt, ne, notExists, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { attendanceEvidence, attendances, certificates, cleEvaluations } from '#db/schema/attendance.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { job } from '#src/platform/jobs/job.ts'

const AT_ONCE = 100

/** Returns the day in UTC, as the triggers of the tables have it. */
const dayOf = (now: number) => new Date(now).toISOString().slice(0, 10)

/** Empties evidence whose keeping period is over, with what was recorded for it. The hashes stay. */
async function emptyEvidence(today: string): Promise<number> {
	const due = await db()
		.select({ id: attendanceEvidence.attendanceId })
		.from(attendanceEvidence)
		.where(and(lt(attendanceEvidence.keptUntil, today), ne(attendanceEvidence.json, '')))
		.limit(AT_ONCE)
	const ids = due.map(({ id }) => id)
	if (ids.length > 0)
		await write(
			db().delete(attendances).where(inArray(attendances.id, ids)),
			db()
				.update(attendanceEvidence)
				.set({ json: '', userId: '' })
				.where(inArray(attendanceEvidence.attendanceId, ids)),
		)
	return ids.length
}

/** Deletes what need not be kept any longer. Members keep their certificates as long as they have an account. */
export async function expireRecords(signal?: AbortSignal, now = Date.now()): Promise<void> {
	const today = dayOf(now)
	while (!signal?.aborted && (await emptyEvidence(today)) === AT_ONCE);
	const hasAccount = db().select({ one: sql`1` }).from(users).where(sql`${users.id} = ${certificates.userId}`)
	await db()
		.delete(certificates)
		.where(and(lt(certificates.keptUntil, today), notExists(hasAccount)))
	await db().delete(cleEvaluations).where(lt(cleEvaluations.keptUntil, today))
}

const HOUR_MS = 60 * 60_000

export const recordsJob = job({
	name: 'attendance-records',
	every: 6 * HOUR_MS,
	feature: 'cle',
	run: (signal) => expireRecords(signal),
})

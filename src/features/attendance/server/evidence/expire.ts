import { and, inArray, lt, ne, notExists, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { attendanceEvidence, attendances, certificates, cleEvaluations } from '#db/schema/attendance.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { job } from '#src/platform/jobs/job.ts'

const BATCH_SIZE = 100

/** Returns the day in UTC, which the triggers of the tables use too. */
const dayOf = (now: number) => new Date(now).toISOString().slice(0, 10)

/** Empties evidence whose retention period is over, and deletes its attendances. The hashes stay. */
async function emptyEvidence(today: string): Promise<number> {
	const due = await db()
		.select({ id: attendanceEvidence.attendanceId })
		.from(attendanceEvidence)
		.where(and(lt(attendanceEvidence.keptUntil, today), ne(attendanceEvidence.json, '')))
		.limit(BATCH_SIZE)
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

/** Deletes records after their retention period. Members keep their certificates as long as they have an account. */
export async function expireRecords(signal?: AbortSignal, now = Date.now()): Promise<void> {
	const today = dayOf(now)
	while (!signal?.aborted && (await emptyEvidence(today)) === BATCH_SIZE);
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

import { desc, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { attendanceEvidence } from '#db/schema/attendance.ts'
import { linkHash } from './chain.ts'

/** Reads the newest link of the chain. */
async function newestLink(): Promise<{ sequence: number; hash: string }> {
	const [newest] = await db()
		.select({ sequence: attendanceEvidence.sequence, hash: attendanceEvidence.hash })
		.from(attendanceEvidence)
		.orderBy(desc(attendanceEvidence.sequence))
		.limit(1)
	return newest ?? { sequence: 0, hash: '' }
}

interface NewEvidence {
	attendanceId: string
	userId: string
	activityId: string
	completedOn: string
	keptUntil: string
	json: string
}

/**
 * Returns the statement that adds evidence to the chain, and an SQL condition that it did, for later statements. The
 * statement does nothing if another attendance was frozen since the newest link was read: then try again.
 */
export async function freezeStatement(given: NewEvidence, when: SQL) {
	const { sequence, hash: previousHash } = await newestLink()
	const hash = linkHash(previousHash, given.json)
	const isNewest = sql`(select coalesce(max(sequence), 0) from ${attendanceEvidence}) = ${sequence}`
	return {
		statement: db().run(sql`
			insert into ${attendanceEvidence}
				(sequence, attendance_id, user_id, activity_id, completed_on, kept_until, json, hash, previous_hash)
			select ${sequence + 1}, ${given.attendanceId}, ${given.userId}, ${given.activityId}, ${given.completedOn},
				${given.keptUntil}, ${given.json}, ${hash}, ${previousHash}
			where ${isNewest} and ${when}`),
		isFrozen: sql`exists (select 1 from ${attendanceEvidence} where attendance_id = ${given.attendanceId} and hash = ${hash})`,
	}
}

let turn: Promise<unknown> = Promise.resolve()

/** Runs completions of this process one after another, so that they do not compete for the end of the chain. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
	const result = turn.then(work)
	turn = result.catch(() => undefined)
	return result
}

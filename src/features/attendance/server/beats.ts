import { and, eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { attendances } from '#db/schema/attendance.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { afterBeat } from '../beats.ts'
import * as contracts from '../contract.ts'
import { progressOf } from './progress.ts'
import { type Attending, findOwn, watchedOf } from './rows.ts'
import { viewOf } from './view.ts'

const { errors } = contracts.sendBeat

/** @throws {ApiError} if the attendance is in review or over. */
export function assertOpen({ row }: Attending): void {
	if (row.state === 'review') throw httpError(errors.review)
	if (row.state !== 'open') throw httpError(errors.over)
}

/** Adds a beat to an attendance with one read and one update. If several tabs send a beat, only one update succeeds. */
export const sendBeat: Service<typeof contracts.sendBeat> = async ({ params, body }, { user }) => {
	const attending = await findOwn(params.id, user.id)
	// Reveal nothing about another member's attendance, not even that it exists.
	if (attending?.row.mode !== 'watch') throw httpError(errors.time)
	assertOpen(attending)
	const { row } = attending
	const now = Date.now()
	// No beat counts until the code is entered.
	if (progressOf(attending, now).prompt !== undefined) return viewOf(attending, user.name, now)
	const { sequence, spareMs, positionMs, lengthMs, maxRate } = row
	const clock = { sequence, spareMs, positionMs, lastBeatAt: row.lastBeatAt.getTime(), watched: watchedOf(row) }
	const next = afterBeat(clock, body, { now, lengthMs, maxRate })
	if (!next) throw httpError(errors.time)
	const changed = {
		...{ sequence: next.sequence, spareMs: next.spareMs, positionMs: next.positionMs },
		lastBeatAt: new Date(now),
		watched: JSON.stringify(next.watched),
		hiddenMs: row.hiddenMs + (body.isVisible ? 0 : body.to - body.from),
	}
	const isUnchanged = and(
		...[eq(attendances.id, row.id), eq(attendances.state, 'open'), eq(attendances.sequence, sequence)],
		// If the length of the recording has changed, the attendance is over.
		eq(attendances.lengthMs, lengthMs),
	)
	const { rowsAffected } = await db().update(attendances).set(changed).where(isUnchanged)
	if (rowsAffected === 0) throw httpError(errors.time)
	return viewOf({ ...attending, row: { ...row, ...changed } }, user.name, now)
}

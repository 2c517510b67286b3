import { and, desc, eq, inArray, lt, type SQL } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { attendances } from '#db/schema/attendance.ts'
import { users } from '#db/schema/users.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import * as contracts from '../../admin-contract.ts'
import { progressOf } from '../progress.ts'
import { type Attending, attendingStatement, promptsOf, toAttending } from '../rows.ts'
import { detailOf } from './detail.ts'

/** Selects a page of attendances, newest first. The query plan is tested. */
export const listStatement = (where: SQL | undefined, limit: number) =>
	attendingStatement(where).orderBy(desc(attendances.id)).limit(limit)

/** Reads names by account id. */
async function namesOf(ids: readonly string[]): Promise<Map<string, string>> {
	const rows = await db()
		.select({ id: users.id, name: users.name })
		.from(users)
		.where(inArray(users.id, [...ids]))
	return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns an attendance as the list shows it. */
export function rowView({ row, activity, session }: Attending, name: string): contracts.AttendanceRow {
	const { confirmedMs, codesEntered } = progressOf({ row, activity, session }, row.endedAt?.getTime() ?? Date.now())
	return {
		id: row.id,
		member: { id: row.userId, name },
		activity: { id: activity.id, kind: activity.kind, title: activity.title },
		...{ mode: row.mode, state: row.state, lengthMs: row.lengthMs, confirmedMs, codesEntered },
		...{
			openedAt: row.openedAt.toISOString(),
			endedAt: row.endedAt?.toISOString() ?? null,
			wrongTries: row.wrongTries,
		},
		codesTotal: row.mode === 'watch' ? promptsOf(row).length : activity.spokenCodes.length,
	}
}

export const listAttendances: Service<typeof contracts.listAttendances> = async ({ query }, context) => {
	const [after] = openCursor(query.cursor, 'id') ?? []
	const filter = and(
		query.state && eq(attendances.state, query.state),
		query.activity === undefined ? undefined : eq(attendances.activityId, query.activity),
	)
	const [rows, total] = await Promise.all([
		listStatement(and(filter, after === undefined ? undefined : lt(attendances.id, after)), query.limit + 1),
		db().$count(attendances, filter),
	])
	const shown = page(context, contracts.listAttendances, { query }, rows.map(toAttending), {
		total,
		cursorOf: ({ row }) => [row.id],
	})
	const names = await namesOf([...new Set(shown.map(({ row }) => row.userId))])
	return shown.map((attending) => rowView(attending, names.get(attending.row.userId) ?? ''))
}

/** Reads an attendance of any member. */
export async function findAny(id: string): Promise<(Attending & { name: string }) | undefined> {
	const [found] = await attendingStatement(eq(attendances.id, id))
	if (!found) return undefined
	return { ...toAttending(found), name: (await namesOf([found.row.userId])).get(found.row.userId) ?? '' }
}

/** Reads an attendance with everything that was recorded for it. */
export async function findDetail(id: string): Promise<contracts.AttendanceDetail | undefined> {
	const attending = await findAny(id)
	return attending && { ...rowView(attending, attending.name), ...(await detailOf(attending)) }
}

/** @throws {ApiError} 404 */
export async function readDetail(id: string): Promise<contracts.AttendanceDetail> {
	const detail = await findDetail(id)
	if (!detail) throw httpError(contracts.getAttendanceDetail.errors.unknown)
	return detail
}

export const getAttendanceDetail: Service<typeof contracts.getAttendanceDetail> = ({ params }) => readDetail(params.id)

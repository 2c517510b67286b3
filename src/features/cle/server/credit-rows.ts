import { and, desc, inArray, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { cleCredits } from '#db/schema/cle.ts'
import { media } from '#db/schema/media.ts'
import { isOwnFile } from '#src/features/media/server/own-files.ts'
import { newId } from '#src/lib/ids.ts'
import { NOT_ACCREDITED, SELF_REPORTED } from '../cle-text.ts'
import { type Credit, certificateUrl } from '../contract.ts'
import { cycleOfDay } from '../engine/cycles.ts'
import type { CreditFacts, Cycle } from '../engine/types.ts'

/** SQL condition on a row of `cle_credits`: no other row voids it, and it voids no other row. */
export const counts = sql`${cleCredits}.voids_id is null
	and not exists (select 1 from ${cleCredits} as void where void.voids_id = ${cleCredits}.id)`

export type CreditRow = typeof cleCredits.$inferSelect

/** Returns the rows of admissions, newest date first, including rows that void others. */
export const rowsOf = (admissionIds: readonly string[]): Promise<CreditRow[]> =>
	db()
		.select()
		.from(cleCredits)
		.where(inArray(cleCredits.admissionId, [...admissionIds]))
		.orderBy(desc(cleCredits.date), desc(cleCredits.id))

/** Splits rows into credits and the rows that void them, by the id of the voided credit. */
export function splitVoids(rows: readonly CreditRow[]): { credits: CreditRow[]; voids: Map<string, CreditRow> } {
	const voids = new Map(rows.flatMap((row) => (row.voidsId === null ? [] : [[row.voidsId, row]])))
	return { credits: rows.filter(({ voidsId }) => voidsId === null), voids }
}

/** Fields of a credit that judging a cycle needs. */
export type CountingRow = Pick<
	CreditRow,
	'id' | 'admissionId' | 'cycleFrom' | 'source' | 'activityId' | 'date' | 'format' | 'credits'
>

/** Returns the credits of admissions, without voided ones. Selects one JSON cell, since the driver is slow per cell. */
export async function countingRows(admissionIds: readonly string[]): Promise<CountingRow[]> {
	const [found] = await db().all<{ rows: string }>(sql`
		select json_group_array(json_object('id', id, 'admissionId', admission_id, 'cycleFrom', cycle_from,
			'source', source, 'activityId', activity_id, 'date', date, 'format', format, 'credits', json(credits))) as rows
		from ${cleCredits} where ${inArray(cleCredits.admissionId, [...admissionIds])} and ${counts}`)
	return JSON.parse(found?.rows ?? '[]') as CountingRow[]
}

/** Returns the cycle in which a credit counts: the cycle it was moved to, or the one that contains its date. */
export function cycleOf({ cycleFrom, date }: Pick<CreditRow, 'cycleFrom' | 'date'>, cycles: readonly Cycle[]) {
	if (cycleFrom === null) return cycleOfDay(cycles, date)
	// Compares with the days under the rules: if a corrected birthday moves the cycle, the credit moves along.
	return cycles.findLast((cycle) => cycle.cycleFrom <= cycleFrom && cycleFrom <= cycle.due)
}

/** Returns whether a credit came from an earlier cycle. */
export const isCarried = ({ source, date }: Pick<CreditRow, 'source' | 'date'>, cycle: Cycle): boolean =>
	source === 'carry' || date < cycle.from

export const totalOf = (credits: Readonly<Record<string, number>>): number =>
	Object.values(credits).reduce((sum, each) => sum + each, 0)

/** Converts a credit to the engine's input. */
export const toFacts = (row: CountingRow, cycle: Cycle): CreditFacts => ({
	...{ id: row.id, date: row.date, format: row.format, credits: row.credits },
	age: isCarried(row, cycle) ? 1 : 0,
})

export type Files = ReadonlyMap<string, { name: string; href: string }>

/** Returns the names and URLs of a member's uploaded certificates. */
export async function filesOf(rows: readonly CreditRow[], userId: string): Promise<Files> {
	const ids = rows.flatMap(({ mediaId }) => mediaId ?? [])
	if (ids.length === 0) return new Map()
	const found = await db()
		.select({ id: media.id, name: media.name })
		.from(media)
		.where(and(inArray(media.id, ids), isOwnFile(userId)))
	return new Map(found.map(({ id, name }) => [id, { name, href: certificateUrl(id) }]))
}

/** Returns the label of a credit: its accreditation, or a note that it has none. */
export function labelOf({ source, accreditation }: Pick<CreditRow, 'source' | 'accreditation'>): string {
	if (accreditation !== null) return `Accredited: ${accreditation}`
	return source === 'ours' ? NOT_ACCREDITED : SELF_REPORTED
}

/** Returns a credit as its member sees it. */
export function toCredit(
	row: CreditRow,
	cycles: readonly Cycle[],
	files: Files,
	voidRow: CreditRow | undefined,
): Credit {
	const cycle = cycleOf(row, cycles)
	return {
		...{ id: row.id, admissionId: row.admissionId, source: row.source, activityId: row.activityId },
		...{ title: row.title, provider: row.provider, date: row.date, minutes: row.minutes, format: row.format },
		...{ credits: row.credits, approval: row.approval, certificateNumber: row.certificateNumber },
		cycleFrom: cycle?.cycleFrom ?? null,
		isMoved: row.cycleFrom !== null && row.source !== 'carry',
		total: totalOf(row.credits),
		label: labelOf(row),
		file: (row.mediaId === null ? undefined : files.get(row.mediaId)) ?? null,
		voided: voidRow ? { reason: voidRow.reason, at: voidRow.createdAt.toISOString() } : null,
	}
}

/** Returns the statement that inserts a row if a condition holds. */
export function insertWhen(row: Omit<CreditRow, 'createdAt'>, when: SQL) {
	const values = [
		...[row.id, row.admissionId, row.userId, row.cycleFrom, row.source, row.activityId, row.title, row.provider],
		...[row.date, row.minutes, row.format, JSON.stringify(row.credits), row.approval, row.accreditation],
		...[row.certificateNumber, row.mediaId, row.voidsId, row.reason, Date.now()],
	]
	return db().run(sql`
		insert into ${cleCredits} (id, admission_id, user_id, cycle_from, source, activity_id, title, provider, date,
			minutes, format, credits, approval, accreditation, certificate_number, media_id, voids_id, reason, created_at)
		select ${sql.join(
			values.map((value) => sql`${value}`),
			sql`, `,
		)} where ${when}`)
}

/** Returns the row that voids another one. */
export const voidOf = (row: CreditRow, reason: string): Omit<CreditRow, 'createdAt'> => ({
	...row,
	id: newId(),
	credits: {},
	mediaId: null,
	voidsId: row.id,
	reason,
})

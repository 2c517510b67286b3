import { and, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { hasRow } from '#db/rows.ts'
import { certificates, cleUploads } from '#db/schema/attendance.ts'
import { cleActivities } from '#db/schema/cle.ts'
import { write } from '#db/write.ts'
import { readRules } from '#src/features/cle/server/rules.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { addDays } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../../admin-contract.ts'
import { actions } from '../audit-actions.ts'
import { rulesOf } from '../bars.ts'

/** Reads the jurisdictions that require the provider to upload attendances, with the duty. */
async function readDuties() {
	const rules = await rulesOf([...(await readRules()).keys()], clubDay())
	return new Map(
		[...rules].flatMap(([code, { name, providerDuties }]) => {
			const duty = providerDuties.find(({ kind }) => kind === 'upload')
			return duty ? [[code, { name, withinDays: duty.withinDays, text: duty.text }] as const] : []
		}),
	)
}

/** Selects the days with accredited attendances in these jurisdictions, and the finished uploads. */
const daysStatement = (jurisdictions: readonly string[]) =>
	db()
		.select({
			jurisdiction: certificates.jurisdiction,
			activityId: certificates.activityId,
			title: sql<string>`coalesce(${cleActivities.title}, max(${certificates.json} ->> '$.activity.title'))`,
			day: certificates.completedOn,
			attendees: sql<number>`count(distinct ${certificates.attendanceId})`,
			doneAt: cleUploads.doneAt,
			doneBy: cleUploads.doneBy,
		})
		.from(certificates)
		.leftJoin(cleActivities, eq(cleActivities.id, certificates.activityId))
		.leftJoin(
			cleUploads,
			and(
				eq(cleUploads.jurisdiction, certificates.jurisdiction),
				eq(cleUploads.activityId, certificates.activityId),
				eq(cleUploads.day, certificates.completedOn),
			),
		)
		.where(
			and(
				inArray(certificates.jurisdiction, [...jurisdictions]),
				isNull(certificates.revokedAt),
				// Boards require uploads only for accredited activities.
				sql`${certificates.json} ->> '$.paper' <> 'record'`,
			),
		)
		.groupBy(certificates.jurisdiction, certificates.completedOn, certificates.activityId)

/** Reads the uploads that boards require from the provider. */
export async function readUploads(): Promise<contracts.Upload[]> {
	const duties = await readDuties()
	const rows = await daysStatement([...duties.keys()])
	const uploads = rows.map(({ activityId, title, ...row }) => {
		const duty = duties.get(row.jurisdiction)
		return {
			...row,
			jurisdictionName: duty?.name ?? row.jurisdiction,
			activity: { id: activityId, title },
			dueOn: addDays(row.day, duty?.withinDays ?? 0),
			text: duty?.text ?? '',
			doneAt: row.doneAt?.toISOString() ?? null,
		}
	})
	// Open uploads first, starting with the most urgent; then finished uploads, starting with the newest.
	return uploads.toSorted((one, other) => {
		const [isDone, isOtherDone] = [one.doneAt !== null, other.doneAt !== null]
		if (isDone !== isOtherDone) return isDone ? 1 : -1
		return (isDone ? -1 : 1) * one.dueOn.localeCompare(other.dueOn)
	})
}

export const listUploads: Service<typeof contracts.listUploads> = () => readUploads()

export const markUpload: Service<typeof contracts.markUpload> = async ({ body }, { user }) => {
	const { jurisdiction, activityId, day, isDone } = body
	const found = (await readUploads()).find(
		(one) => one.jurisdiction === jurisdiction && one.activity.id === activityId && one.day === day,
	)
	if (!found) throw httpError(contracts.markUpload.errors.none)
	const key = and(
		...[eq(cleUploads.jurisdiction, jurisdiction), eq(cleUploads.activityId, activityId), eq(cleUploads.day, day)],
	)
	const isMarked = hasRow(cleUploads, key)
	const entry = {
		actor: user,
		action: actions[isDone ? 'upload.done' : 'upload.undone'],
		subject: { type: 'activity', id: activityId, name: found.activity.title },
		detail: { jurisdiction, day },
	}
	await write(
		recordAudit(entry, isDone ? not(isMarked) : isMarked),
		isDone
			? db()
					.insert(cleUploads)
					.values({ jurisdiction, activityId, day, doneAt: new Date(), doneBy: user.name })
					.onConflictDoNothing()
			: db().delete(cleUploads).where(key),
	)
	return readUploads()
}

import { eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { attendances, certificates, cleUploads } from '#db/schema/attendance.ts'
import { cleRules } from '#db/schema/cle.ts'
import { addDays } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'

/** Days for which a missed upload counts as open work. The list of uploads shows it forever. */
const UPLOAD_DAYS = 365

/** Counts the missing uploads: the activities and days that a board requires the provider to upload. */
async function countUploads(): Promise<number> {
	const requiring = sql`select jurisdiction from ${cleRules}, json_each(${cleRules.json}, '$.providerDuties') as duty
		where duty.value ->> '$.kind' = 'upload'`
	const [row] = await db().all<{ count: number }>(sql`
		select count(*) as count from (
			select 1 from ${certificates}
			where ${certificates.jurisdiction} in (${requiring})
				and ${certificates.completedOn} >= ${addDays(clubDay(), -UPLOAD_DAYS)}
				and ${certificates.revokedAt} is null
				and not exists (
					select 1 from ${cleUploads} where ${cleUploads.jurisdiction} = ${certificates.jurisdiction}
						and ${cleUploads.activityId} = ${certificates.activityId} and ${cleUploads.day} = ${certificates.completedOn})
				and ${certificates.json} ->> '$.paper' <> 'record'
			group by ${certificates.jurisdiction}, ${certificates.completedOn}, ${certificates.activityId})`)
	return row?.count ?? 0
}

/** Counts the open work of admins: attendances to decide and missing uploads. Runs on every admin screen. */
export async function countAttendanceWork(): Promise<number> {
	const [reviews, uploads] = await Promise.all([
		db().$count(attendances, eq(attendances.state, 'review')),
		countUploads(),
	])
	return reviews + uploads
}

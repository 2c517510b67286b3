import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { cleAccreditations, cleActivities, cleCredits } from '#db/schema/cle.ts'
import type { Accreditation, Activity } from '../admin-contract.ts'
import { counts } from './credit-rows.ts'

export const toAccreditation = ({ createdAt: _, ...row }: typeof cleAccreditations.$inferSelect): Accreditation => row

const given = sql<number>`(select count(*) from ${cleCredits}
	where ${cleCredits.activityId} = ${sql.raw('"cle_activities"."id"')} and ${counts})`

/** Returns activities with their accreditations, sorted by title. */
export async function activitiesWhere(where?: SQL): Promise<Activity[]> {
	const rows = await db()
		.select({ row: cleActivities, given })
		.from(cleActivities)
		.where(where)
		.orderBy(asc(cleActivities.title), asc(cleActivities.id))
	const accreditations = await db()
		.select()
		.from(cleAccreditations)
		.where(
			inArray(
				cleAccreditations.activityId,
				rows.map(({ row }) => row.id),
			),
		)
		.orderBy(asc(cleAccreditations.jurisdiction), asc(cleAccreditations.id))
	return rows.map(({ row: { createdAt: _, ...row }, given: count }) => ({
		...row,
		given: count,
		accreditations: accreditations.filter(({ activityId }) => activityId === row.id).map(toAccreditation),
	}))
}

export async function readActivity(id: string): Promise<Activity | undefined> {
	const [found] = await activitiesWhere(eq(cleActivities.id, id))
	return found
}

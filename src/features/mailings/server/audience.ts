import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { enrollments } from '#db/schema/courses.ts'
import { memberStatus, users } from '#db/schema/users.ts'
import { getsMails, wantsMails } from '#src/features/notifications/server/compose.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { type UnseenDays, unseenBefore } from '#src/lib/lists/unseen.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import type { AudienceName } from '../contract.ts'
import * as contracts from '../contract.ts'

/** Members per statement: few enough not to delay requests. */
const SLICE = 200

export interface Audience {
	audience: AudienceName
	courseId: string | null
}

/** SQL for the next accounts of an audience in index order, as `user_id`. */
function slice({ audience, courseId }: Audience, after: string, limit: number): SQL {
	const inOrder = sql`and id > ${after} order by id limit ${limit}`
	if (audience === 'invited')
		return sql`select id as user_id from ${users} where ${memberStatus} = 'invited' ${inOrder}`
	if (audience !== 'course') return sql`select id as user_id from ${users} where status = 'active' ${inOrder}`
	return sql`select user_id from ${enrollments}
		where course_id = ${courseId} and user_id > ${after} order by user_id limit ${limit}`
}

/** SQL condition: the person may get the email, as a member or, for `invited`, as an invited person. */
export const isRecipient = ({ audience }: Pick<Audience, 'audience'>, of: SQL): SQL =>
	audience === 'invited' ? sql`(+${of}.status = 'inactive' and ${of}.invited_at is not null)` : getsMails(of)

/** SQL condition for the unseen audiences: members not seen in the period who joined before it. Excludes admins. */
function matches({ audience }: Audience): SQL {
	if (!audience.startsWith('unseen')) return sql`true`
	const before = unseenBefore(audience.slice('unseen'.length) as UnseenDays)
	return sql`u.role = 'user' and +u.last_seen_at < ${before} and u.created_at < ${before}`
}

/** Query for the recipients within a batch (`user_id`); the query plan is tested. */
export const recipientsQuery = (audience: Audience, after: string, limit = SLICE): SQL =>
	// A cross join keeps the order: SQLite reads the batch first instead of all active users.
	sql`select u.id as user_id from (${slice(audience, after, limit)}) s cross join ${users} u
		where u.id = s.user_id and ${isRecipient(audience, sql`u`)} and ${matches(audience)} and ${wantsMails(sql`u.id`, 'news')}`

/** SQL for the end of a batch, as a row with `after`; null for the last batch. */
export const endOf = (audience: Audience, after: string, limit = SLICE): SQL =>
	sql`select case when count(*) = ${limit} then max(user_id) end as after from (${slice(audience, after, limit)})`

/** Counts current recipients and unsubscribed members: about ten milliseconds for 10,000 members. */
export async function countRecipients(audience: Audience): Promise<{ count: number; unsubscribed: number }> {
	const [row] = await db().all<{ active: number; wanted: number }>(sql`
		select count(*) as active, coalesce(sum(${wantsMails(sql`u.id`, 'news')}), 0) as wanted
		from (${slice(audience, '', -1)}) s cross join ${users} u
		where u.id = s.user_id and ${isRecipient(audience, sql`u`)} and ${matches(audience)}`)
	const { active = 0, wanted = 0 } = row ?? {}
	return { count: wanted, unsubscribed: active - wanted }
}

export const countAudience: Service<typeof contracts.countAudience> = async ({ query }) => {
	const { audience, courseId = null } = query
	if (audience === 'course' && !courseId) throw httpError(contracts.countAudience.errors.noCourse)
	return countRecipients({ audience, courseId })
}

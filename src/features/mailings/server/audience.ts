import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { type UnseenDays, unseenBefore } from '#src/lib/lists/unseen.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import type { AudienceName } from '../contract.ts'
import * as contracts from '../contract.ts'

/** Members whom one statement looks at: few enough that no request waits for it. */
export const SLICE = 200

/** Whom a mail goes to. */
export interface Audience {
	audience: AudienceName
	courseId: string | null
}

/** The next accounts of an audience in the order of an index, as `user_id`. */
function slice({ audience, courseId }: Audience, after: string, limit: number): SQL {
	if (audience !== 'course')
		return sql`select id as user_id from users where status = 'active' and id > ${after} order by id limit ${limit}`
	return sql`select user_id from enrollments
		where course_id = ${courseId} and user_id > ${after} order by user_id limit ${limit}`
}

/** What is asked of the members of a slice besides: that they were not seen, and were there to be. Admins are none. */
function isMeant({ audience }: Audience): SQL {
	if (!audience.startsWith('unseen')) return sql`true`
	const before = unseenBefore(audience.slice('unseen'.length) as UnseenDays)
	return sql`u.role = 'user' and +u.last_seen_at < ${before} and u.created_at < ${before}`
}

/** Whether a member wants news; `id` is an SQL expression of theirs. */
export const wantsNews = (id: SQL) =>
	sql`coalesce((select news from notification_preferences where user_id = ${id}), 1) = 1`

/** The query of those of a slice who get a mail (`user_id`); its query plan is tested. */
export const recipientsQuery = (audience: Audience, after: string, limit = SLICE): SQL =>
	// A cross join keeps the order: the slice first, and never all who are active.
	sql`select u.id as user_id from (${slice(audience, after, limit)}) s cross join users u
		where u.id = s.user_id and +u.status = 'active' and ${isMeant(audience)} and ${wantsNews(sql`u.id`)}`

/** Where a slice ends, as a row with `after`; null where it was the last. */
export const endOf = (audience: Audience, after: string, limit = SLICE): SQL =>
	sql`select case when count(*) = ${limit} then max(user_id) end as after from (${slice(audience, after, limit)})`

/** So many are counted by one statement: about a millisecond. */
const COUNTED = 1_000

/** The statement that counts a slice; its query plan is tested. */
export const countStatement = (audience: Audience, after: string) =>
	db().all<{ active: number; wanted: number; after: string | null }>(sql`
		select count(u.id) as active, coalesce(sum(u.id is not null and ${wantsNews(sql`u.id`)}), 0) as wanted,
			case when count(*) = ${COUNTED} then max(s.user_id) end as after
		from (${slice(audience, after, COUNTED)}) s left join users u on u.id = s.user_id and +u.status = 'active' and ${isMeant(audience)}`)

/** How many get a mail now, and how many of its audience want none. Others are answered in between. */
export async function countRecipients(audience: Audience): Promise<{ count: number; unsubscribed: number }> {
	const counted = { count: 0, unsubscribed: 0 }
	for (let after: string | null = ''; after !== null; ) {
		const [row]: Awaited<ReturnType<typeof countStatement>> = await countStatement(audience, after)
		counted.count += row?.wanted ?? 0
		counted.unsubscribed += (row?.active ?? 0) - (row?.wanted ?? 0)
		after = row?.after ?? null
		await new Promise((resolve) => setImmediate(resolve))
	}
	return counted
}

export const countAudience: Service<typeof contracts.countAudience> = async ({ query }) => {
	const { audience, courseId = null } = query
	if (audience === 'course' && !courseId) throw httpError(contracts.countAudience.errors.noCourse)
	return countRecipients({ audience, courseId })
}

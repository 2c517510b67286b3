import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses, enrollments } from '#db/schema/courses.ts'
import { moduleProgress, modules } from '#db/schema/modules.ts'
import { users } from '#db/schema/users.ts'
import { type UnseenDays, unseenBefore } from '#src/lib/lists/unseen.ts'
import { csvFile, csvLine } from '#src/platform/csv.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import * as contracts from '../inactive-contract.ts'
import { type InactiveMember, MAX_INACTIVE } from '../inactive-contract.ts'

const BATCH_SIZE = 200

interface Filters {
	days: UnseenDays
	order?: 'asc' | 'desc' | undefined
}

/** Condition for inactive members. A member who joined within this period does not count as inactive. */
const isInactive = (days: UnseenDays) => {
	const before = unseenBefore(days)
	return sql`${users.role} = 'user' and ${users.status} = 'active'
		and ${users.lastSeenAt} < ${before} and ${users.createdAt} < ${before}`
}

/** Selects members not seen for a while, ordered by last seen; uses `users_by_role_status_last_seen`. */
const inactiveStatement = (
	{ days, order = 'asc' }: Filters,
	after: readonly [number, string] | undefined,
	limit: number,
) => {
	const [sign, direction] = order === 'asc' ? ['>', 'asc'] : ['<', 'desc']
	const from = after ? sql`and (${users.lastSeenAt}, ${users.id}) ${sql.raw(sign)} (${after[0]}, ${after[1]})` : sql``
	return db().all<{ id: string; name: string; email: string; joined: number; seen: number }>(sql`
		select ${users.id} as id, ${users.name} as name, ${users.email} as email, ${users.createdAt} as joined,
			${users.lastSeenAt} as seen
		from ${users} where ${isInactive(days)} ${from}
		order by ${users.lastSeenAt} ${sql.raw(direction)}, ${users.id} ${sql.raw(direction)} limit ${limit}`)
}

async function countInactive(days: UnseenDays): Promise<number> {
	const [row] = await db().all<{ count: number }>(
		sql`select count(*) as count from (select 1 from ${users} where ${isInactive(days)} limit ${MAX_INACTIVE})`,
	)
	return row?.count ?? 0
}

/** Selects published courses that these members have not completed. The check stops at the first incomplete module. */
const inProgressStatement = (ids: readonly string[]) =>
	db().all<{ userId: string; id: string; title: string }>(sql`
		select e.user_id as userId, c.id as id, c.title as title
		from json_each(${JSON.stringify(ids)}) as listed
			cross join ${enrollments} as e on e.user_id = listed.value
			cross join ${courses} as c on c.id = e.course_id
		where c.is_published = 1 and exists (select 1 from ${modules} as m where m.course_id = c.id and not exists (
			select 1 from ${moduleProgress} as p where p.user_id = e.user_id and p.module_id = m.id and p.is_completed = 1))`)

async function withCourses(rows: Awaited<ReturnType<typeof inactiveStatement>>): Promise<InactiveMember[]> {
	const courseRows = rows.length === 0 ? [] : await inProgressStatement(rows.map(({ id }) => id))
	const byMember = Map.groupBy(courseRows, ({ userId }) => userId)
	return rows.map(({ id, name, email, joined, seen }) => ({
		...{ id, name, email },
		joinedAt: new Date(joined).toISOString(),
		lastSeenAt: seen === 0 ? null : new Date(seen).toISOString(),
		inProgress: (byMember.get(id) ?? []).map((course) => ({ id: course.id, title: course.title })),
	}))
}

export const listInactiveMembers: Service<typeof contracts.listInactiveMembers> = async ({ query }, context) => {
	const { limit, cursor, days } = query
	const [rows, total] = await Promise.all([
		inactiveStatement(query, openCursor(cursor, 'number', 'id'), limit + 1),
		countInactive(days),
	])
	const pageRows = page(context, contracts.listInactiveMembers, { query }, rows, {
		total,
		cursorOf: ({ seen, id }) => [seen, id],
	})
	return withCourses(pageRows)
}

export const exportInactiveMembers: Service<typeof contracts.exportInactiveMembers> = async ({ query }, context) => {
	const lines = [csvLine(['Name', 'Email', 'Joined', 'Last seen', 'Courses in progress'])]
	for (let after: readonly [number, string] | undefined; ; ) {
		const rows = await inactiveStatement(query, after, BATCH_SIZE)
		for (const { name, email, joinedAt, lastSeenAt, inProgress } of await withCourses(rows))
			lines.push(csvLine([name, email, joinedAt, lastSeenAt, inProgress.map(({ title }) => title).join('; ')]))
		const last = rows.at(-1)
		if (!last || rows.length < BATCH_SIZE) break
		after = [last.seen, last.id]
		// Yield to other requests.
		await setImmediate()
	}
	return csvFile(context, `not-seen-for-${query.days}-days`, lines)
}

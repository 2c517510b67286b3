import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses, enrollments } from '#db/schema/courses.ts'
import { moduleProgress, modules } from '#db/schema/modules.ts'
import { USER_SEARCH, userSearchRows, users } from '#db/schema/users.ts'
import { COURSE_NOT_FOUND } from '#src/features/modules/contract.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import { typedConditions } from '#src/platform/joined-words.ts'
import * as contracts from '../workspace-contract.ts'
import { MAX_COUNTED } from '../workspace-contract.ts'

const index = sql.raw(USER_SEARCH)

/** Maximum number of search hits to check, newest accounts first. */
const MAX_HITS = 1_000

/** Returns the query for the member index: each word must be a prefix of a word in name, username or email. */
function matchQuery(typed: string | undefined): string | undefined {
	const words = typedConditions(typed ?? '', (word) => `"${word}"*`)
	return words.length > 0 ? `{name username email}:(${words.join(' AND ')})` : undefined
}

/** Returns the condition for members who match the search. A search with only punctuation matches no member. */
function matchesSearch(typed: string | undefined): SQL | undefined {
	if (typed === undefined || typed.trim() === '') return undefined
	const match = matchQuery(typed)
	if (match === undefined) return sql`0`
	return sql`${enrollments.userId} in (select user_id from ${userSearchRows} where row in
		(select rowid from ${index} where ${index} match ${match} order by rowid desc limit ${MAX_HITS}))`
}

const completed = sql<number>`(select count(*) from ${modules} cross join ${moduleProgress}
	where ${modules}."course_id" = ${enrollments}."course_id" and ${moduleProgress}."module_id" = ${modules}."id"
		and ${moduleProgress}."user_id" = ${enrollments}."user_id" and ${moduleProgress}."is_completed" = 1)`

async function countMembers(where: SQL | undefined): Promise<number> {
	const counted = db()
		.select({ one: sql`1`.as('one') })
		.from(enrollments)
		.where(where)
		.limit(MAX_COUNTED)
		.as('ranked')
	const [row] = await db().select({ count: sql<number>`count(*)` }).from(counted)
	return row?.count ?? 0
}

export const listCourseMembers: Service<typeof contracts.listCourseMembers> = async ({ params, query }, context) => {
	const [course] = await db()
		.select({ total: sql<number>`(select count(*) from ${modules} where ${modules}."course_id" = ${courses}."id")` })
		.from(courses)
		.where(eq(courses.id, params.id))
	if (!course) throw httpError(COURSE_NOT_FOUND)
	const after = openCursor(query.cursor, 'number', 'id')
	const isMatch = and(eq(enrollments.courseId, params.id), matchesSearch(query.search))
	const rows = await db()
		.select({
			id: users.id,
			name: users.name,
			email: users.email,
			status: users.status,
			enrolledAt: enrollments.createdAt,
			lastSeenAt: users.lastSeenAt,
			completed,
		})
		.from(enrollments)
		.innerJoin(users, eq(users.id, enrollments.userId))
		.where(and(isMatch, after && sql`(${enrollments.createdAt}, ${enrollments.userId}) < (${after[0]}, ${after[1]})`))
		.orderBy(desc(enrollments.createdAt), desc(enrollments.userId))
		.limit(query.limit + 1)
	const rowsOfPage = page(context, contracts.listCourseMembers, { params, query }, rows, {
		total: await countMembers(isMatch),
		cursorOf: ({ enrolledAt, id }) => [enrolledAt.getTime(), id],
	})
	return rowsOfPage.map(({ status, enrolledAt, lastSeenAt, ...row }) => ({
		...row,
		total: course.total,
		isActive: status === 'active',
		enrolledAt: enrolledAt.toISOString(),
		lastSeenAt: lastSeenAt.getTime() === 0 ? null : lastSeenAt.toISOString(),
	}))
}

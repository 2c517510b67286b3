import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { USER_SEARCH, type UserRow, userCounts, userSearchRows, users } from '#db/schema/users.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import { typedConditions } from '#src/platform/joined-words.ts'
import * as contracts from '../contract.ts'
import { MAX_COUNTED, type UserFilters, type UserOrder } from '../contract.ts'

const index = sql.raw(USER_SEARCH)

const byFilters = ({ role, status }: UserFilters) =>
	and(role ? sql`${users.role} = ${role}` : undefined, status ? sql`${users.status} = ${status}` : undefined)

/** Cursor: an id, or a last-seen time with an id if the list is sorted by that. */
type After = readonly [string] | readonly [number, string]

const isAscending = ({ order }: UserOrder) => order === 'asc'

function isAfter(after: After | undefined, by: UserOrder) {
	if (!after) return undefined
	const sign = sql.raw(isAscending(by) ? '>' : '<')
	if (after.length === 1) return sql`${users.id} ${sign} ${after[0]}`
	return sql`(${users.lastSeenAt}, ${users.id}) ${sign} (${after[0]}, ${after[1]})`
}

const orderOf = (by: UserOrder) => {
	const ordered = isAscending(by) ? asc : desc
	return by.sort === 'seen' ? [ordered(users.lastSeenAt), ordered(users.id)] : [ordered(users.id)]
}

/** Returns the statement of a page of accounts. Each filter has an index for each order. */
export const usersStatement = (filters: UserFilters, after: After | undefined, limit: number, by: UserOrder = {}) =>
	db()
		.select()
		.from(users)
		.where(and(byFilters(filters), isAfter(after, by)))
		.orderBy(...orderOf(by))
		.limit(limit)

/** Counts accounts from the few counter rows that triggers update. */
export async function countByFilters({ role, status }: UserFilters): Promise<number> {
	const rows = await db().select().from(userCounts)
	return rows
		.filter((row) => (!role || row.role === role) && (!status || row.status === status))
		.reduce((sum, row) => sum + row.count, 0)
}

/**
 * Converts the search to an FTS5 query: every word is a prefix of a word of name, username or address.
 * Undefined without a word.
 */
export function matchOf({ search, role, status }: UserFilters): string | undefined {
	const words = typedConditions(search ?? '', (word) => `"${word}"*`)
	if (words.length === 0) return undefined
	const facets = [role, status].flatMap((value) => (value ? [`facets:is${value}`] : []))
	return [`{name username email}:(${words.join(' AND ')})`, ...facets].join(' AND ')
}

const searchQuery = (match: string, after: number | undefined, limit: number, by: UserOrder) => {
	const [sign, direction] = isAscending(by) ? ['>', 'asc'] : ['<', 'desc']
	const from = after === undefined ? sql`` : sql`and rowid ${sql.raw(sign)} ${after}`
	return sql`select rowid as row from ${index} where ${index} match ${match} ${from}
		order by rowid ${sql.raw(direction)} limit ${limit}`
}

/** Searches in order of joining, which is the order of the index. */
async function searchByJoined(match: string, after: number | undefined, limit: number, by: UserOrder) {
	const hits = await db().all<{ row: number }>(searchQuery(match, after, limit, by))
	const unordered = await db()
		.select({ row: userSearchRows.row, user: users })
		.from(userSearchRows)
		.innerJoin(users, eq(users.id, userSearchRows.userId))
		.where(
			inArray(
				userSearchRows.row,
				hits.map((hit) => hit.row),
			),
		)
	return unordered.sort((a, b) => (isAscending(by) ? a.row - b.row : b.row - a.row))
}

/** Searches in last-seen order, only among the newest `MAX_COUNTED` matches, like the count. */
const searchBySeen = (match: string, after: After | undefined, limit: number, by: UserOrder) =>
	db()
		.select()
		.from(users)
		.where(
			and(
				sql`${users.id} in (select user_id from ${userSearchRows} where row in
					(select rowid from ${index} where ${index} match ${match} order by rowid desc limit ${MAX_COUNTED}))`,
				isAfter(after, by),
			),
		)
		.orderBy(...orderOf(by))
		.limit(limit)

/** Finds accounts whose name, username or address has words starting with all of these, newest first. */
export async function findUsers(typed: string, limit: number) {
	const match = matchOf({ search: typed })
	return match ? (await searchByJoined(match, undefined, limit, {})).map(({ user }) => user) : []
}

async function countHits(match: string): Promise<number> {
	const [row] = await db().all<{ hits: number }>(
		sql`select count(*) as hits from (select 1 from ${index} where ${index} match ${match} limit ${MAX_COUNTED})`,
	)
	return row?.hits ?? 0
}

export const listUsers: Service<typeof contracts.listUsers> = async ({ query }, context) => {
	const { search: words, role, status, limit, cursor, sort, order } = query
	const filters = { search: words, role, status }
	const by = { sort, order }
	const match = matchOf(filters)
	const answer = <Row>(rows: Row[], total: number, cursorOf: (row: Row) => After | readonly [number]) =>
		page(context, contracts.listUsers, { query }, rows, { total, cursorOf })
	const bySeen = ({ lastSeenAt, id }: UserRow) => [lastSeenAt.getTime(), id] as const
	if (match && sort !== 'seen') {
		const [after] = openCursor(cursor, 'number') ?? []
		const [rows, total] = await Promise.all([searchByJoined(match, after, limit + 1, by), countHits(match)])
		return answer(rows, total, ({ row }) => [row]).map(({ user }) => user)
	}
	const after = sort === 'seen' ? openCursor(cursor, 'number', 'id') : openCursor(cursor, 'id')
	const [rows, total] = await Promise.all(
		match
			? [searchBySeen(match, after, limit + 1, by), countHits(match)]
			: [usersStatement(filters, after, limit + 1, by), countByFilters(filters)],
	)
	return answer(rows, total, sort === 'seen' ? bySeen : ({ id }) => [id])
}

import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import {
	joinedTime,
	memberStatus,
	USER_SEARCH,
	type UserRow,
	userCounts,
	userSearchRows,
	users,
} from '#db/schema/users.ts'
import { hasStanding, standingsOf } from '#src/features/dues/server/member-standings.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import { typedConditions } from '#src/platform/joined-words.ts'
import * as contracts from '../contract.ts'
import { MAX_COUNTED, type MemberStatus, type UserFilters, type UserOrder } from '../contract.ts'

const searchIndex = sql.raw(USER_SEARCH)

/** Columns of an account for lists and pages, and for the result of a write. */
export const userFields = { ...getTableColumns(users), memberStatus: memberStatus.as('member_status') }
type Listed = UserRow & { memberStatus: MemberStatus }

/** Fetches an account as the screens show it. */
export async function findUser(id: string): Promise<Listed | undefined> {
	return (await db().select(userFields).from(users).where(eq(users.id, id)))[0]
}

/** Returns whether filters are set that the counter rows and the search index do not cover. */
const hasUncoveredFilter = ({ status, label, standing }: UserFilters) =>
	label !== undefined ||
	(standing !== undefined && hasFeature('dues')) ||
	(status !== undefined && status !== 'active' && status !== 'inactive')

function byFilters(filters: UserFilters, by: UserOrder = {}): SQL | undefined {
	const { role, status, label, standing } = filters
	// Sorting by join date uses one index for all filters. The plus keeps SQLite from using other indexes.
	const plus = sql.raw(by.sort === 'joined' ? '+' : '')
	const isStatus = hasUncoveredFilter({ status })
		? sql`${plus}${memberStatus} = ${status}`
		: sql`${plus}${users.status} = ${status}`
	return and(
		role ? sql`${plus}${users.role} = ${role}` : undefined,
		status ? isStatus : undefined,
		label ? sql`instr(char(10) || ${users.labels} || char(10), char(10) || ${label} || char(10)) > 0` : undefined,
		standing && hasFeature('dues') ? hasStanding(standing, users) : undefined,
	)
}

/** Cursor: an id, or a time with an id if the list is sorted by time. */
type After = readonly [string] | readonly [number, string]

const isAscending = ({ order }: UserOrder) => order === 'asc'

/** Returns the column of the time to sort by. Undefined sorts by id, which starts with the time of creation. */
const timeOf = ({ sort }: UserOrder) =>
	sort === 'seen' ? users.lastSeenAt : sort === 'joined' ? joinedTime : undefined

function isAfter(after: After | undefined, by: UserOrder) {
	if (!after) return undefined
	const sign = sql.raw(isAscending(by) ? '>' : '<')
	if (after.length === 1) return sql`${users.id} ${sign} ${after[0]}`
	const time = timeOf(by)
	// SQLite can use only the first condition to seek in an index on an expression.
	return sql`${time} ${sign}= ${after[0]} and (${time} ${sign} ${after[0]} or ${users.id} ${sign} ${after[1]})`
}

function orderOf(by: UserOrder) {
	const inOrder = isAscending(by) ? asc : desc
	const time = timeOf(by)
	return time ? [inOrder(time), inOrder(users.id)] : [inOrder(users.id)]
}

/** Returns the statement that selects a page of accounts. Each filter has an index for each order. */
export const usersStatement = (filters: UserFilters, after: After | undefined, limit: number, by: UserOrder = {}) =>
	db()
		.select(userFields)
		.from(users)
		.where(and(byFilters(filters, by), isAfter(after, by)))
		.orderBy(...orderOf(by))
		.limit(limit)

/** Counts accounts, if possible from the few counter rows that triggers update. */
export async function countByFilters(filters: UserFilters): Promise<number> {
	if (hasUncoveredFilter(filters)) return db().$count(users, byFilters(filters))
	const { role, status } = filters
	const rows = await db().select().from(userCounts)
	return rows
		.filter((row) => (!role || row.role === role) && (!status || row.status === status))
		.reduce((sum, row) => sum + row.count, 0)
}

/**
 * Converts the search to an FTS5 query: every word must be the prefix of a word in name, username or email address.
 * Undefined if there are no words.
 */
export function matchOf({ search, role, status }: UserFilters): string | undefined {
	const words = typedConditions(search ?? '', (word) => `"${word}"*`)
	if (words.length === 0) return undefined
	const facets = [role, hasUncoveredFilter({ status }) ? undefined : status].flatMap((value) =>
		value ? [`facets:is${value}`] : [],
	)
	return [`{name username email}:(${words.join(' AND ')})`, ...facets].join(' AND ')
}

const searchQuery = (match: string, after: number | undefined, limit: number, by: UserOrder) => {
	const [sign, direction] = isAscending(by) ? ['>', 'asc'] : ['<', 'desc']
	const from = after === undefined ? sql`` : sql`and rowid ${sql.raw(sign)} ${after}`
	return sql`select rowid as row from ${searchIndex} where ${searchIndex} match ${match} ${from}
		order by rowid ${sql.raw(direction)} limit ${limit}`
}

/** Searches sorted by creation, which is the order of the index. */
async function searchByCreation(match: string, after: number | undefined, limit: number, by: UserOrder) {
	const hits = await db().all<{ row: number }>(searchQuery(match, after, limit, by))
	const unordered = await db()
		.select({ row: userSearchRows.row, user: userFields })
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

/** SQL for the newest `MAX_COUNTED` matches. */
const newestMatches = (match: string) => sql`${users.id} in (select user_id from ${userSearchRows} where row in
	(select rowid from ${searchIndex} where ${searchIndex} match ${match} order by rowid desc limit ${MAX_COUNTED}))`

/** Searches among the newest matches, in another order or with filters that the index does not cover. */
const searchByTime = (match: string, filters: UserFilters, after: After | undefined, limit: number, by: UserOrder) =>
	db()
		.select(userFields)
		.from(users)
		.where(and(newestMatches(match), byFilters(filters), isAfter(after, by)))
		.orderBy(...orderOf(by))
		.limit(limit)

/** Finds accounts where each typed word starts a word of name, username or email address, newest first. */
export async function findUsers(typed: string, limit: number) {
	const match = matchOf({ search: typed })
	return match ? (await searchByCreation(match, undefined, limit, {})).map(({ user }) => user) : []
}

async function countHits(match: string, filters: UserFilters): Promise<number> {
	if (hasUncoveredFilter(filters)) return db().$count(users, and(newestMatches(match), byFilters(filters)))
	const [row] = await db().all<{ hits: number }>(
		sql`select count(*) as hits
			from (select 1 from ${searchIndex} where ${searchIndex} match ${match} limit ${MAX_COUNTED})`,
	)
	return row?.hits ?? 0
}

/** Adds standings to listed accounts while the club collects dues. */
export async function withStandings<Row extends { id: string }>(rows: Row[]) {
	if (!hasFeature('dues')) return rows
	const standings = await standingsOf(rows.map(({ id }) => id))
	return rows.map((row) => ({ ...row, standing: standings.get(row.id) ?? null }))
}

export const listUsers: Service<typeof contracts.listUsers> = async ({ query }, context) => {
	const { limit, cursor, sort, order, search, ...otherFilters } = query
	const filters = { search, ...otherFilters }
	const by = { sort, order }
	const match = matchOf(filters)
	const toPage = <Row>(rows: Row[], total: number, cursorOf: (row: Row) => After | readonly [number]) =>
		page(context, contracts.listUsers, { query }, rows, { total, cursorOf })
	if (match && sort === undefined && !hasUncoveredFilter(filters)) {
		const [after] = openCursor(cursor, 'number') ?? []
		const [rows, total] = await Promise.all([searchByCreation(match, after, limit + 1, by), countHits(match, filters)])
		return withStandings(toPage(rows, total, ({ row }) => [row]).map(({ user }) => user))
	}
	const after = sort === undefined ? openCursor(cursor, 'id') : openCursor(cursor, 'number', 'id')
	const [rows, total] = await Promise.all(
		match
			? [searchByTime(match, filters, after, limit + 1, by), countHits(match, filters)]
			: [usersStatement(filters, after, limit + 1, by), countByFilters(filters)],
	)
	const shown = toPage(rows, total, (row) => {
		if (sort === undefined) return [row.id]
		return [(sort === 'seen' ? row.lastSeenAt : (row.joinedAt ?? row.createdAt)).getTime(), row.id]
	})
	return withStandings(shown)
}

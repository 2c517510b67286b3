import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { userCounts, userSearchRows, users } from '#db/schema/users.ts'
import type { Service } from '#src/platform/create-handle.ts'
import { openCursor, page } from '#src/platform/paging.ts'
import * as contracts from '../contract.ts'
import { MAX_COUNTED, type UserFilters } from '../contract.ts'

const byFilters = ({ role, status }: UserFilters) =>
	and(role ? sql`${users.role} = ${role}` : undefined, status ? sql`${users.status} = ${status}` : undefined)

/** Accounts, newest first, after the one with this id. Each filter has its index. */
export const usersStatement = (filters: UserFilters, after: string | undefined, limit: number) =>
	db()
		.select()
		.from(users)
		.where(and(byFilters(filters), after ? lt(users.id, after) : undefined))
		.orderBy(desc(users.id))
		.limit(limit)

async function countByFilters({ role, status }: UserFilters): Promise<number> {
	const rows = await db().select().from(userCounts)
	return rows
		.filter((row) => (!role || row.role === role) && (!status || row.status === status))
		.reduce((sum, row) => sum + row.count, 0)
}

/**
 * The search as the full-text index takes it: every word is the beginning of a word of name, username or address.
 * Undefined when there is no word in it.
 */
export function matchOf({ search, role, status }: UserFilters): string | undefined {
	const words = search
		?.normalize('NFKC')
		.match(/[\p{L}\p{N}]+/gu)
		?.slice(0, 10)
	if (!words?.length) return undefined
	const facets = [role, status].flatMap((value) => (value ? [`facets:is${value}`] : []))
	return [`{name username email}:(${words.map((word) => `"${word}"*`).join(' AND ')})`, ...facets].join(' AND ')
}

/** Row numbers of the hits, newest first. */
const searchQuery = (match: string, after: number, limit: number) =>
	sql`select rowid as row from user_search where user_search match ${match} and rowid < ${after} order by rowid desc limit ${limit}`

async function search(match: string, after: number, limit: number) {
	const hits = await db().all<{ row: number }>(searchQuery(match, after, limit))
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
	return unordered.sort((a, b) => b.row - a.row)
}

/** Accounts whose name, username or address has all these words as beginnings of words, newest first. */
export async function findUsers(typed: string, limit: number) {
	const match = matchOf({ search: typed })
	return match ? (await search(match, Number.MAX_SAFE_INTEGER, limit)).map(({ user }) => user) : []
}

async function countHits(match: string): Promise<number> {
	const [row] = await db().all<{ hits: number }>(
		sql`select count(*) as hits from (select 1 from user_search where user_search match ${match} limit ${MAX_COUNTED})`,
	)
	return row?.hits ?? 0
}

export const listUsers: Service<typeof contracts.listUsers> = async ({ query }, context) => {
	const { search: words, role, status, limit, cursor } = query
	const filters = { search: words, role, status }
	const match = matchOf(filters)
	if (match) {
		const [before = Number.MAX_SAFE_INTEGER] = openCursor(cursor, 'number') ?? []
		const [rows, total] = await Promise.all([search(match, before, limit + 1), countHits(match)])
		return page(context, contracts.listUsers, { query }, rows, { total, cursorOf: ({ row }) => [row] }).map(
			({ user }) => user,
		)
	}
	const [after] = openCursor(cursor, 'id') ?? []
	const [rows, total] = await Promise.all([usersStatement(filters, after, limit + 1), countByFilters(filters)])
	return page(context, contracts.listUsers, { query }, rows, { total, cursorOf: (row) => [row.id] })
}

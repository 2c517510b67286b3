import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { userCounts, userSearchRows, users } from '#db/schema/index.ts'
import type { Service } from '#src/server/handle.ts'
import { openCursor, openNumberCursor, page } from '#src/server/paging.ts'
import { listUsers, MOST_COUNTED, type UserFilters } from '../contract.ts'

const byFilters = ({ role, status }: UserFilters) =>
	and(role ? sql`${users.role} = ${role}` : undefined, status ? sql`${users.status} = ${status}` : undefined)

/** Accounts, newest first, after the one with this id. Each filter has its index. */
export const usersQuery = (filters: UserFilters, after: string | undefined, limit: number) =>
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
	sql`SELECT rowid AS row FROM user_search WHERE user_search MATCH ${match} AND rowid < ${after} ORDER BY rowid DESC LIMIT ${limit}`

async function search(match: string, after: number, limit: number) {
	const hits = await db().all<{ row: number }>(searchQuery(match, after, limit))
	const found = await db()
		.select({ row: userSearchRows.row, user: users })
		.from(userSearchRows)
		.innerJoin(users, eq(users.id, userSearchRows.userId))
		.where(
			inArray(
				userSearchRows.row,
				hits.map((hit) => hit.row),
			),
		)
	return found.sort((a, b) => b.row - a.row)
}

async function countHits(match: string): Promise<number> {
	const [row] = await db().all<{ hits: number }>(
		sql`SELECT count(*) AS hits FROM (SELECT 1 FROM user_search WHERE user_search MATCH ${match} LIMIT ${MOST_COUNTED})`,
	)
	return row?.hits ?? 0
}

export const readUsers: Service<typeof listUsers> = async ({ query }, context) => {
	const { search: words, role, status, limit, cursor } = query
	const filters = { search: words, role, status }
	const match = matchOf(filters)
	const given = { query, path: listUsers.path, filters }
	if (match) {
		const [before = Number.MAX_SAFE_INTEGER] = openNumberCursor(cursor, 1) ?? []
		const [found, total] = await Promise.all([search(match, before, limit + 1), countHits(match)])
		return page(found, { ...given, total, cursorOf: ({ row }) => [row] }, context).map(({ user }) => user)
	}
	const [after] = openCursor(cursor, 1) ?? []
	const [rows, total] = await Promise.all([usersQuery(filters, after, limit + 1), countByFilters(filters)])
	return page(rows, { ...given, total, cursorOf: (row) => [row.id] }, context)
}

import { randomInt } from 'node:crypto'
import { and, gte, lt } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import { usernameFrom } from '#src/lib/text/usernames.ts'

/** Maximum number of usernames to try when concurrent writes take the chosen ones. */
export const USERNAME_TRIES = 10

/** Highest number to try in order before choosing a random one. */
const IN_ORDER = 200

/**
 * Derives a free username from a name: `ruth.adeyemi`, else `ruth.adeyemi2`, ... The unique index has the final say.
 */
export async function freeUsername(name: string): Promise<string> {
	const base = usernameFrom(name)
	const rows = await db()
		.select({ username: users.username })
		.from(users)
		// ':' follows '9' in ASCII, so this range contains the name with and without a number.
		.where(and(gte(users.username, base), lt(users.username, `${base}:`)))
		.limit(5 * IN_ORDER)
	const taken = new Set(rows.map((row) => row.username))
	if (!taken.has(base)) return base
	for (let suffix = 2; suffix <= IN_ORDER; suffix++)
		if (!taken.has(usernameFrom(name, suffix))) return usernameFrom(name, suffix)
	return usernameFrom(name, randomInt(10_000, 10_000_000))
}

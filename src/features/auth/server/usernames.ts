import { randomInt } from 'node:crypto'
import { and, gte, lt } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import { usernameFrom } from '#src/lib/text/usernames.ts'

/** How often a write is tried again with another username, when somebody took the chosen one at the same instant. */
export const USERNAME_TRIES = 10

/** Numbers that are tried in order; beyond that a random one is chosen. */
const IN_ORDER = 200

/** A username out of a name that is free now: `ruth.adeyemi`, else `ruth.adeyemi2`, ... The unique index has the last word. */
export async function freeUsername(name: string): Promise<string> {
	const base = usernameFrom(name)
	const rows = await db()
		.select({ username: users.username })
		.from(users)
		// ':' comes after '9': the name itself, and the name with a number behind it.
		.where(and(gte(users.username, base), lt(users.username, `${base}:`)))
		.limit(5 * IN_ORDER)
	const taken = new Set(rows.map((row) => row.username))
	if (!taken.has(base)) return base
	for (let suffix = 2; suffix <= IN_ORDER; suffix++)
		if (!taken.has(usernameFrom(name, suffix))) return usernameFrom(name, suffix)
	return usernameFrom(name, randomInt(10_000, 10_000_000))
}

import { and, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { memberships } from '#db/schema/dues.ts'
import { users } from '#db/schema/users.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { type Standing, standingOn } from '#src/lib/dues/standing.ts'
import { datesOf } from './payer.ts'
import { standingSql } from './standing-sql.ts'

// Standings for the list of members. Admins owe no dues.

/** `none`: no dues are required. */
export type AnyStanding = Standing | 'none'

const m = sql`m`

/** Reads the standings of those people who have one. */
export async function standingsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Standing>> {
	const today = clubDay()
	const rows = await db()
		.select({ membership: memberships })
		.from(memberships)
		.innerJoin(users, eq(users.id, memberships.userId))
		.where(and(inArray(memberships.userId, [...ids]), eq(users.role, 'user')))
	return new Map(rows.map(({ membership }) => [membership.userId, standingOn(today, datesOf(membership))]))
}

/** Returns the condition that a person has this standing. */
export const hasStanding = (standing: AnyStanding, { id, role }: Record<'id' | 'role', SQLWrapper>): SQL =>
	standing === 'none'
		? sql`(+${role} = 'user' and ${id} not in (select user_id from ${memberships}))`
		: sql`(+${role} = 'user' and ${id} in
			(select m.user_id from ${memberships} m where ${standingSql(m, clubDay())} = ${standing}))`

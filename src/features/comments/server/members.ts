import { and, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import type * as contracts from '../contract.ts'

/** Returns the statement for completion: one range of the username index. A test checks its query plan. */
export const membersStatement = (typed: string) =>
	db()
		.select({ name: users.name, username: users.username })
		.from(users)
		.where(
			and(
				sql`${users.username} >= ${typed} and ${users.username} < ${`${typed}\uffff`}`,
				// The unary plus disables the index of statuses, which would need a sort.
				sql`+${users.status} = 'active'`,
			),
		)
		.orderBy(users.username)
		.limit(8)

export const suggestMembers: Service<typeof contracts.suggestMembers> = async ({ query }) =>
	membersStatement(query.q.toLowerCase())

import { sql } from 'drizzle-orm'
import { users } from '#db/schema/users.ts'
import type { Restorable } from '#src/platform/keep-deleted.ts'

/** A deleted account comes back with its password and as active or not as it was; nobody is signed in with it. */
export const restorableAccount: Restorable = {
	table: users,
	isThere: (id) => sql`exists (select 1 from users where id = ${id})`,
	href: () => '/admin/users',
}

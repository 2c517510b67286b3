import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { memberships, paymentEvents } from '#db/schema/dues.ts'
import { newId } from '#src/lib/ids.ts'

/**
 * Returns the statement that stores an event of our own for each matching member. The payment events job then fetches
 * the customer's state from the provider, as it does after the provider's events.
 * @param when condition on the row of `memberships`.
 */
export const fetchState = (when: SQL) =>
	db().run(sql`
		insert into ${paymentEvents} (id, sha256, received_at, customer_id)
		select 'own-' || ${newId()} || user_id, '', ${Date.now()}, customer_id from ${memberships}
		where customer_id is not null and ${when}`)

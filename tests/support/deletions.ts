import { afterEach, beforeEach, expect, vi } from 'vitest'
import { db } from '#db/client.ts'
import { type Deletion, listDeletions, restoreDeletion } from '#src/features/deletions/contract.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { schemaTables } from '#tests/support/api/filled-tables.ts'

let database: TestDatabase
export let admin: Principal

/** Sets up a separate club with an admin for each test. */
export function setUpDeletions(): void {
	beforeEach(async () => {
		database = await freshDatabase()
		admin = await signedIn(await insertAccount({ role: 'admin', name: 'Ada Admin' }))
	})
	afterEach(async () => {
		vi.useRealTimers()
		await database.discard()
	})
}

/** Fetches the list of deletions as the admin. */
export const listed = async (): Promise<Deletion[]> => (await callApi(listDeletions, { as: admin })).json as Deletion[]

export const restore = (id: string) => callApi(restoreDeletion, { as: admin, params: { id } })

/** Returns the only listed deletion. */
export async function onlyDeletion(): Promise<Deletion> {
	const [deletion, ...others] = await listed()
	expect(others).toEqual([])
	if (!deletion) throw new Error('No deletion is listed')
	return deletion
}

/** Tables about the deletion itself, tables that change with any write, and tables that are not restored. */
const NOT_COMPARED = new Set([
	...['audit', 'deletions', 'deleted_rows', 'publish_events', 'course_list_state', 'outbox', 'rate_limits'],
	...[
		'auth_sessions',
		'password_resets',
		'email_changes',
		'pre_sessions',
		'trusted_devices',
		'factor_resets',
		'pending_notices',
		'user_search_rows',
		'notification_rounds',
		'notifications',
	],
	// A restore reads the state of a subscription from the provider.
	'payment_events',
	// Recomputed from the restored rows.
	'course_figures',
	'stale_figures',
	// A job indexes them again.
	'search_work',
	'gone_parts',
	'library_parts',
	'club_parts',
	'search_words',
])

/** Returns all rows of all tables not in `NOT_COMPARED`, by table. */
export async function comparedRows(): Promise<Record<string, string[]>> {
	const entries = schemaTables
		.filter(({ name }) => !NOT_COMPARED.has(name))
		.map(async ({ name, table }) => {
			const rows: Record<string, unknown>[] = await db().select().from(table)
			// Publishing again changes the time of a course.
			const plain = rows.map(({ updatedAt, ...row }) =>
				JSON.stringify(name === 'courses' ? row : { ...row, updatedAt }),
			)
			return [name, plain.sort()] as const
		})
	return Object.fromEntries(await Promise.all(entries))
}

import { afterEach, beforeEach, expect, vi } from 'vitest'
import { type Deletion, listDeletions, restoreDeletion } from '#src/features/deletions/contract.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

let opened: TestDatabase
export let admin: Principal

/** For each test a club of its own, with an admin. */
export function setUpDeletions(): void {
	beforeEach(async () => {
		opened = await freshDatabase()
		admin = await signedIn(await insertAccount({ role: 'admin', name: 'Ada Admin' }))
	})
	afterEach(async () => {
		vi.useRealTimers()
		await opened.discard()
	})
}

/** What was deleted lately, as the admin sees it. */
export const listed = async (): Promise<Deletion[]> => (await callApi(listDeletions, { as: admin })).json as Deletion[]

/** Brings back. */
export const restore = (id: string) => callApi(restoreDeletion, { as: admin, params: { id } })

/** The only one that is listed. */
export async function onlyDeletion(): Promise<Deletion> {
	const [deletion, ...others] = await listed()
	expect(others).toEqual([])
	if (!deletion) throw new Error('Nothing is listed')
	return deletion
}

import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { enrollments } from '#db/schema/courses.ts'
import { cancelMailing, countAudience, listFailedRecipients, listMailings } from '#src/features/mailings/contract.ts'
import { dueMailing } from '#src/features/mailings/server/mailing-job.ts'
import { sealCursor } from '#src/platform/endpoint/paging.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { isWholeTable, planReader } from '#tests/support/api/plans.ts'
import { makeCourse } from '#tests/support/courses/courses.ts'
import { fakeMailServer, makeDraft, runAll, send } from '#tests/support/mailings.ts'

let database: TestDatabase
let admin: Principal
let courseId: string

beforeEach(async () => {
	database = await freshDatabase()
	const account = await insertAccount({ role: 'admin' })
	admin = await signedIn(account)
	courseId = (await makeCourse(admin)).id
	await db().insert(enrollments).values({ userId: account.id, courseId, createdAt: new Date() })
})
afterEach(() => database.discard())

/** Returns full scans. Mailings in progress are few; the table of sent emails must never be scanned. */
const wholeTables = (plans: string[]) => plans.filter(isWholeTable)

test.each(['all', 'course', 'invited', 'unseen30'] as const)(
	'a mailing to %s uses indexes from start to end',
	async (to) => {
		if (to === 'invited') await insertAccount({ status: 'inactive', invited: { by: 'Ruth', at: new Date() } })
		const draft = await makeDraft(admin, { audience: to, courseId: to === 'course' ? courseId : null })
		const plansOf = planReader(database.client)
		const plans = await plansOf(async () => {
			await callApi(countAudience, { as: admin, query: { audience: to, courseId } })
			await send(admin, draft)
			await runAll(fakeMailServer().deliver)
			await dueMailing()
		})
		const index = {
			course: 'enrollments_by_course',
			invited: 'users_by_member_status',
			all: 'users_by_status',
			unseen30: 'users_by_status',
		}[to]
		expect(plans.some((plan) => plan.includes(index))).toBe(true)
		expect(wholeTables(plans)).toEqual([])
	},
)

test('the list, the unreached members and a canceled mailing use indexes', async () => {
	const draft = await makeDraft(admin)
	await send(admin, draft)
	const plansOf = planReader(database.client)
	const plans = await plansOf(async () => {
		await callApi(listMailings, { as: admin, query: { cursor: sealCursor(['zzz']) } })
		await callApi(listFailedRecipients, { as: admin, params: { id: draft.id } })
		await callApi(cancelMailing, { as: admin, params: { id: draft.id } })
	})
	// Counting the mailings may scan them, because a club sends only a few a month.
	expect(wholeTables(plans).filter((plan) => !plan.includes('select count(*) from "mailings"'))).toEqual([])
})

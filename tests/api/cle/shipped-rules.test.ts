import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { cleRules } from '#db/schema/cle.ts'
import { insertShippedRules } from '#src/features/cle/server/rules.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { addRules, rulesOf } from '#tests/support/cle/attendance.ts'

let database: TestDatabase
beforeAll(async () => {
	database = await freshDatabase()
})
afterAll(() => database.discard())

test('changed rules of a release become a new version', async () => {
	const georgia = rulesOf('US-GA')
	await addRules({ ...georgia, name: 'Georgia as it was' })
	for (let start = 0; start < 2; start++) await insertShippedRules()
	const rows = await db()
		.select()
		.from(cleRules)
		.where(eq(cleRules.jurisdiction, 'US-GA'))
		.orderBy(asc(cleRules.version))
	expect(rows.map(({ json }) => JSON.parse(json))).toEqual([
		{ ...georgia, name: 'Georgia as it was' },
		{ ...georgia, version: 2 },
	])
	const others = await db().select().from(cleRules).where(eq(cleRules.jurisdiction, 'US-NY'))
	expect(others.map(({ version }) => version)).toEqual([1])
})

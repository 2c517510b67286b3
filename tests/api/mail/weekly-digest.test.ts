import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { db, openDatabase } from '#db/client.ts'
import { migrations } from '#db/inspect.ts'
import { migrateDatabase, migrateDatabaseTo } from '#db/migrate.ts'
import { digestSettings } from '#db/schema/notifications.ts'
import { type Digest, getDigest, updateDigest } from '#src/features/notifications/digest-contract.ts'
import { startDigests, stopDigest } from '#src/features/notifications/server/digest-settings.ts'
import { sendDigests } from '#src/features/notifications/server/digests.ts'
import { setSite } from '#src/lib/site/site.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

let database: TestDatabase
let member: Principal
beforeAll(async () => {
	database = await freshDatabase()
	setSite({ timeZone: 'America/Chicago' })
	await insertAccount({ status: 'inactive' })
	member = await signedIn(await insertAccount())
})
afterAll(() => database.discard())
beforeEach(async () => {
	await db().delete(digestSettings)
})

const chosen = async () => (await callApi(getDigest, { as: member })).json as Digest
const rows = () => db().select().from(digestSettings)
const choose = (every: Digest['every']) =>
	callApi(updateDigest, { as: member, body: { every, weekday: 1, timeZone: 'America/New_York' } })

test('the digest is weekly by default for an active member, on Monday in the club’s time zone', async () => {
	expect(await chosen()).toEqual({ every: 'week', weekday: 1, timeZone: 'America/Chicago' })
	const now = Date.parse('2026-11-28T12:00:00Z')
	await startDigests(now)
	await startDigests(now + 60_000)
	const [row, ...more] = await rows()
	expect(more).toEqual([])
	expect(row).toMatchObject({ userId: member.userId, every: 'week', timeZone: 'America/Chicago' })
	expect(row?.nextAt.toISOString()).toBe('2026-11-30T13:00:00.000Z')
	// The first digest covers everything since the member joined.
	expect(row?.notifiedUntil.getTime()).toBe(0)
})

test('the digest is turned off only by choice or by a link, and stays off', async () => {
	await startDigests()
	for (const stop of [() => choose('never'), () => stopDigest(member.userId ?? '')]) {
		await choose('day')
		await stop()
		await startDigests()
		expect((await chosen()).every).toBe('never')
		expect(await sendDigests(Date.now() + 30 * 86_400_000)).toBe(0)
	}
	const before = Date.now()
	await choose('week')
	const [row] = await rows()
	// The next digest does not cover the time without digests.
	expect(row?.notifiedUntil.getTime()).toBeGreaterThanOrEqual(before)
	const until = row?.notifiedUntil
	await choose('day')
	expect((await rows())[0]?.notifiedUntil).toEqual(until)
})

test('the weekly default does not replace the choice of members who joined before it', async () => {
	const older = await openDatabase({ url: `file:${join(database.folder, 'older.db')}` })
	try {
		const before = migrations().find(({ tag }) => tag === '0046_one_way_to_talk')
		await migrateDatabaseTo(older, before ?? { tag: '', when: 0 })
		const people = [
			['never', 'active', null, 0],
			['daily', 'active', null, 0],
			['left', 'inactive', null, 5],
			['applies', 'inactive', 'pending', 0],
			['invited', 'inactive', null, 0],
		] as const
		for (const [id, status, application, seen] of people)
			await older.client.execute({
				sql: `insert into users (id, name, username, email, email_key, password_hash, role, status, application_status, last_seen_at, created_at, updated_at)
					values (?, ?, ?, ?, ?, 'x', 'user', ?, ?, ?, 0, 0)`,
				args: [id, id, id, id, id, status, application, seen],
			})
		await older.client.execute("insert into digest_settings values ('daily', 'day', 1, 'UTC', 9, 9)")
		await migrateDatabase(older)
		const { rows } = await older.client.execute('select user_id, every from digest_settings order by user_id')
		expect(rows.map(({ user_id, every }) => [user_id, every])).toEqual([
			['daily', 'day'],
			['left', 'never'],
			['never', 'never'],
		])
	} finally {
		await older.close()
	}
})

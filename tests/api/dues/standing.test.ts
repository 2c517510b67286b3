import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { memberships } from '#db/schema/dues.ts'
import { users } from '#db/schema/users.ts'
import { isInGoodStanding, lapseText } from '#src/features/auth/server/standing.ts'
import { DUES_TABS } from '#src/features/dues/dues-contract.ts'
import { standingSql, tabSql } from '#src/features/dues/server/standing-sql.ts'
import { addDays, dayInZone } from '#src/lib/dates/calendar-day.ts'
import { GOOD, goodThrough, type Standing, standingOn } from '#src/lib/dues/standing.ts'
import { overrideFeatures } from '#src/lib/site/features.ts'
import { setSite } from '#src/lib/site/site.ts'
import { insertAccount } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

const TODAY = '2028-03-14'
const NOON = Date.UTC(2028, 2, 14, 12)
let database: TestDatabase

beforeAll(async () => {
	database = await freshDatabase()
	setSite({ collectsDues: 'on' })
})
afterAll(async () => {
	setSite({})
	await database.discard()
})

type Row = typeof memberships.$inferInsert

/** Returns every combination of dates around today, one per member. The grace period includes a leap day. */
function combinations(): Omit<Row, 'userId'>[] {
	const days = [null, ...[-15, -14, -8, -7, -1, 0, 1, 31].map((days) => addDays(TODAY, days))]
	const starts = { startedOn: '2028-01-01', anchorDay: 1 }
	return days.flatMap((paidThrough) =>
		[null, addDays(TODAY, -1), TODAY].flatMap((trialUntil) =>
			[null, addDays(TODAY, -1), TODAY, '9999-12-31'].flatMap((complimentaryUntil) =>
				[null, addDays(TODAY, -1), TODAY, addDays(TODAY, 1)].flatMap((pausedOn) =>
					[null, new Date(NOON)].map((cancelledAt) => ({
						...{ ...starts, paidThrough, trialUntil, complimentaryUntil, pausedOn, cancelledAt },
					})),
				),
			),
		),
	)
}

const tabsStatement = sql<string>`${sql.join(
	DUES_TABS.map((tab) => sql`case when ${tabSql(tab, sql`${memberships}`, TODAY).where} then ${`${tab} `} else '' end`),
	sql` || `,
)}`

/** Returns the tab that lists a member of this standing, or '' if no tab does. */
function tabOf(standing: Standing, paidThrough: string | null): string {
	if (standing === 'grace') return (paidThrough ?? '') >= addDays(TODAY, -7) ? 'late' : 'lapsing'
	if (standing === 'ended') return 'lapsed'
	return standing === 'current' || standing === 'trial' ? '' : standing
}

test('SQL and code compute the same standing for every combination of dates', async () => {
	const rows = combinations()
	const { name, username, email, emailKey, ...person } = await insertAccount()
	const people = rows.map((_, at) => ({
		...{ ...person, id: `member-${String(at).padStart(6, '0')}`, name: `Member ${at}`, username: `member-${at}` },
		...{ email: `member-${at}@example.com`, emailKey: `member-${at}@example.com` },
	}))
	for (let at = 0; at < rows.length; at += 400) {
		await db()
			.insert(users)
			.values(people.slice(at, at + 400))
		const values = rows.slice(at, at + 400).map((row, index) => ({ ...row, userId: people[at + index]?.id ?? '' }))
		await db().insert(memberships).values(values)
	}
	const stored = await db()
		.select({
			row: memberships,
			isGood: sql<number>`${isInGoodStanding(sql`${memberships}.user_id`, NOON)}`,
			standing: standingSql(sql`${memberships}`, TODAY),
			tabs: tabsStatement,
		})
		.from(memberships)
	expect(stored).toHaveLength(rows.length)
	for (const { row, isGood, standing: inSql, tabs } of stored) {
		const dates = { ...row, isCancelled: row.cancelledAt !== null, renewsByCard: false }
		const standing = standingOn(TODAY, dates)
		expect(inSql, JSON.stringify(row)).toBe(standing)
		expect(tabs.trim(), JSON.stringify(row)).toBe(tabOf(standing, row.paidThrough))
		const isExpected = GOOD.includes(standing)
		expect(row.goodThrough, JSON.stringify(row)).toBe(goodThrough(dates))
		expect(Boolean(isGood), JSON.stringify(row)).toBe(isExpected)
		const text = lapseText({ ...row, role: 'user' }, NOON)
		expect(text === undefined, JSON.stringify(row)).toBe(isExpected)
		if (standing === 'paused') expect(text).toBe('Your membership is paused.')
		if (standing === 'ended') expect(text).toMatch(/^Your membership has ended/)
		expect(lapseText({ ...row, role: 'admin' }, NOON)).toBeUndefined()
	}
})

test('a person without a membership, and an admin with one, are in good standing', async () => {
	const isGood = async (id: string) =>
		(await db().all<{ good: number }>(sql`select ${isInGoodStanding(id, NOON)} as good`))[0]?.good
	const [member, admin] = [await insertAccount(), await insertAccount({ role: 'admin' })]
	expect(await isGood(member.id)).toBe(1)
	for (const { id } of [member, admin])
		await db().insert(memberships).values({ userId: id, startedOn: TODAY, anchorDay: 14 })
	expect([await isGood(member.id), await isGood(admin.id)]).toEqual([0, 1])
	for (const turnOff of [() => setSite({}), () => overrideFeatures([])]) {
		turnOff()
		expect(await isGood(member.id)).toBe(1)
		setSite({ collectsDues: 'on' })
	}
	overrideFeatures(undefined)
})

test('the day changes in the club’s time zone', () => {
	vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2028, 2, 15, 3) })
	const row = {
		...{ role: 'user' as const, goodThrough: '2028-03-14', paidThrough: '2028-02-29' },
		...{ pausedOn: null, cancelledAt: null, trialUntil: null, complimentaryUntil: null },
	}
	expect(dayInZone(Date.now(), 'America/Chicago')).toBe('2028-03-14')
	expect(lapseText(row)).toBe('Your membership has lapsed. You can renew it on your membership page.')
	setSite({ collectsDues: 'on', timeZone: 'America/Chicago' })
	expect(lapseText(row)).toBeUndefined()
	setSite({ collectsDues: 'on' })
})
